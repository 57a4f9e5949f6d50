"""Times in the club's time zone, for tables that other programs read; times that never go backwards."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max
from django.utils import timezone

MOST_AHEAD = timedelta(days=1)


def not_before(now: datetime, *written: datetime) -> datetime:
    """A time for new rows that is never before a `written` time, even if the clock was set back.

    It is `now`, or a microsecond after the latest `written` time if `now` is earlier.
    """
    latest = max(written, default=now)
    return now if latest <= now else latest + timedelta.resolution


def newest_time(rows: Any, field: str) -> list[datetime]:
    """The latest time in the column `field` of these rows, as a list of one for `not_before`; empty without rows."""
    found = rows.aggregate(at=Max(field))["at"]
    return [found] if found else []


def near(now: datetime, *written: datetime | None) -> list[datetime]:
    """The `written` times that are at most a day ahead of `now`, without None.

    A time further ahead was written by a wrong clock, and must not move the times that are written now.
    """
    return [time for time in written if time and time <= now + MOST_AHEAD]


def moment(at: datetime | None) -> str | None:
    """The time on the club's clock in ISO 8601, to the second: `2026-11-21T20:15:00+00:00`; None for None."""
    return on_the_clock(at).isoformat(timespec="seconds") if at else None


def on_the_clock(at: datetime) -> datetime:
    """The time `at` in the time zone of the club (TIME_ZONE).

    Django's current time zone is not used, because looking it up is slow.
    """
    return at.astimezone(timezone.get_default_timezone())
