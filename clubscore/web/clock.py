"""Times in the club's time zone, for tables that other programs read."""

from datetime import datetime

from django.utils import timezone


def moment(at: datetime | None) -> str | None:
    """ISO 8601 to the second with the UTC offset, such as `2026-11-21T20:15:00+00:00`; None for None."""
    return on_the_clock(at).isoformat(timespec="seconds") if at else None


def on_the_clock(at: datetime) -> datetime:
    """The same moment in TIME_ZONE. Not in the current time zone: the club has one, and looking it up is slow."""
    return at.astimezone(timezone.get_default_timezone())
