"""The correction periods that hold for a session."""

from typing import NamedTuple

from clubscore.duplicate.models import PeriodTerms, Session
from clubscore.duplicate.models.publication import USUAL_MINUTES


class Periods(NamedTuple):
    """The lengths of the correction periods in minutes, and what is special about the contest if one is short."""

    correction_minutes: int
    """For errors in scoring (Law 79C)."""
    appeal_minutes: int
    """For rulings and appeals (Law 92B)."""
    special_nature: str = ""


USUAL_PERIODS = Periods(USUAL_MINUTES, USUAL_MINUTES)


def periods_of(session: Session) -> Periods:
    """The periods that an organiser set last; those with which the session was opened if nobody has set others."""
    rows = PeriodTerms.objects.filter(session=session).order_by("-number")
    newest = rows.first() or session
    return Periods(
        newest.correction_minutes, newest.appeal_minutes, newest.special_nature
    )


def periods_set(session: Session) -> list[PeriodTerms]:
    """Each setting of the periods after the opening, the newest first."""
    rows = PeriodTerms.objects.filter(session=session).order_by("-number")
    return list(rows.select_related("set_by"))
