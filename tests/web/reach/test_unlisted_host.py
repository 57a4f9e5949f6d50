"""The page for a visitor who uses a host name that the club's settings do not list."""

import asyncio
import re

import pytest
from django.test import Client, RequestFactory

from clubscore.live.stream import stream
from clubscore.wsgi import application


@pytest.fixture(autouse=True)
def hosts(settings):
    settings.ALLOWED_HOSTS = ["inner.example", "testserver"]
    settings.CLUB_NAME = "Fenwick Bridge Club"


def words_of(answer) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/healthz", "/nowhere", "/admin/"])
def test_it_says_what_to_set_and_nothing_else_of_the_club(path, caplog):
    answer = Client().get(path, headers={"Host": "evening.example:8000"})
    assert answer.status_code == 400
    words = words_of(answer)
    assert "does not answer under this address" in words
    assert (
        "<code>ALLOWED_HOSTS=localhost,127.0.0.1,[::1],evening.example</code>" in words
    )
    assert "inner.example" not in words
    assert "Fenwick" not in words
    assert [record.name for record in caplog.records] == [
        "django.security.DisallowedHost"
    ]


@pytest.mark.parametrize(
    "host",
    ["<b>evil</b>", ".example", "a" * 254, "a.example, b.example", "", "a\x7f.example"],
)
def test_what_may_not_stand_in_the_setting_is_not_repeated(host):
    answer = Client().get("/sign-in/", headers={"Host": host})
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" not in words_of(answer)
    assert "could not be read" in words_of(answer)


def test_a_form_is_refused_like_a_page():
    answer = Client(enforce_csrf_checks=True).post(
        "/sign-in/", {"a": "b"}, headers={"Host": "evening.example"}
    )
    assert (answer.status_code, "does not answer" in words_of(answer)) == (400, True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arrived_at", "proxies", "status"),
    [
        ("192.168.1.20", [], 200),
        ("192.168.1.21", [], 400),
        ("192.168.1.20", ["127.0.0.1"], 400),
    ],
)
def test_the_own_number_in_the_house_needs_no_setting(
    settings, arrived_at, proxies, status
):
    settings.TRUSTED_PROXIES = proxies
    environ = (
        RequestFactory(SERVER_NAME=arrived_at)
        .get("/sign-in/", headers={"Host": "192.168.1.20:8000"})
        .environ
    )
    started = []
    answer = application(
        environ, lambda status, headers, *_: started.append(int(status.split()[0]))
    )
    answer.close()
    assert started == [status]


@pytest.mark.parametrize(
    ("arrived_at", "proxies", "status"),
    [
        ("192.168.1.20", [], 405),
        ("192.168.1.21", [], 400),
        ("192.168.1.20", ["127.0.0.1"], 400),
        (None, [], 400),
    ],
)
def test_a_stream_asks_the_same(settings, arrived_at, proxies, status):
    settings.TRUSTED_PROXIES = proxies
    scope = {
        "method": "POST",
        "path": "/live/rubber/1/watch",
        "headers": [(b"host", b"192.168.1.20:8000")],
    }
    scope["server"] = arrived_at and (arrived_at, 8000)
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(stream(scope, send, send))
    assert sent[0]["status"] == status
