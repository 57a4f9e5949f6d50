"""The newest publication of a session, and whether its correction period is over. Nothing of that is stored."""

from datetime import datetime, timedelta

from clubscore.duplicate.models import Publication, Session
from clubscore.refusals import Refused
from scoring.duplicate.correction_period import Code, Moment, Period, Periods


def newest_publication(session_id: int) -> Publication | None:
    return Publication.objects.filter(session=session_id).order_by("-number").first()


def moment_of(session: Session, publication: Publication | None, now: datetime) -> Moment:
    """The moment of Law 79 after play: the correction period is on until it is over, even before a publication."""
    if publication is None:
        return Moment.PERIOD_ON
    period = Period(timedelta(minutes=publication.minutes), special_nature=publication.special_nature)
    begins = publication.correction_ends_at - period.length
    return Periods(Code(session.law), (period,)).moment(now, hands_out=False, round_over=True, available_at=begins)


def refuse_final(session: Session, now: datetime) -> None:
    """Raises Refused once what was published is final."""
    if session.is_over and is_final(session, newest_publication(session.pk), now):
        raise Refused("The correction period is over: what was published is final.")


def is_final(session: Session, publication: Publication | None, now: datetime) -> bool:
    """Whether what was published is final: its correction period is over."""
    return moment_of(session, publication, now) is Moment.PERIOD_OVER
