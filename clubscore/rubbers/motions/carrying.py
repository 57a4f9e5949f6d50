"""Functions that carry out a motion, in the caller's transaction: an end, a continuation, a voiding, a reopening."""

from datetime import datetime

from clubscore.members.models import Member
from clubscore.rubbers.agreement.reopening import open_again
from clubscore.rubbers.books import posting
from clubscore.rubbers.models import Motion, Proposal, Rubber
from clubscore.rubbers.recording.services import close_unfinished, play_on
from clubscore.rubbers.rubber.holding import move_sheet
from clubscore.rubbers.rubber.motions import expire_motions
from clubscore.rubbers.rubber.state import RubberState


def carry_out(*, state: RubberState, motion: Motion, by: Member, now: datetime) -> None:
    """Carry out a motion that has its consents or was decided for; the motion itself is closed already.

    `by` ends the rubber or reverses its bookings. Raises Refused if the rubber cannot be played on.
    """
    if motion.kind == Motion.Kind.END:
        close_unfinished(state=state, reason=motion.reason, by=by, now=now)
    elif motion.kind == Motion.Kind.CONTINUE:
        play_on(state=state)
    elif motion.kind == Motion.Kind.REOPEN:
        open_again(state=state, reason=motion.reason, by=by, now=now, motion=motion)
    else:
        _void(state, motion, by, now)


def _void(state: RubberState, motion: Motion, by: Member, now: datetime) -> None:
    """Take the rubber out of every figure: it ends if it is in play, its bookings are reversed.

    Its open proposals and motions expire.
    """
    rubber = state.rubber
    state = expire_motions(state=state, now=now, kinds=Motion.Kind)
    if not rubber.is_over:
        state = close_unfinished(state=state, reason=motion.reason, by=by, now=now)
    Rubber.objects.filter(pk=rubber.pk).update(
        voided_at=now, agreed_at=rubber.agreed_at or now
    )
    rubber.proposals.open().update(state=Proposal.State.EXPIRED, closed_at=now)
    posting.reverse_rubber(rubber=rubber, reason=motion.reason, by=by, now=now)
    move_sheet(state=state)
