"""Calls for the director."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Call
from clubscore.duplicate.outcomes.desk import desk_to_enter
from clubscore.duplicate.session.holding import load_alone, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused


def call_director(
    *, session_id: int, slot: Slot, about: str, key: UUID, by: Member, now: datetime
) -> Call:
    """Call the director to a table, with why. Once only by its key, and a table that waits calls once.

    Raises Refused for a member who does not sit there, and once play is over.
    """
    with write_transaction():
        # Or two of a table, each with a key, would wait twice.
        state = load_alone(session_id=session_id)
        at = desk_to_enter(state, slot, by).at
        if not at.state.session.is_in_play:
            raise Refused(
                _("%(session)s is over.") % {"session": at.state.session.name}
            )
        here = {"section": at.section.section, "table": slot.table}
        waiting = Call.objects.waiting().filter(**here)
        if call := once(
            key,
            lambda key: (
                Call.objects.filter(session=session_id, key=key) | waiting
            ).first(),
        ):
            return call
        call = Call.objects.create(
            session=at.state.session,
            round=slot.round,
            board=slot.board,
            about=about,
            at=now,
            by=by,
            key=key,
            **here,
        )
        move(session_id=session_id)
    return call


def answer_call(*, call: Call, by: Member, now: datetime) -> None:
    """Say to be coming. Sent twice it is answered once. Raises PermissionDenied for a member who does not direct."""
    with write_transaction():
        require_director(call.session, by)
        if (
            Call.objects.waiting()
            .filter(pk=call.pk)
            .update(answered_at=max(now, call.at), answered_by=by)
        ):
            move(session_id=call.session_id)
