"""Conflicts of two writers in the database: the transaction of one writer is undone and repeated.

See decisions 0027 and 0060. The database ended one transaction in favour of the other, or the other writer was first
with a unique value: a name, a key, the next version of a result. The repeated write sees the other writer's rows.
"""

import random
import sqlite3
import time
from collections.abc import Callable
from itertools import count
from typing import TypeVar

from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.http import HttpRequest, HttpResponseBase

TRIES = 4
LONGEST_REST = (
    0.05  # seconds; a random part of it, so that the same two do not meet again
)
CONFLICTS = {"40001": "serialization failure", "40P01": "deadlock"}  # SQLSTATE
PRIMARY = 0xFF  # the bits of an SQLite error code that say which error; the others say more about it
# SQLSTATE.
ANOTHER_WAS_FIRST = {
    "23505": "a unique constraint",
    "23P01": "an exclusion constraint",
}
SQLITE_ANOTHER_WAS_FIRST = {
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
}

T = TypeVar("T")


class Overtaken(OperationalError):
    """An error of a write: another writer has changed rows after this write read them.

    The code raises it where no constraint of the database reports such a conflict.
    """


def repeated(write: Callable[[], T]) -> T:
    """Call `write`, which has its own transaction, and call it again after a conflict with another writer.

    No transaction may be open, because `write` could not repeat the rest of it. Raises the exceptions of `write`, and
    the error of the database after four attempts.
    """
    for attempt in count(1):
        try:
            return write()
        except DatabaseError as error:
            if attempt == TRIES or connection.in_atomic_block or not is_conflict(error):
                raise
        _rest(attempt)
    raise AssertionError  # not reached


def _rest(attempt: int) -> None:
    time.sleep(random.random() * LONGEST_REST * attempt)


class TryAgain:
    """Middleware that calls the view again after a conflict with another writer, up to four calls in all.

    The database has undone the view's transaction. A few views have several transactions. The earlier transactions of
    such a view stay, and are run a second time: an attempt to sign in counts twice, or a second link replaces the link
    just made. If the fourth call fails, too, its error is answered and logged like any other error.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponseBase | None:
        match = request.resolver_match
        if match is None or not is_conflict(exception):
            return None
        for attempt in range(1, TRIES):
            _rest(attempt)
            _rewind_files(request)
            try:
                return match.func(request, *match.args, **match.kwargs)
            except DatabaseError as again:
                if not is_conflict(again):
                    raise
        return None


def _rewind_files(request: HttpRequest) -> None:
    """Rewind the uploaded files of the request, so that the view can read them again."""
    for _, files in request.FILES.lists():
        for file in files:
            file.seek(0)


def is_conflict(error: BaseException) -> bool:
    """True if the error is a conflict with another writer, so that the write can be repeated."""
    if isinstance(error, OperationalError):
        return isinstance(error, Overtaken) or _was_ended(error)
    return isinstance(error, IntegrityError) and _another_was_first(error)


def _was_ended(error: OperationalError) -> bool:
    """True if the database ended the transaction in favour of another, or if SQLite waited too long for the lock."""
    is_busy = (
        getattr(error.__cause__, "sqlite_errorcode", 0) & PRIMARY == sqlite3.SQLITE_BUSY
    )
    return is_busy or getattr(error.__cause__, "sqlstate", None) in CONFLICTS


def _another_was_first(error: IntegrityError) -> bool:
    """True if the write failed because another row has its unique value already.

    False for other broken constraints, which are errors of the program.
    """
    is_there = (
        getattr(error.__cause__, "sqlite_errorcode", 0) in SQLITE_ANOTHER_WAS_FIRST
    )
    return is_there or getattr(error.__cause__, "sqlstate", None) in ANOTHER_WAS_FIRST
