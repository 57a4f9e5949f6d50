"""`duplicate_standings.csv`: the standings of duplicate bridge, season by season.

An open season is ranked by the terms of that season. For a closed season the file has the published table.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from clubscore.ledger.models import Season
from clubscore.standings.duplicate.context import percent_view
from clubscore.standings.duplicate.csv_table import HEADER, percent_table
from clubscore.web.csv import Cell

__all__ = ["HEADER", "rows"]


def rows(now: datetime) -> Iterator[Sequence[Cell]]:
    for season in Season.objects.order_by("begins_on"):
        _, lines = percent_table(season, percent_view(season, {}), now)
        yield from lines
