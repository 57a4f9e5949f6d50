"""A request whose transaction PostgreSQL ended in favour of another is answered again."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from clubscore.rubbers.loading import load
from clubscore.rubbers.recording import services
from scoring import Seat
from tests.factories import record, rubber_in_play


class Ended(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def conflict(sqlstate: str) -> OperationalError:
    error = OperationalError("canceling statement")
    error.__cause__ = Ended(sqlstate)
    return error


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
@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_a_deadlock_is_tried_again_until_it_is_through(sqlstate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert undo_after([conflict(sqlstate)] * 3, monkeypatch) == (302, 4)


@pytest.mark.django_db
def test_four_tries_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert undo_after([conflict("40P01")] * 9, monkeypatch) == (500, 4)


@pytest.mark.django_db
@pytest.mark.parametrize("error", [conflict("57P01"), OperationalError("disk I/O error"), KeyError("sheet")])
def test_another_error_is_not_tried_again(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    assert undo_after([error], monkeypatch) == (500, 1)
