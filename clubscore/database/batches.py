"""Reading very many rows in constant memory: in batches, by their ids."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)

Progress = Callable[[int], object]
"""A progress callback: called after each batch with the number of its rows."""


def no_progress(rows: int) -> None:
    """Do nothing: the progress callback for callers that show no progress."""


def portions(rows: QuerySet[M], size: int) -> Iterator[list[M]]:
    """The rows in the order of their ids, in lists of at most `size`.

    Each list is a query of its own: a cursor open for minutes would keep SQLite from emptying its write-ahead log.
    """
    following = rows.order_by("pk")
    portion = list(following[:size])
    while portion:
        yield portion
        portion = list(following.filter(pk__gt=portion[-1].pk)[:size])
