"""Writers that met another in the database: what one of them wrote is undone, and that one writes again.

See decisions 0027 and 0060. One of the two was ended in favour of the other, or the other was first with what only one
can have: a name, a key, the next version of a result. Written again, it sees what the other did.
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
    """Another has changed what a write follows from, after it was read; no constraint of the database tells so."""


def repeated(write: Callable[[], T]) -> T:
    """Call `write`, which has one transaction of its own, and again when it met another writer.

    Only where no transaction is open: else more was undone than `write` can write again. Raises what `write` raises,
    and the error of the database after four tries.
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
    """Middleware that calls the view again when it met another writer.

    Nothing of its transaction was written. The few views with more than one write the earlier ones again: a counted
    try to sign in, a link that replaces the one just made. An error that comes at the fourth try, too, is nobody
    else's doing: it is answered and logged as any other.
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
    """Let the view read again what was sent."""
    for _, files in request.FILES.lists():
        for file in files:
            file.seek(0)


def is_conflict(error: BaseException) -> bool:
    """True if a write met another writer: it is undone, and can be written again."""
    if isinstance(error, OperationalError):
        return isinstance(error, Overtaken) or _was_ended(error)
    return isinstance(error, IntegrityError) and _another_was_first(error)


def _was_ended(error: OperationalError) -> bool:
    """True if the database ended the transaction because of another one, or on SQLite waited too long for it."""
    is_busy = (
        getattr(error.__cause__, "sqlite_errorcode", 0) & PRIMARY == sqlite3.SQLITE_BUSY
    )
    return is_busy or getattr(error.__cause__, "sqlstate", None) in CONFLICTS


def _another_was_first(error: IntegrityError) -> bool:
    """True if a row is there already; what no row may be, such as a number below zero, is an error of ours."""
    is_there = (
        getattr(error.__cause__, "sqlite_errorcode", 0) in SQLITE_ANOTHER_WAS_FIRST
    )
    return is_there or getattr(error.__cause__, "sqlstate", None) in ANOTHER_WAS_FIRST
