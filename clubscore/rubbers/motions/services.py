"""Writes about motions: ask the other players, answer, take back, decide as an arbiter (decision 0076)."""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import post_if_agreed
from clubscore.rubbers.models import Motion, MotionAnswer
from clubscore.rubbers.motions.carrying import carry_out
from clubscore.rubbers.motions.queries import (
    hindrance,
    may_decide,
    may_move,
    moving_refusal,
)
from clubscore.rubbers.recording.queries import what_happened
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.recording.services import stop_rubber
from clubscore.rubbers.rubber.arbiters import (
    pin_refusal,
    require_arbiter,
    who_may_decide,
)
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.motions import (
    EACH_ALONE,
    answer_binds,
    is_refused_by,
    seats_against,
    seats_for,
    seats_missing,
)
from clubscore.rubbers.rubber.state import RubberState


def end_early(
    *, state: RubberState, reason: str, seen_revision: int, by: Member, now: datetime
) -> Motion | None:
    """End a rubber without a deal at once; with a deal, ask the other side, or decide as an arbiter.

    Returns the motion; None for a rubber without a deal. Raises what `stop_rubber` and `move` raise.
    """
    sent: dict[str, Any] = {
        "state": state,
        "reason": reason,
        "seen_revision": seen_revision,
        "by": by,
        "now": now,
    }
    if state.deals:
        return move(kind=Motion.Kind.END, **sent)
    stop_rubber(**sent)
    return None


def move(
    *,
    state: RubberState,
    kind: Motion.Kind,
    reason: str,
    seen_revision: int,
    by: Member,
    now: datetime,
    dealer: str = "",
    swap: str = "",
) -> Motion:
    """Ask the other players for what a motion of this kind says; or decide it at once as an arbiter.

    A player consents by moving. Who may decide alone (`may_decide`) needs nobody's consent. `dealer` is the seat that
    dealt first, for a motion to correct it; `swap` are the two seats whose players change places, such as "ES", for a
    motion to correct who sat where. Raises Stale if the sheet has changed since `seen_revision`, Refused
    without a reason, if such a motion is open already, or if it cannot be carried out; PermissionDenied for everybody
    else.
    """
    with write_transaction():
        state, now = hold(state, now)
        desk = RubberDesk(state, by)
        decides = may_decide(desk, kind)
        if not decides and not may_move(desk):
            asks = _("One of the four players asks the others.")
            raise PermissionDenied(f"{asks} {who_may_decide(state)}")
        _require_right_to_move(state, kind, seen_revision, dealer)
        motion = Motion(
            rubber=state.rubber,
            kind=kind,
            made_by=by,
            made_at=now,
            reason=_written(reason),
            dealer=dealer,
            swap=swap,
        )
        if decides:
            return _decide_at_once(state, motion, by, now)
        _require_first_to_ask(state, kind)
        motion.save()
        MotionAnswer.objects.create(
            motion=motion, member=by, is_yes=True, at=now, how=SignatureMethod.TAPPED
        )
        move_signatures(state=state)
    return motion


def _require_first_to_ask(state: RubberState, kind: Motion.Kind) -> None:
    """Raise Refused if somebody else decides instead of the players, or if a player has asked for the same kind."""
    if refusal := moving_refusal(state, kind):
        raise Refused(refusal)
    if asked := state.motion(kind):
        words = _("%(name)s has asked that already: answer on the card.")
        raise Refused(words % {"name": asked.made_by.short_name})


def _require_right_to_move(
    state: RubberState, kind: Motion.Kind, seen_revision: int, dealer: str
) -> None:
    """Raise Refused if no such motion can be carried out, Stale if the sheet has changed since it was seen.

    Also raise Refused if `dealer` is the first dealer of the sheet.
    """
    if refusal := hindrance(state, kind):
        raise Refused(refusal)
    if dealer == state.rubber.dealer:
        raise Refused(_("That is what the sheet says already."))
    if state.rubber.revision != seen_revision:
        raise Stale(what_happened(state))


def _written(reason: str) -> str:
    """The reason without spaces around it. Raises Refused if nothing is left."""
    reason = reason.strip()
    if not reason:
        raise Refused(_("Write down why, in a few words."), field="reason")
    return reason


def _decide_at_once(
    state: RubberState, motion: Motion, by: Member, now: datetime
) -> Motion:
    """Carry out the open motion that asks for the same as an arbiter, or `motion`, a new one in the arbiter's name."""
    asked = state.motion(motion.kind)
    reason = motion.reason
    if asked and (asked.dealer, asked.swap) == (motion.dealer, motion.swap):
        motion = asked
    _rule(state, motion, ruling=reason, is_yes=True, by=by, now=now)
    return motion


