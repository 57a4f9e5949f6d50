"""Rows of one kind that need attention, a page of them at a time."""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from clubscore.database.prepared.queries import PreparedLookup

R = TypeVar("R")

PAGE_SIZE = 20  # of each kind
FIRST = slice(0, PAGE_SIZE + 1)
"""The slice of a kind's first page and one row more. That row shows that there is another page."""


class ListQuery(Generic[R]):
    """A query for the rows of one kind. The query for the first page, which is needed most, is compiled once.

    `build` makes the queryset from a slice and from values, one value for each of `fields`.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, R]], *fields: Any) -> None:
        self._build = build
        self._first = PreparedLookup(partial(build, FIRST), *fields)

    def of(self, span: slice, *values: object) -> list[R]:
        """The rows in the slice `span`, for these values. One statement."""
        if span == FIRST:
            return self._first.find(*values)
        return list(self._build(span, *values))
