"""Moments on the club's clock, as tables for other programs have them."""

from datetime import datetime

from django.utils import timezone


def moment(at: datetime | None) -> str | None:
    """ISO 8601 to the second, with the offset from Greenwich."""
    return on_the_clock(at).isoformat(timespec="seconds") if at else None


def on_the_clock(at: datetime) -> datetime:
    """The club has one clock, whoever asks; asking for the present one takes longer than all else here."""
    return at.astimezone(timezone.get_default_timezone())