def answer(
    *,
    state: RubberState,
    motion: Motion,
    is_yes: bool,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> None:
    """Write the answer of the player `by` to a motion. Enough consents carry the motion out, enough refusals refuse it.

    `how` is the method of the answer; `device_of` is the owner of the device on which the player typed a PIN, else
    None. Raises Refused if the motion is closed, if it cannot be carried out, and for a table PIN that does not bind.
    Raises PermissionDenied for members who do not play in this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        seat = state.seat_by_member.get(by.pk)
        if seat is None:
            raise PermissionDenied(_("Only the four players answer."))
        motion = _still_open(state, motion)
        if not answer_binds(state, motion.kind, seat, how):
            alone = motion.kind in EACH_ALONE
            raise Refused(pin_refusal(state, seat, alone=alone))
        MotionAnswer.objects.create(
            motion=motion,
            member=by,
            is_yes=is_yes,
            at=now,
            how=how,
            device_of=device_of,
        )
        move_signatures(state=state)
        if not is_yes:
            if is_refused_by(state, motion, [seat, *seats_against(state, motion)]):
                _close(motion, Motion.State.REFUSED, by=by, now=now)
                post_if_agreed(state=load(state.rubber.pk), by=by, now=now)
        elif not seats_missing(state, motion.kind, [seat, *seats_for(state, motion)]):
            _carry(state, motion, by=by, now=now)


def _carry(state: RubberState, motion: Motion, *, by: Member, now: datetime) -> None:
    """Close the motion as carried by the consent of `by`, and carry it out. Raises Refused if something hinders it."""
    if refusal := hindrance(state, motion.kind):
        raise Refused(refusal)
    _close(motion, Motion.State.CARRIED, by=by, now=now)
    carry_out(state=state, motion=motion, by=motion.made_by, now=now)


def take_back(*, state: RubberState, motion: Motion, by: Member, now: datetime) -> None:
    """Take back a motion, by its maker. Raises PermissionDenied for everybody else, Refused if it is closed."""
    with write_transaction():
        state, now = hold(state, now)
        if state.person(motion.made_by_id) != by.pk:
            raise PermissionDenied(_("Only the one who asked can take it back."))
        motion = _still_open(state, motion)
        move_signatures(state=state)
        _close(motion, Motion.State.WITHDRAWN, by=by, now=now)
        post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def decide(
    *,
    state: RubberState,
    motion: Motion,
    is_yes: bool,
    ruling: str,
    by: Member,
    now: datetime,
) -> None:
    """Decide an open motion of the players alone, with a reason in writing (`may_decide`).

    Raises Refused without a reason, if the motion is closed, or if it cannot be carried out; PermissionDenied for
    everybody who may not decide it.
    """
    with write_transaction():
        state, now = hold(state, now)
        _require_right_to_decide(RubberDesk(state, by), motion.kind)
        motion = _still_open(state, motion)
        ruling = _written(ruling)
        if is_yes and (refusal := hindrance(state, motion.kind)):
            raise Refused(refusal)
        _rule(state, motion, ruling=ruling, is_yes=is_yes, by=by, now=now)


def _require_right_to_decide(desk: RubberDesk, kind: str) -> None:
    """Raise PermissionDenied, with the names of those who may, unless the member at the desk may decide alone.

    Raise Refused if an arbiter does without a motion what the motion asks for.
    """
    if may_decide(desk, kind):
        return
    require_arbiter(desk)
    raise Refused(_("You need no card for this: an arbiter does it alone."))


def _rule(
    state: RubberState,
    motion: Motion,
    *,
    ruling: str,
    is_yes: bool,
    by: Member,
    now: datetime,
) -> None:
    """Write the decision of `by` on the motion, and carry it out if it is yes."""
    motion.state = Motion.State.RULED
    motion.ruling, motion.is_ruled_yes = ruling, is_yes
    motion.closed_at, motion.closed_by = now, by
    if motion.pk:
        motion.save(
            update_fields=["state", "ruling", "is_ruled_yes", "closed_at", "closed_by"]
        )
    else:
        motion.save()
    move_signatures(state=state)
    if is_yes:
        carry_out(state=state, motion=motion, by=by, now=now)
    else:
        post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def _still_open(state: RubberState, motion: Motion) -> Motion:
    """The motion as it was read with the rubber. Raises Refused if it is closed."""
    current = next((row for row in state.motions if row.pk == motion.pk), None)
    if current is None:
        raise Refused(_("This has been settled already."))
    return current


def _close(motion: Motion, outcome: str, *, by: Member, now: datetime) -> None:
    motion.state, motion.closed_at, motion.closed_by = outcome, now, by
    motion.save(update_fields=["state", "closed_at", "closed_by"])
