"""Reading the database as of one moment with several statements, in a block or a whole view, without blocking writers.

Every view of duplicate that answers GET has the decorator `at_one_moment`: its pages read a session, its results and
its rulings by statements that must agree. The views of rubbers do not have the decorator
(rubbers/rubber/loading.py says why).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.db import connection, transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

View = Callable[..., HttpResponseBase]


def at_one_moment(view: View) -> View:
    """A view decorator: on GET, the view reads the database as of one moment, whoever writes between its statements.

    POST requests are not changed, because their service has a transaction of its own.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method not in {"GET", "HEAD"}:
            return view(request, *args, **kwargs)
        # Read before: an expired sign-in is deleted then, which is a write.
        _ = request.user.is_authenticated
        with snapshot():
            return view(request, *args, **kwargs)

    return answer


@contextmanager
def snapshot() -> Iterator[None]:
    """A context manager: all queries of its block see the database as it was at the first query, while others write.

    Inside an open transaction it changes nothing: the queries see what the transaction sees.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _reading_only(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
                )
            yield


@contextmanager
def _reading_only() -> Iterator[None]:
    """A context manager: transactions of its block begin without the write lock, so they do not block writers."""
    connection.ensure_connection()  # which sets the usual mode
    usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
