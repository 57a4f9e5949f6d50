"""The period of the page of a member or a pair: one game, in a season or of all time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from clubscore.ledger.models import Season
from clubscore.standings.queries import current_of
from scoring import SYSTEMS

ALL = "all"  # in place of a season's name in the address


@dataclass(frozen=True, slots=True)
class ProfilePeriod:
    """The part of a member's play that a page shows: one game, in a season or of all time (`season` is None)."""

    game: str
    season: Season | None
    seasons: list[Season]

    @property
    def title(self) -> str:
        return self.season.called if self.season else _("All seasons")

    @property
    def slug(self) -> str:
        return self.season.slug if self.season else ALL


def period_of(params: Mapping[str, Any], now: datetime) -> ProfilePeriod:
    """The period chosen by `params`. The current season and the first game replace a missing or senseless value."""
    seasons = list(Season.objects.order_by("-begins_on"))
    game = params.get("game", "")
    chosen = next(
        (season for season in seasons if season.slug == params.get("season")), None
    )
    if chosen is None and params.get("season") != ALL:
        chosen = current_of(seasons, now)
    if game not in SYSTEMS:
        game = next(iter(SYSTEMS))
    return ProfilePeriod(game, chosen, seasons)


def days_of(season: Season, seasons: Iterable[Season]) -> tuple[date, date]:
    """The first day of a season, and the day after its last: the first day of the next season, or date.max.

    The first season also has the days before it. `seasons` are all seasons.
    """
    first, end = date.min, date.max
    for other in seasons:
        if other.begins_on < season.begins_on:
            first = season.begins_on
        elif other.begins_on > season.begins_on:
            end = min(end, other.begins_on)
    return first, end
