"""The standings of duplicate as a table for spreadsheets."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction

from clubscore.ledger.models import Season
from clubscore.standings.duplicate.context import lines_of
from clubscore.standings.duplicate.forms import PercentView
from clubscore.standings.duplicate.queries import counted_in
from clubscore.web.clock import moment
from clubscore.web.csv import Cell

HEADER = (
    *(
        "season",
        "as_of",
        "rank",
        "member_id",
        "name",
        "sessions",
        "counted",
        "percent",
        "best",
        "qualified",
        "needs",
    ),
    *("ranked_by", "best_of_each", "of_the_last", "masterpoints"),
)


def percent_table(
    season: Season, view: PercentView, now: datetime
) -> tuple[Sequence[str], Iterator[Sequence[Cell]]]:
    """The header and the rows of the table that the reader chose; percentages are exact to a ten-thousandth."""
    return HEADER, _rows(season, view, now)


def _rows(season: Season, view: PercentView, now: datetime) -> Iterator[Sequence[Cell]]:
    as_of = moment(season.closed_at or now)
    counting = view.counting
    for line in lines_of(season, view, counted_in(season)):
        figures = line.figures
        yield (
            season.name,
            as_of,
            line.rank,
            figures.member_id,
            figures.name,
            figures.sessions,
            figures.counted,
            _written(figures.percent),
            _written(figures.best),
            line.rank is not None,
            line.needs,
            counting.by.value,
            counting.best,
            counting.last,
            figures.masterpoints / 100,
        )


def _written(percent: Fraction) -> float:
    return round(float(percent), 4)
