"""If the database does not answer or cannot be written, a page says so and keeps the fields that were sent."""

import html
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import (
    DataError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)
from django.test import Client

from clubscore.database.write_lock import _file_lock
from clubscore.members.access.sessions import SessionStore
from clubscore.rubbers.agreement import services
from clubscore.rubbers.models import Deal, Rubber
from clubscore.web.unavailable import DISK_FULL, NO_ANSWER, trouble_of
from scoring import Seat
from tests.factories import rubber_in_play


def by(kind: type[Exception], sqlstate: str | None) -> Exception:
    """An error of this kind as Django raises it for a PostgreSQL error with this SQLSTATE."""
    error, cause = kind("the server said so"), Exception()
    cause.sqlstate = sqlstate
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (by(OperationalError, None), NO_ANSWER),  # no connection
        (by(OperationalError, "57P01"), NO_ANSWER),  # it is being stopped
        (by(OperationalError, "57P03"), NO_ANSWER),  # it is being started
        (by(InterfaceError, None), NO_ANSWER),  # the connection was closed
        (by(InternalError, "25006"), NO_ANSWER),  # read-only
        (by(OperationalError, "53100"), DISK_FULL),
        (by(InternalError, "25P02"), None),  # a statement after an error
        (by(ProgrammingError, "42P01"), None),
        (by(DataError, "22003"), None),
        (KeyError("sheet"), None),
        (None, None),
    ],
)
def test_what_postgresql_says_is_told_apart(
    error: Exception | None, trouble: Any
) -> None:
    assert trouble_of(error) is trouble


def of_sqlite(work: Callable[[], object]) -> Exception:
    """The error that Django raises for the SQLite error in which this work ends."""
    with pytest.raises(sqlite3.OperationalError) as caught:
        work()
    error = OperationalError(str(caught.value))
    error.__cause__ = caught.value
    return error


def test_what_sqlite_says_is_told_apart(tmp_path: Path) -> None:
    club = sqlite3.connect(tmp_path / "club", timeout=0, isolation_level=None)
    club.execute("CREATE TABLE deal (line TEXT)")
    other = sqlite3.connect(tmp_path / "club", timeout=0, isolation_level=None)
    reader = sqlite3.connect(
        f"file:{tmp_path / 'club'}?mode=ro", uri=True, isolation_level=None
    )
    insert = "INSERT INTO deal VALUES (zeroblob(100000))"
    assert trouble_of(of_sqlite(lambda: reader.execute(insert))) is NO_ANSWER
    assert (
        trouble_of(of_sqlite(lambda: sqlite3.connect(tmp_path / "nowhere" / "club")))
        is NO_ANSWER
    )
    club.execute("BEGIN IMMEDIATE")
    assert trouble_of(of_sqlite(lambda: other.execute("BEGIN IMMEDIATE"))) is NO_ANSWER
    club.execute("ROLLBACK")
    club.execute("PRAGMA max_page_count = 10")
    assert trouble_of(of_sqlite(lambda: club.execute(insert))) is DISK_FULL
    assert (
        trouble_of(of_sqlite(lambda: club.execute("SELECT nothing FROM nowhere")))
        is None
    )
    for each in (club, other, reader):
        each.close()


def test_a_lock_file_that_cannot_be_made_is_an_error_of_the_database(
    tmp_path: Path,
) -> None:
    with (
        pytest.raises(OperationalError) as caught,
        _file_lock(tmp_path / "nowhere" / "club.lock"),
    ):
        pass
    assert trouble_of(caught.value) is NO_ANSWER
    without_room = OperationalError("No space left on device")
    without_room.__cause__ = OSError(28, "No space left on device")
    assert trouble_of(without_room) is DISK_FULL


@pytest.fixture
def rubber(db: None) -> Rubber:
    return rubber_in_play()


@pytest.fixture
def north(rubber: Rubber) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(rubber.players[Seat.NORTH])
    return client


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (by(OperationalError, None), 503, "Not just now"),
        (by(OperationalError, "53100"), 507, "The disk is full"),
        (KeyError("sheet"), 500, "Something broke"),
    ],
)
def test_a_deal_that_could_not_be_written_is_kept_in_the_page_and_sent_again_from_there(
    error: Exception,
    status: int,
    words: str,
    rubber: Rubber,
    north: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = {
        "line": "4hxs+1",
        "note": "“Ruth” <doubled>",
        "number": 1,
        "revision": 0,
        "key": uuid4(),
    }
    with monkeypatch.context() as fault:
        fault.setattr(services, "write_deal", lambda **_: raised(error))
        answer = north.post(f"/rubbers/{rubber.pk}/deals/?from=table", deal)
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page
    assert not Deal.objects.exists()
    if status == 500:
        return
    assert answer.headers["Retry-After"].isdigit()
    assert f'action="/rubbers/{rubber.pk}/deals/?from=table"' in page
    fields = {
        name: html.unescape(value)
        for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page)
    }
    assert fields.pop("csrfmiddlewaretoken")
    assert fields == {name: str(value) for name, value in deal.items()}
    for _ in range(2):
        assert (
            north.post(f"/rubbers/{rubber.pk}/deals/?from=table", fields).status_code
            == 302
        )
    assert [(each.key, each.facts.note) for each in Deal.objects.all()] == [
        (deal["key"], deal["note"])
    ]


def raised(error: Exception) -> None:
    raise error


def test_a_page_that_cannot_be_read_comes_back_by_itself(
    north: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        SessionStore, "load", lambda _: raised(by(OperationalError, None))
    )
    answer = north.get("/tables/?page=2")
    page = answer.content.decode()
    assert answer.status_code == 503
    assert '<meta http-equiv="refresh" content="5">' in page
    assert 'href="/tables/?page=2"' in page
    assert "Send it again" not in page


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/sign-in/", {"username": "anna", "password": "a rubber on Saturdays"}),
        ("/rubbers/1/agreement/", {"version": 1, "member": 2, "pin": "4711"}),
        (
            "/members/import/",
            {"file": SimpleUploadedFile("members.csv", b"name\nAnna")},
        ),
    ],
)
def test_no_password_pin_or_file_stands_in_the_page(
    address: str, form: dict[str, Any], north: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        SessionStore, "load", lambda _: raised(by(OperationalError, None))
    )
    answer = north.post(address, form)
    page = answer.content.decode()
    assert answer.status_code == 503
    assert "Go back, and send it again in a moment." in page
    assert not [word for word in ("4711", "Saturdays", "Send it again") if word in page]


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_cannot_write_is_not_kept() -> None:
    rubber = rubber_in_play()
    client = Client(raise_request_exception=False)
    client.force_login(rubber.players[Seat.NORTH])
    deal = {"line": "4hxs+1", "number": 1, "revision": 0, "key": uuid4()}
    forbid = {
        "sqlite": "PRAGMA query_only = ON",
        "postgresql": "SET default_transaction_read_only = on",
    }
    with connection.cursor() as cursor:
        cursor.execute(forbid[connection.vendor])
    assert client.post(f"/rubbers/{rubber.pk}/deals/", deal).status_code == 503
    assert client.post(f"/rubbers/{rubber.pk}/deals/", deal).status_code == 302
    assert Deal.objects.count() == 1
