"""The standings as a table for spreadsheets."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils import timezone

from clubscore.ledger.models import Season
from clubscore.standings import queries
from clubscore.standings.forms import View
from clubscore.standings.pages import placed_of
from clubscore.web.csv import Cell

HEADER = (
    *("season", "as_of", "game", "rank", "member_id", "name", "rubbers", "won", "lost", "net_posted", "per_rubber"),
    *("best", "worst", "qualified", "needs", "rating", "rating_give"),
)
PAIRS_HEADER = (
    *("season", "as_of", "game", "member_id", "name", "partner_id", "partner_name", "rubbers", "won", "net_posted"),
    "per_rubber",
)


def season_table(season: Season, view: View, now: datetime) -> tuple[Sequence[str], Iterator[Sequence[Cell]]]:
    """Header and rows of what the view asks for; a moment as ISO 8601 with its offset from Greenwich."""
    as_of = timezone.localtime(season.closed_at or now).isoformat(timespec="seconds")
    if view.is_pairs:
        return PAIRS_HEADER, _pairs(season, view, as_of)
    return HEADER, _members(season, view, as_of)


def _members(season: Season, view: View, as_of: str) -> Iterator[Sequence[Cell]]:
    for placed in placed_of(season, view, queries.figures_of(season, view.the_game, best=view.the_best)):
        figures = placed.figures
        yield (
            season.name,
            as_of,
            view.the_game,
            placed.rank,
            figures.member_id,
            figures.name,
            figures.rubbers,
            figures.won,
            figures.lost,
            figures.net,
            _rounded(figures.average),
            figures.best,
            figures.worst,
            placed.rank is not None,
            placed.needs,
            figures.skill.rating if figures.skill else None,
            figures.skill.give if figures.skill else None,
        )


def _pairs(season: Season, view: View, as_of: str) -> Iterator[Sequence[Cell]]:
    for pair in queries.pairs_of(season, view.the_game, guests=view.with_guests):
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
            _rounded(pair.average),
        )


def _rounded(average: float | None) -> float | None:
    return None if average is None else round(average, 2)
