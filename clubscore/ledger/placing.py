"""The season of a booking by its day, and the check that each booking is in the right season (decision 0023)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import zip_longest

from django.db.models import QuerySet

from clubscore.calendar import day_words
from clubscore.database.batches import Progress, no_progress
from clubscore.ledger.models import Season, Transaction


def season_for(open_seasons: Sequence[Season], day: date) -> Season:
    """The season for bookings of that day: the season of the day if it is open, else the first open season.

    `open_seasons` are the open seasons, oldest first.
    """
    return season_on(open_seasons, day) or open_seasons[0]


def season_on(seasons: Iterable[Season], day: date) -> Season | None:
    """The season to which that day belongs; None if the day is before all seasons. `seasons` are in any order."""
    begun = (season for season in seasons if season.begins_on <= day)
    return max(begun, key=lambda season: season.begins_on, default=None)


def wrongly_placed(looked_at: Progress = no_progress) -> Iterator[str]:
    """A sentence for each booking in a wrong season.

    The right season is the season of the booking's day; if that season was closed, the next open season. A booking that
    was added to a closed season is wrong, too. `looked_at(1)` is called after each season, for a progress bar.
    """
    before: Season | None = None
    seasons = list(Season.objects.order_by("begins_on"))
    for season, following in zip_longest(seasons, seasons[1:]):
        for booked in _too_early(season, before):
            yield f"Transaction {booked} is of {day_words(booked.day)}, before {season}, whose day has an open season."
        if following:
            for booked in _in(season).filter(day__gte=following.begins_on):
                yield f"Transaction {booked} is of {day_words(booked.day)}, and stands in {season}, which was over."
        if season.closed_after is not None:
            for booked in _in(season).filter(pk__gt=season.closed_after):
                yield f"Transaction {booked} came into {season} after that was closed."
        before = season
        looked_at(1)


def _in(season: Season) -> QuerySet[Transaction]:
    return Transaction.objects.filter(season=season).order_by("pk")


def _too_early(season: Season, before: Season | None) -> QuerySet[Transaction]:
    """The bookings of this season whose day is before the season, made while the season `before` was open.

    These bookings are in the wrong season: they belong to `before` or to an earlier season. Empty if `before` is None.
    """
    if before is None:
        return Transaction.objects.none()
    early = _in(season).filter(day__lt=season.begins_on)
    return (
        early
        if before.closed_after is None
        else early.filter(pk__lte=before.closed_after)
    )
