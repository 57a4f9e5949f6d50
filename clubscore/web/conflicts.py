"""Writers that met another in the database: one of the two is ended, and that one writes again (decision 0027)."""

import random
import sqlite3
import time
from collections.abc import Callable
from itertools import count
from typing import TypeVar

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponseBase

TRIES = 4
LONGEST_REST = 0.05  # seconds; a random part of it, so that the same two do not meet again
CONFLICTS = {"40001": "serialization failure", "40P01": "deadlock"}  # SQLSTATE
PRIMARY = 0xFF  # the bits of an SQLite error code that say which error; the others say more about it

T = TypeVar("T")


def repeated(write: Callable[[], T]) -> T:
    """Call `write`, which has one transaction of its own, and again when that was ended in favour of another.

    Only where no transaction is open: else more was ended than `write` can write again. Raises what `write` raises, and
    OperationalError after four tries.
    """
    for attempt in count(1):
        try:
            return write()
        except OperationalError as error:
            if attempt == TRIES or connection.in_atomic_block or not is_conflict(error):
                raise
        _rest(attempt)
    raise AssertionError  # not reached


def _rest(attempt: int) -> None:
    time.sleep(random.random() * LONGEST_REST * attempt)


class TryAgain:
    """Middleware that calls the view again when its transaction was ended in favour of another.

    Nothing of that transaction was written. The few views with more than one write the earlier ones again: a counted
    try to sign in, a link that replaces the one just made.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        match = request.resolver_match
        if match is None:
            return None
        for attempt in range(1, TRIES):
            if not is_conflict(exception):
                return None
            _rest(attempt)
            try:
                return match.func(request, *match.args, **match.kwargs)
            except OperationalError as again:
                exception = again
        return None


def is_conflict(error: BaseException) -> bool:
    """Whether the database ended the transaction because of another one, or on SQLite waited too long for it."""
    if not isinstance(error, OperationalError):
        return False
    is_busy = getattr(error.__cause__, "sqlite_errorcode", 0) & PRIMARY == sqlite3.SQLITE_BUSY
    return is_busy or getattr(error.__cause__, "sqlstate", None) in CONFLICTS
