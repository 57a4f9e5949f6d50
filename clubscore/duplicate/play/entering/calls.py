"""Services with which players call the director to a table, and a director answers the call."""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Call, Claim
from clubscore.duplicate.outcomes.desk import desk_to_enter
from clubscore.duplicate.session.holding import load_alone, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused


def call_director(
    *,
    session_id: int,
    slot: Slot,
    about: str,
    key: UUID,
    by: Member,
    now: datetime,
    claim: str = "",
) -> Call:
    """Call the director to a table, with the reason `about`, and return the call.

    `claim` is a value of Claim if the call is about the number of tricks (Law 79B1), else empty.

    Returns the earlier call if the form with this key has already made a call, or if a call waits at the table. Raises
    Refused for a board that is not played at this table, for a member who may not enter results at the table, and
    once the time for rulings is over.
    """
    with write_transaction():
        # The lock keeps two members of a table, each with a key of their own, from calling at the same time.
        state = load_alone(session_id=session_id)
        desk = desk_to_enter(state, slot, by)
        at = desk.at
        session = at.state.session
        if not desk.whole.hears_requests(now, about_claim=claim == Claim.YES):
            words = _("%(session)s is over, and so is the time for rulings (Law 92B).")
            raise Refused(words % {"session": session.name})
        here = {"section": at.section.section, "table": slot.table}
        waiting = Call.objects.waiting().filter(**here)
        sent_or_waiting = partial(_first_call, session_id, waiting)
        if call := once(key, sent_or_waiting):
            return call
        call = Call.objects.create(
            session=session,
            round=slot.round,
            board=slot.board,
            about=about,
            claim=claim,
            at=now,
            by=by,
            key=key,
            **here,
        )
        move(session_id=session_id)
    return call


def _first_call(session_id: int, waiting: QuerySet[Call], key: UUID) -> Call | None:
    """The call with this key, or a call that waits at the table; None if there is neither. Runs one SQL statement."""
    with_key = Call.objects.filter(session=session_id, key=key)
    return (with_key | waiting).first()


def answer_call(*, call: Call, by: Member, now: datetime) -> None:
    """Record that the director is coming to the table. Does nothing if the call is already answered.

    Raises PermissionDenied for a member who may not direct the session.
    """
    with write_transaction():
        require_director(call.session, by)
        waiting = Call.objects.waiting().filter(pk=call.pk)
        is_answered_now = waiting.update(answered_at=max(now, call.at), answered_by=by)
        if is_answered_now:
            move(session_id=call.session_id)
