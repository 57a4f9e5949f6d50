"""Requests that met another in the database: PostgreSQL ends one of the two, and that one is answered again."""

import random
import time
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponseBase

TRIES = 4
LONGEST_REST = 0.05  # seconds; a random part of it, so that the same two do not meet again
CONFLICTS = {"40001": "serialization failure", "40P01": "deadlock"}  # SQLSTATE


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
            time.sleep(random.random() * LONGEST_REST * attempt)
            try:
                return match.func(request, *match.args, **match.kwargs)
            except OperationalError as again:
                exception = again
        return None


def is_conflict(error: BaseException) -> bool:
    """Whether the database ended the transaction because of another one."""
    return isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) in CONFLICTS
