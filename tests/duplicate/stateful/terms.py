"""No correction period, and no time for appeals, ends earlier than it was to end while it runs (Laws 79C, 92B)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from clubscore.duplicate.models import Publication, Session


class Ends(NamedTuple):
    """The ends of the two periods that a publication began or continued."""

    corrections: datetime
    appeals: datetime


def periods(session: Session) -> Mapping[int, Ends]:
    """Map the number of each publication to the ends of its periods."""
    return {
        row.number: _ends(row) for row in Publication.objects.filter(session=session)
    }


def _ends(publication: Publication) -> Ends:
    begins = publication.correction_ends_at - timedelta(minutes=publication.minutes)
    appeals = begins + timedelta(minutes=publication.appeal_minutes)
    return Ends(publication.correction_ends_at, appeals)


def no_running_period_is_cut(
    before: Mapping[int, Ends], after: Mapping[int, Ends], now: datetime
) -> None:
    """Assert that each period that was running still ends when it was to end, or later."""
    if not before:
        return
    running, newest = before[max(before)], after[max(after)]
    for end_before, end_after in zip(running, newest, strict=True):
        assert now > end_before or end_after >= end_before, (before, after)
    for number, ends in before.items():
        assert after[number] >= ends, f"the periods of publication {number} were cut"
