"""Writes of late changes: a director proposes, an organiser approves or declines, the proposer takes back."""

from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.approval.kinds import concerns, kind_of_late
from clubscore.duplicate.approval.permissions import require_approver
from clubscore.duplicate.models import Correction, LateChange, Penalty, Session
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from scoring.duplicate.correction_period import Code

AFTER_THE_PERIOD = "79C2"
ANSWERED = gettext_lazy(
    "That was answered or taken back already. Look at the page as it is now."
)


class Proposed(NamedTuple):
    """A change that a director proposes after the correction period.

    `content` is the content of the form of the change, as JSON, and `why` its reason. The rows `penalty` and `member`
    are given for the kinds that are about them. `key` identifies the form, so that a form that is sent twice proposes
    once.
    """

    kind: LateChange.Kind
    content: dict[str, Any]
    why: str
    key: UUID
    correction: Correction | None = None
    penalty: Penalty | None = None
    member: Member | None = None


class LateGrounds(NamedTuple):
    """The grounds of a proposal: the director's conviction, and the regulation that the laws of 2007 need."""

    is_beyond_doubt: bool
    regulation: str = ""


class _NotWritten(Exception):
    """Rolls a change back that was only tried."""


def propose(
    *,
    session: Session,
    proposed: Proposed,
    grounds: LateGrounds,
    by: Member,
    now: datetime,
) -> LateChange:
    """Propose a change of a final score as a director, and return the proposal. Nothing else is written.

    A form that is sent twice proposes once. Raises PermissionDenied for a member who does not direct. Raises Refused
    while the correction period runs, for grounds that Law 79C2 does not accept, for a director who is concerned, for a
    change that is not possible, and if the session was cancelled.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        proposals = LateChange.objects.filter(session=session)
        sent = once(proposed.key, proposals, partial(_other_refusal, proposed))
        if sent:
            return sent
        if not is_late(state.session, now):
            raise Refused(
                _("The correction period is not over: send the form without approval.")
            )
        late = _unwritten(state.session, proposed, grounds, by, now)
        _try(state, late, now)
        late.save(force_insert=True)
        move(session_id=session.pk)
    return late


def write_proposal(
    *,
    session: Session,
    proposed: Proposed,
    grounds: LateGrounds,
    by: Member,
    now: datetime,
) -> LateChange:
    """Save a proposal that the caller has checked, in the caller's transaction, and return it.

    Raises Refused for grounds that Law 79C2 does not accept.
    """
    late = _unwritten(session, proposed, grounds, by, now)
    late.save(force_insert=True)
    return late


def approve(
    *, late: LateChange, is_beyond_doubt: bool, by: Member, now: datetime
) -> None:
    """Approve a proposal as an organiser: the change is made now, as the director proposed it (Law 79C2).

    Raises PermissionDenied for a member who may not approve it. Raises Refused for an organiser who does not say that
    there is no reasonable doubt, for a proposal that was answered, and for a change that is not possible any more.
    """
    with write_transaction():
        state, held = _waiting(late)
        require_approver(state, held, by)
        if not is_beyond_doubt:
            raise Refused(
                _("Approve only if you are satisfied beyond reasonable doubt."),
                field="is_beyond_doubt",
            )
        try:
            kind_of_late(held).make(state, held, by, now)
        except Refused as refusal:
            words = _(
                "This is not possible any more. The director would be told: “%(reason)s” Let the record stand, "
                "and %(name)s may propose anew."
            )
            told = {"reason": refusal, "name": held.proposed_by.name}
            raise Refused(words % told) from refusal
        _decide(held, LateChange.Decision.APPROVED, "", by, now)


def decline(*, late: LateChange, reason: str, by: Member, now: datetime) -> None:
    """Decline a proposal as an organiser, with a reason: the record stands.

    Raises PermissionDenied for a member who may not approve it, Refused without a reason and for a proposal that was
    answered.
    """
    with write_transaction():
        state, held = _waiting(late)
        require_approver(state, held, by)
        if not reason:
            raise Refused(_("Say why the record stands."), field="reason")
        kind_of_late(held).close(held, reason, by, now)
        _decide(held, LateChange.Decision.DECLINED, reason, by, now)


def take_back(*, late: LateChange, by: Member, now: datetime) -> None:
    """Take a proposal back, as the director who proposed it.

    Raises PermissionDenied for other members, Refused for a proposal that was answered or taken back.
    """
    with write_transaction():
        _state, held = _waiting(late)
        if held.proposed_by.person_id != by.person_id:
            words = _("Only %(name)s, who proposed this, takes it back.")
            raise PermissionDenied(words % {"name": held.proposed_by.name})
        kind_of_late(held).close(held, "", held.proposed_by, now)
        _decide(held, LateChange.Decision.WITHDRAWN, "", held.proposed_by, now)


def is_late(session: Session, now: datetime) -> bool:
    """True if play is over and the correction period of the published results is over."""
    return session.is_over and is_final(session, newest_publication(session.pk), now)


def needs_a_regulation(session: Session) -> bool:
    """True if a late change needs a regulation that provides for it: by the laws of 2007 (Law 79C2)."""
    return session.law == Code.OF_2007


def _other_refusal(proposed: Proposed, sent: LateChange) -> str | None:
    """The sentence that refuses a form whose key has proposed something else; None if it says the same."""
    rows = (sent.kind, sent.content, sent.penalty, sent.member)
    if rows == (proposed.kind, proposed.content, proposed.penalty, proposed.member):
        return None
    return _("This form has proposed something else already. Look, and send it again.")


def _unwritten(
    session: Session,
    proposed: Proposed,
    grounds: LateGrounds,
    by: Member,
    now: datetime,
) -> LateChange:
    """A LateChange that is not saved yet. Raises Refused for grounds that Law 79C2 does not accept."""
    if not grounds.is_beyond_doubt:
        raise Refused(
            _("After the period, propose only what you are sure of beyond doubt."),
            field="is_beyond_doubt",
        )
    if needs_a_regulation(session) and not grounds.regulation:
        raise Refused(
            _(
                "After the period the laws of 2007 need a regulation of the club: say which."
            ),
            field="regulation",
        )
    return LateChange(
        session=session,
        clause=f"{AFTER_THE_PERIOD} ({session.law})",
        regulation=grounds.regulation,
        proposed_at=not_before(now, session.opened_at),
        proposed_by=by,
        **proposed._asdict(),
    )


def _try(state: SessionState, late: LateChange, now: datetime) -> None:
    """Make a change and undo it at once, so that an impossible change is refused before anybody is asked.

    Raises Refused for a director who is concerned, and for a change that is not possible.
    """
    kind = kind_of_late(late)
    if concerns(state, late, late.proposed_by):
        raise Refused(
            _("You played there yourself: another director or an admin proposes this.")
        )
    try:
        with transaction.atomic():
            kind.make(state, late, None, now)
            raise _NotWritten
    except _NotWritten:
        pass


def _waiting(late: LateChange) -> tuple[SessionState, LateChange]:
    """Lock the session of a proposal, and return its state and the proposal, read again.

    Raises Refused for a proposal that was answered or taken back, and if the session was cancelled.
    """
    state = hold(late.session)
    waiting = LateChange.objects.waiting().select_related(
        "proposed_by", "member", "penalty__entry__section", "correction__play__section"
    )
    held = waiting.filter(pk=late.pk).first()
    if held is None:
        raise Refused(ANSWERED)
    return state, held


def _decide(
    held: LateChange, decision: str, reason: str, by: Member, now: datetime
) -> None:
    """Save the answer to a proposal, and move the session."""
    held.decision, held.decided_for = decision, reason
    held.decided_by, held.decided_at = by, not_before(now, held.proposed_at)
    held.save(update_fields=["decision", "decided_by", "decided_at", "decided_for"])
    move(session_id=held.session_id)
