"""The range of ids in which some rows lie: it lets PostgreSQL read a part of a large table instead of the whole."""

from typing import Any, NamedTuple

from django.db.models import F, Max, Min, QuerySet


class IdRange(NamedTuple):
    """The lowest and the highest id of some rows; both are 0 without any row."""

    first: int
    last: int


def id_range(rows: QuerySet[Any]) -> IdRange:
    """The lowest and the highest id of the rows; both are 0 if there are no rows. Takes one query."""
    # `+ 0`: for the minimum of a plain id PostgreSQL would follow the index and read the table from its beginning.
    unindexed_id = F("pk") + 0
    ends = rows.aggregate(first=Min(unindexed_id), last=Max(unindexed_id))
    return IdRange(first=ends["first"] or 0, last=ends["last"] or 0)
