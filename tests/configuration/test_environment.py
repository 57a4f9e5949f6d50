"""Environment variables become settings, or are refused with a sentence that says what would be right."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubscore.configuration.environment import (
    admins,
    clock,
    currency,
    database_of,
    networks,
    number,
    token,
)

FILE = Path("test.sqlite3")


def test_every_option_of_a_postgresql_address_reaches_the_driver():
    found = database_of(
        "postgres://ann:p%40ss@db:5433/club?sslmode=require&connect_timeout=3",
        test_file=FILE,
    )
    account = {
        name: found[name] for name in ("USER", "PASSWORD", "HOST", "PORT", "NAME")
    }
    assert account == {
        "USER": "ann",
        "PASSWORD": "p@ss",
        "HOST": "db",
        "PORT": "5433",
        "NAME": "club",
    }
    assert found["OPTIONS"] == {"sslmode": "require", "connect_timeout": 3}


def test_a_socket_of_postgresql_is_its_host():
    found = database_of(
        "postgres://postgres@/club?host=/run/postgresql", test_file=FILE
    )
    assert (found["HOST"], found["OPTIONS"]) == ("/run/postgresql", {})


@pytest.mark.parametrize(
    "path", ["/srv/our club/club.sqlite3", "/srv/our%20club/club.sqlite3"]
)
def test_a_folder_with_a_space_holds_the_database(path):
    assert (
        database_of(f"sqlite:///{path}", test_file=FILE)["NAME"]
        == "/srv/our club/club.sqlite3"
    )


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("mysql://host/club", "begins with mysql"),
        ("club.sqlite3", "begins with club.sqlite3"),
        ("postgres://host:x/club", "cannot be read: Port could not be cast"),
        ("postgres://host/", "names no database"),
        ("sqlite://", "names no database"),
        pytest.param(
            "sqlite://srv/club.sqlite3",
            "with three strokes before the path",
            marks=pytest.mark.filterwarnings("ignore:SQLite URL contains host"),
        ),
    ],
)
def test_a_wrong_address_of_a_database_is_one_sentence(url, wrong):
    with pytest.raises(
        ImproperlyConfigured, match=f"^DATABASE_URL is sqlite:.*{wrong}.*$"
    ):
        database_of(url, test_file=FILE)


def test_a_network_that_is_named_by_one_of_its_addresses_is_that_network(monkeypatch):
    """A trusted network given by the address of a host in it is read as the network, as uvicorn needs it."""
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.5/24, 127.0.0.1, ::1, 10.1.2.3/32")
    assert networks("TRUSTED_PROXIES") == [
        "10.0.0.0/24",
        "127.0.0.1",
        "::1",
        "10.1.2.3",
    ]


def test_a_clock_that_is_none_names_the_nearest():
    with pytest.raises(
        ImproperlyConfigured, match="such as Europe/Berlin, not Europe/Berln"
    ):
        clock("Europe/Berln")


def test_a_currency_is_three_letters():
    assert currency("eur") == "EUR"
    with pytest.raises(ImproperlyConfigured, match="three letters, such as EUR, not €"):
        currency("€")


def test_a_number_is_whole(monkeypatch):
    monkeypatch.setenv("PORT", "eight")
    with pytest.raises(
        ImproperlyConfigured, match="PORT is a whole number from 0, not eight"
    ):
        number("PORT", 8000)


@pytest.mark.parametrize("token_", ["", "   ", "twenty characters or so"])
def test_a_token_is_long_or_none(token_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_TOKEN", token_)
    assert token("METRICS_TOKEN") == token_.strip()


def test_a_token_that_could_be_guessed_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("METRICS_TOKEN", "short")
    with pytest.raises(
        ImproperlyConfigured, match="METRICS_TOKEN has 20 characters or more"
    ):
        token("METRICS_TOKEN")


def test_the_addresses_for_errors_are_addresses_and_have_a_mail_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ADMIN_EMAILS", "ops@club.example, ruth@club.example")
    assert [address for _, address in admins(sends_mail=True)] == [
        "ops@club.example",
        "ruth@club.example",
    ]
    with pytest.raises(ImproperlyConfigured, match="set EMAIL_URL"):
        admins(sends_mail=False)
    monkeypatch.setenv("ADMIN_EMAILS", "ops")
    with pytest.raises(ImproperlyConfigured, match="ops is none"):
        admins(sends_mail=True)
