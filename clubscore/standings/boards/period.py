"""The days of the boards in a member's figures: the last twelve months, a season, or all time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.ledger.models import Season
from clubscore.standings.profiles.period import ALL, days_of

YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class BoardsPeriod:
    """The days from `first` to the day before `end`. `slug` is empty for the last twelve months."""

    slug: str
    title: str
    first: date
    end: date
    seasons: Sequence[Season]


def boards_period(params: Mapping[str, Any], now: datetime) -> BoardsPeriod:
    """The period chosen by `params`. The last twelve months replace a missing or unknown season."""
    seasons = list(Season.objects.order_by("-begins_on"))
    slug = params.get("season", "")
    if slug == ALL:
        return BoardsPeriod(ALL, _("All seasons"), date.min, date.max, seasons)
    for season in seasons:
        if season.slug == slug:
            return BoardsPeriod(slug, season.called, *days_of(season, seasons), seasons)
    first = timezone.localdate(now) - YEAR
    return BoardsPeriod("", _("The last twelve months"), first, date.max, seasons)
