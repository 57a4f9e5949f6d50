"""The write of a session's correction periods."""

from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import PeriodTerms, Publication, Session
from clubscore.duplicate.outcomes.published import (
    appeals_end,
    is_final,
    newest_publication,
)
from clubscore.duplicate.results.terms.queries import Periods, periods_of
from clubscore.duplicate.session.directed import has_directed
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.state import SessionState
from clubscore.languages.spoken import refusal_told
from clubscore.members.models import Member
from clubscore.members.permissions import may_organise
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from scoring.duplicate.correction_period import (
    Code,
    CorrectionPeriod,
    CorrectionPeriods,
)
from scoring.errors import InvalidRuling

ORGANISER_SETS = gettext_lazy(
    "An organiser of the club sets the correction periods: once play has begun, one who neither directs nor plays."
)
ONLY_LONGER = gettext_lazy(
    "Play has begun: a correction period is only made longer, never shorter."
)


def may_set_periods(state: SessionState, member: Member) -> bool:
    """True if the member may set the correction periods: an organiser, and one who is neutral once play has begun."""
    if not may_organise(member) or state.session.is_cancelled:
        return False
    if not state.session.is_begun:
        return True
    return not (has_directed(state.session, member) or state.had_by(member))


def set_periods(
    *, session: Session, periods: Periods, by: Member, now: datetime
) -> PeriodTerms:
    """Set the correction periods of a session, and return them as they are saved.

    Before play they may be longer or shorter than before. Once play has begun they only become longer, and a period
    that is over does not change. A period that runs is extended at once. Raises PermissionDenied for a member who may
    not set them. Raises Refused for a period that the laws do not allow, for a shorter one after play has begun, for a
    period that is over, if nothing changes, and if the session was cancelled.
    """
    with write_transaction():
        state = hold(session)
        if not may_set_periods(state, by):
            raise PermissionDenied(ORGANISER_SETS)
        require_lawful(state.session.law, periods)
        publication = newest_publication(session.pk)
        before = _in_force(state.session, publication)
        if periods == before:
            raise Refused(_("That is what holds already: nothing changes."))
        if state.session.is_begun:
            _require_longer(before, periods)
        if publication:
            _extend(state.session, publication, before, periods, now)
        rows = PeriodTerms.objects.filter(session=session)
        terms = PeriodTerms.objects.create(
            session=state.session,
            number=1 + rows.count(),
            set_at=not_before(now, state.session.opened_at),
            set_by=by,
            **periods._asdict(),
        )
        move(session_id=session.pk)
    return terms


def require_lawful(law: str, periods: Periods) -> None:
    """Raises Refused for periods that a code of laws, `2017` or `2007`, does not allow.

    The code of 2017 knows several correction periods, among them that for rulings and appeals. By the code of 2007 the
    time for rulings and appeals is not a correction period, and may be short without a reason (Law 92B).
    """
    lengths = {"scoring": periods.correction_minutes}
    if law == Code.OF_2017:
        lengths["rulings"] = periods.appeal_minutes
    try:
        CorrectionPeriods(
            Code(law),
            tuple(
                CorrectionPeriod(
                    timedelta(minutes=minutes), name, periods.special_nature
                )
                for name, minutes in lengths.items()
            ),
        )
    except InvalidRuling as refusal:
        raise Refused(refusal_told(refusal), field=refusal.field) from refusal


def _in_force(session: Session, publication: Publication | None) -> Periods:
    """The periods of the newest publication; before the first publication, those of the session."""
    if publication is None:
        return periods_of(session)
    return Periods(
        publication.minutes, publication.appeal_minutes, publication.special_nature
    )


def _require_longer(before: Periods, periods: Periods) -> None:
    """Raises Refused if one of the periods would become shorter."""
    if periods.correction_minutes < before.correction_minutes:
        raise Refused(ONLY_LONGER, field="correction_minutes")
    if periods.appeal_minutes < before.appeal_minutes:
        raise Refused(ONLY_LONGER, field="appeal_minutes")


def _extend(
    session: Session,
    publication: Publication,
    before: Periods,
    periods: Periods,
    now: datetime,
) -> None:
    """Move the ends of the periods that run. Raises Refused for a period that is over."""
    over = _("This period is over: it is not extended any more.")
    more = periods.correction_minutes - before.correction_minutes
    if more > 0 and is_final(session, publication, now):
        raise Refused(over, field="correction_minutes")
    more_to_appeal = periods.appeal_minutes - before.appeal_minutes
    if more_to_appeal > 0 and now > appeals_end(publication):
        raise Refused(over, field="appeal_minutes")
    publication.minutes = periods.correction_minutes
    publication.appeal_minutes = periods.appeal_minutes
    publication.correction_ends_at += timedelta(minutes=more)
    publication.save(update_fields=["minutes", "appeal_minutes", "correction_ends_at"])
