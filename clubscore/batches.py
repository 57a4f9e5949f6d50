"""The one way to read very many rows: some at a time, by their ids, in constant memory."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)

Step = Callable[[int], object]
"""Told each time how many rows more have been looked at."""


def nobody_looks(rows: int) -> None:
    """The Step of who is not told."""


def portions(rows: QuerySet[M], size: int) -> Iterator[list[M]]:
    """The rows in the order of their ids, at most so many in each list.

    Each list is a query of its own: a cursor that stayed open for minutes would keep SQLite's log from being put away.
    """
    following = rows.order_by("pk")
    portion = list(following[:size])
    while portion:
        yield portion
        portion = list(following.filter(pk__gt=portion[-1].pk)[:size])
