"""A request that conflicts with another write in the database is rolled back and answered again."""

import logging
import sqlite3
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, OperationalError, transaction
from django.test import Client

from clubscore.hands import services as hands
from clubscore.hands.models import DealSet
from clubscore.ledger.models import Season
from clubscore.members.roles import Role
from clubscore.rubbers.models import Deal
from clubscore.rubbers.recording import services
from clubscore.rubbers.rubber.loading import load
from clubscore.web.conflicts import Overtaken, is_conflict, repeated
from scoring import Seat
from tests.conflicts import busy, conflict, of_postgresql, of_sqlite
from tests.factories import NOON, member, record, rubber_in_play
from tests.scoring.hands.made_up_hands import PRINTED

THERE_ALREADY = [
    of_postgresql("23505"),
    of_postgresql("23P01"),
    of_sqlite(sqlite3.SQLITE_CONSTRAINT_UNIQUE),
    of_sqlite(sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY),
]
NEVER_RIGHT = [
    of_postgresql("23514"),
    of_postgresql("23503"),
    of_postgresql("23502"),
    of_sqlite(sqlite3.SQLITE_CONSTRAINT_CHECK),
    of_sqlite(sqlite3.SQLITE_CONSTRAINT_NOTNULL),
    of_sqlite(sqlite3.SQLITE_CONSTRAINT_TRIGGER),
]


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubscore.web.conflicts.LONGEST_REST", 0)


def undo_after(
    errors: list[Exception], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """The status of an undo whose service first raises these errors, and the number of times the service was called."""
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
def test_a_deadlock_is_tried_again_until_it_is_through(
    sqlstate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert undo_after([conflict(sqlstate)] * 3, monkeypatch) == (302, 4)


@pytest.mark.django_db
@pytest.mark.parametrize("error", [*THERE_ALREADY, Overtaken("another plan")])
def test_who_finds_another_first_is_answered_again_and_may_lose_again_to_a_third(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert undo_after([error] * 3, monkeypatch) == (302, 4)


@pytest.mark.django_db
@pytest.mark.parametrize("error", THERE_ALREADY)
def test_a_row_that_is_there_each_time_is_a_fault_and_stands_in_the_log_as_one(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert undo_after([error] * 9, monkeypatch) == (500, 4)
    (logged,) = [line for line in caplog.records if line.levelno >= logging.ERROR]
    assert logged.exc_info and logged.exc_info[1] is error


@pytest.mark.django_db
@pytest.mark.parametrize("error", NEVER_RIGHT)
def test_what_no_row_may_be_is_a_fault_at_once(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert undo_after([error], monkeypatch) == (500, 1)


@pytest.mark.django_db
def test_the_database_says_which_of_the_two_it_is() -> None:
    day = date(2026, 1, 1)
    Season.objects.create(name="This", slug="this", begins_on=day)
    with pytest.raises(IntegrityError) as there, transaction.atomic():
        Season.objects.create(name="That", slug="that", begins_on=day)
    with pytest.raises(IntegrityError) as key, transaction.atomic():
        Season(
            pk=Season.objects.get().pk,
            name="That",
            slug="that",
            begins_on=day.replace(day=2),
        ).save(force_insert=True)
    with pytest.raises(IntegrityError) as never, transaction.atomic():
        DealSet.objects.create(
            name="",
            origin="dealt",
            first_board=1,
            boards=1,
            made_by=member("Ruth"),
            made_at=NOON,
        )
    assert [is_conflict(raised.value) for raised in (there, key, never)] == [
        True,
        True,
        False,
    ]


@pytest.mark.django_db(transaction=True)
def test_nothing_of_the_first_try_is_there_at_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Case: the service writes first and then conflicts with another write."""
    rubber = rubber_in_play()
    record(rubber, "2hn=")
    move_sheet, waiting, seen = services.move_sheet, iter([of_postgresql("23505")]), []

    def moved(**arguments: Any) -> None:
        move_sheet(**arguments)
        seen.append(Deal.objects.filter(rubber=rubber).count())
        if error := next(waiting, None):
            Deal.objects.filter(rubber=rubber).latest("pk")
            raise error

    monkeypatch.setattr(services, "move_sheet", moved)
    client = Client()
    client.force_login(load(rubber.pk).players[Seat.NORTH])
    revision = load(rubber.pk).rubber.revision
    assert client.post(f"/rubbers/{rubber.pk}/deals/1/undo/").status_code == 302
    assert load(rubber.pk).rubber.revision == revision + 1
    assert seen == [1, 1]


@pytest.mark.django_db
def test_a_file_that_was_sent_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    take, waiting = hands.import_set, iter([of_postgresql("23505")])

    def service(**arguments: Any) -> Any:
        if error := next(waiting, None):
            raise error
        return take(**arguments)

    monkeypatch.setattr(hands, "import_set", service)
    client = Client()
    client.force_login(member("Ruth", role=Role.ADMIN))
    file = SimpleUploadedFile(
        "pairs.pbn", f'[Board "7"]\n[Deal "{PRINTED}"]\n'.encode()
    )
    answer = client.post(
        "/hands/import/", {"name": "Thursday pairs", "opens_at": "", "file": file}
    )
    assert (answer.status_code, DealSet.objects.get().first_board) == (302, 7)


@pytest.mark.django_db
def test_four_tries_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert undo_after([conflict("40P01")] * 9, monkeypatch) == (503, 4)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "status"),
    [
        (conflict("57P01"), 503),
        (OperationalError("disk I/O error"), 503),
        (KeyError("sheet"), 500),
    ],
)
def test_another_error_is_not_tried_again(
    error: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert undo_after([error], monkeypatch) == (status, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "status"), [(conflict("53100"), 507), (NEVER_RIGHT[0], 500)]
)
def test_a_second_try_that_meets_something_else_is_answered_for_that(
    error: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert undo_after([conflict("40P01"), error], monkeypatch) == (status, 2)


def failing(*errors: Exception) -> Callable[[], str]:
    """A function that raises these errors, one in each call, and then succeeds."""
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
    assert repeated(failing(*THERE_ALREADY[:3])) == "written"
    with pytest.raises(IntegrityError):
        repeated(failing(*THERE_ALREADY))
    for error in (*NEVER_RIGHT, KeyError("sheet")):
        with pytest.raises(type(error)):
            repeated(failing(error))


@pytest.mark.django_db(transaction=True)
def test_a_part_of_a_transaction_is_not_written_again() -> None:
    for error in (conflict("40P01"), of_postgresql("23505")):
        with pytest.raises(type(error)), transaction.atomic():
            repeated(failing(error))
