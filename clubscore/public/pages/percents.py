"""The standings of duplicate as the public sees them, with public names in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Publication
from clubscore.ledger.models import Season
from clubscore.public.models import PublicChoice
from clubscore.public.names import names_for
from clubscore.public.naming import Naming
from clubscore.standings.duplicate.context import DUPLICATE
from clubscore.standings.duplicate.queries import (
    counted_in,
    duplicate_terms_of,
    lines_by_terms,
)
from clubscore.standings.ranking.percentages import Counting, PercentPlaced
from clubscore.standings.seasons.context import game_tabs

MOST_LINES = 500  # of a table of standings


@dataclass(frozen=True, slots=True)
class PublicPercents:
    """A season's standings of duplicate, with public names, best first.

    The season's own terms decide which sessions count and who is ranked.
    """

    season: Season
    games: list[str]
    counting: Counting
    lines: list[PercentPlaced]
    more: int
    """The number of lines that are left out because the table is very long."""
    sessions: int
    provisional: int
    """The number of sessions whose results may still change."""
    game: str = DUPLICATE

    @property
    def has_masterpoints(self) -> bool:
        """True if a member has won masterpoints in the season."""
        return any(line.figures.masterpoints for line in self.lines)

    @property
    def game_title(self) -> str:
        return _("Duplicate")

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The season's games with their titles."""
        return game_tabs(self.games)


def percents_mark(season: Season, now: datetime) -> str:
    """A text that changes whenever the standings of duplicate may have changed.

    It changes when a session since the season's beginning is published, a correction period ends, or the terms change.
    """
    rows = Publication.objects.filter(session__day__gte=season.begins_on)
    may_change = Q(correction_ends_at__gte=now)
    state = rows.aggregate(last=Max("pk"), provisional=Count("pk", filter=may_change))
    last = state["last"] or 0
    return f"{last} {state['provisional']} {duplicate_terms_of(season).words}"


def public_percents(
    choice: PublicChoice, season: Season, games: list[str], now: datetime
) -> PublicPercents:
    """The public standings of duplicate of a season. `games` are the season's games, duplicate included."""
    terms = duplicate_terms_of(season)
    counted = counted_in(season)
    lines = lines_by_terms(season, terms, counted)
    # Everybody gets a name, listed or not: the number of an unnamed player depends on who else has one.
    everybody = {*counted.percentages, *(line.figures.member_id for line in lines)}
    names = names_for(
        everybody, naming=Naming(choice.naming), scope=f"season {season.slug}"
    )
    named = [_named(line, names) for line in lines]
    provisional = 0 if season.is_closed else counted.provisional(now)
    return PublicPercents(
        season=season,
        games=games,
        counting=terms.counting,
        lines=named[:MOST_LINES],
        more=len(named[MOST_LINES:]),
        sessions=counted.sessions,
        provisional=provisional,
    )


def _named(line: PercentPlaced, names: Mapping[int, str]) -> PercentPlaced:
    """The line with the public name of its player."""
    name = names[line.figures.member_id]
    return line._replace(figures=line.figures._replace(name=name))
