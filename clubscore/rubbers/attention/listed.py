"""Rows of one kind that need attention, a page of them at a time."""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from clubscore.database.prepared.queries import PreparedLookup

R = TypeVar("R")

PAGE_SIZE = 20  # of each kind
FIRST = slice(0, PAGE_SIZE + 1)
"""The first page of a kind, and whether there is more: the page of all kinds has it of each."""


class ListQuery(Generic[R]):
    """A query by one value of each of these fields: compiled once for the first page, which is nearly always asked for.

    `build` makes the queryset of a span and these values.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, R]], *fields: Any) -> None:
        self._build = build
        self._first = PreparedLookup(partial(build, FIRST), *fields)

    def of(self, span: slice, *values: object) -> list[R]:
        """The rows of that span. One statement."""
        if span == FIRST:
            return self._first.find(*values)
        return list(self._build(span, *values))
