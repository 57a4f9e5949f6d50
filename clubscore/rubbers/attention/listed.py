"""Queries that list the things of one kind that need an arbiter, such as disputes, one page at a time."""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from clubscore.database.prepared.queries import PreparedLookup

R = TypeVar("R")

PAGE_SIZE = 20  # of each kind
FIRST = slice(0, PAGE_SIZE + 1)
"""The slice for the first page of a list and one further row. The further row shows that there is another page."""


class ListQuery(Generic[R]):
    """A query that lists the things of one kind that need an arbiter, such as disputes.

    `build` makes the queryset from a slice and from one value for each of `fields`. The query for the first page, which
    is needed most, is compiled only once.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, R]], *fields: Any) -> None:
        self._build = build
        self._first = PreparedLookup(partial(build, FIRST), *fields)

    def of(self, span: slice, *values: object) -> list[R]:
        """The rows of the list that lie in the slice `span`. Runs one statement.

        `values` has one value for each field of the query, such as the start and the end of a period.
        """
        if span == FIRST:
            return self._first.find(*values)
        return list(self._build(span, *values))
