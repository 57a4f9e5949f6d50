"""`standings.csv`: the standings of every game in every season.

An open season is ranked by the terms of that season. For a closed season the file has the published table.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from clubscore.ledger.models import Season
from clubscore.standings.queries import games_of
from clubscore.standings.seasons.context import view_of
from clubscore.standings.seasons.csv_table import HEADER, season_table
from clubscore.web.csv import Cell

__all__ = ["HEADER", "rows"]


def rows(now: datetime) -> Iterator[Sequence[Cell]]:
    for season in Season.objects.order_by("begins_on"):
        for game in games_of(season):
            _, lines = season_table(season, view_of(season, {"game": game}), now)
            yield from lines
