"""The standings of duplicate as the public sees them, with public names in them."""

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
from clubscore.standings.duplicate.queries import counted_in, duplicate_terms_of, lines_by_terms
from clubscore.standings.ranking.percentages import Counting, PercentPlaced
from clubscore.standings.seasons.context import game_tabs

MOST_LINES = 500  # of a table of standings


@dataclass(frozen=True, slots=True)
class PublicPercents:
    """The table of duplicate of a season by its own terms, best first."""

    season: Season
    games: list[str]
    counting: Counting
    lines: list[PercentPlaced]
    more: int
    """The lines that are left out because the table is very long."""
    sessions: int
    provisional: int
    """How many of the sessions may still change."""
    game: str = DUPLICATE

    @property
    def game_title(self) -> str:
        return _("Duplicate")

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The season's games with their titles."""
        return game_tabs(self.games)


def percents_mark(season: Season, now: datetime) -> str:
    """Any publication of a session of the season or later changes it, the end of a correction period, and its terms."""
    rows = Publication.objects.filter(session__day__gte=season.begins_on)
    found = rows.aggregate(last=Max("pk"), provisional=Count("pk", filter=Q(correction_ends_at__gte=now)))
    return f"{found['last'] or 0} {found['provisional']} {duplicate_terms_of(season).words}"


def public_percents(choice: PublicChoice, season: Season, games: list[str], now: datetime) -> PublicPercents:
    """`games` are those of the season, with duplicate."""
    terms, counted = duplicate_terms_of(season), counted_in(season)
    lines = lines_by_terms(season, terms, counted)
    # Of everybody, listed or not: the numbers of those who are not named depend on who else is there.
    everybody = {*counted.percentages, *(line.figures.member_id for line in lines)}
    names = names_for(everybody, naming=Naming(choice.naming), scope=f"season {season.slug}")
    named = [line._replace(figures=line.figures._replace(name=names[line.figures.member_id])) for line in lines]
    return PublicPercents(
        season=season,
        games=games,
        counting=terms.counting,
        lines=named[:MOST_LINES],
        more=len(named[MOST_LINES:]),
        sessions=counted.sessions,
        provisional=0 if season.is_closed else counted.provisional(now),
    )
