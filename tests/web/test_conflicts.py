"""A request whose transaction PostgreSQL ended in favour of another is answered again."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.test import Client

from clubscore.rubbers.loading import load
from clubscore.rubbers.recording import services
from clubscore.web.conflicts import repeated
from scoring import Seat
from tests.conflicts import busy, conflict
from tests.factories import record, rubber_in_play


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubscore.web.conflicts.LONGEST_REST", 0)


def undo_after(errors: list[Exception], monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """The status of an undo whose service raises these errors first, and the number of times it was called."""
    rubber = rubber_in_play()
    record(rubber, "2hn=")
    north = load(rubber.pk).players[Seat.NORTH]
    undo, calls, waiting = services.undo_deal, [], iter(errors)

    def service(**arguments: Any) -> Any:
        calls.append(arguments)
        if error := next(waiting, None):
            raise error
        return undo(**arguments)

    monkeypatch.setattr(services, "undo_deal", service)
    client = Client(raise_request_exception=False)
    client.force_login(north)
    return client.post(f"/rubbers/{rubber.pk}/deals/1/undo/").status_code, len(calls)


@pytest.mark.django_db
@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_SNAPSHOT])
def test_a_lock_of_the_database_that_lasts_too_long_is_waited_for_again(
    code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert undo_after([busy(code)], monkeypatch) == (302, 2)


@pytest.mark.django_db
@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_a_deadlock_is_tried_again_until_it_is_through(sqlstate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert undo_after([conflict(sqlstate)] * 3, monkeypatch) == (302, 4)


@pytest.mark.django_db
def test_four_tries_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert undo_after([conflict("40P01")] * 9, monkeypatch) == (503, 4)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "status"), [(conflict("57P01"), 503), (OperationalError("disk I/O error"), 503), (KeyError("sheet"), 500)]
)
def test_another_error_is_not_tried_again(error: Exception, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert undo_after([error], monkeypatch) == (status, 1)


def failing(*errors: Exception) -> Callable[[], str]:
    """A write that raises these errors, one a call, and then is through."""
    waiting = iter(errors)

    def write() -> str:
        if error := next(waiting, None):
            raise error
        return "written"

    return write


@pytest.mark.django_db(transaction=True)
def test_a_writer_without_a_request_writes_again_too() -> None:
    assert repeated(failing(*[conflict("40P01")] * 3)) == "written"
    with pytest.raises(OperationalError):
        repeated(failing(*[conflict("40P01")] * 4))
    with pytest.raises(KeyError):
        repeated(failing(KeyError("sheet")))


@pytest.mark.django_db(transaction=True)
def test_a_part_of_a_transaction_is_not_written_again() -> None:
    with pytest.raises(OperationalError), transaction.atomic():
        repeated(failing(conflict("40P01")))
