"""The standings as a table for spreadsheets."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from clubscore.ledger.models import Season
from clubscore.standings import queries
from clubscore.standings.seasons.context import pairs_in_order, placed_of
from clubscore.standings.seasons.forms import View
from clubscore.web.clock import moment
from clubscore.web.csv import Cell, rounded

HEADER = (
    *(
        "season",
        "as_of",
        "rank",
        "member_id",
        "name",
        "rubbers",
        "won",
        "lost",
        "net_exact",
        "net_posted",
    ),
    *(
        "per_rubber",
        "best",
        "worst",
        "qualified",
        "needs",
        "game",
        "rating",
        "rating_give",
    ),
)
PAIRS_HEADER = (
    *(
        "season",
        "as_of",
        "game",
        "member_id",
        "name",
        "partner_id",
        "partner_name",
        "rubbers",
        "won",
        "net_posted",
    ),
    "per_rubber",
)


def season_table(
    season: Season, view: View, now: datetime
) -> tuple[Sequence[str], Iterator[Sequence[Cell]]]:
    """The header and the rows of the table that the reader chose, with a row for each member, or for each pair.

    A moment is written as ISO 8601 with its offset from Greenwich.
    """
    as_of = moment(season.closed_at or now)
    if view.is_pairs:
        return PAIRS_HEADER, _pairs(season, view, as_of)
    return HEADER, _members(season, view, as_of)


def _members(season: Season, view: View, as_of: str | None) -> Iterator[Sequence[Cell]]:
    listed = queries.figures_of(season, view.the_game, best=view.the_best, exactly=True)
    for placed in placed_of(season, view, listed):
        figures = placed.figures
        yield (
            season.name,
            as_of,
            placed.rank,
            figures.member_id,
            figures.name,
            figures.rubbers,
            figures.won,
            figures.lost,
            figures.net_exact,
            figures.net,
            rounded(figures.average),
            figures.best,
            figures.worst,
            placed.rank is not None,
            placed.needs,
            view.the_game,
            figures.skill.rating if figures.skill else None,
            figures.skill.uncertainty if figures.skill else None,
        )


def _pairs(season: Season, view: View, as_of: str | None) -> Iterator[Sequence[Cell]]:
    for pair in pairs_in_order(season, view):
        yield (
            season.name,
            as_of,
            view.the_game,
            pair.first_id,
            pair.names[0],
            pair.second_id,
            pair.names[1],
            pair.rubbers,
            pair.won,
            pair.net,
            rounded(pair.average),
        )


def seasons_table() -> tuple[Sequence[str], Iterator[Sequence[Cell]]]:
    """The header and the rows of a table of every season, newest first."""
    seasons = Season.objects.order_by("-begins_on")
    rows = (
        (season.name, season.begins_on.isoformat(), moment(season.closed_at))
        for season in seasons
    )
    return ("season", "begins_on", "closed_at"), rows
