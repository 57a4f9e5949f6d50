"""Functions that carry out a motion, in the caller's transaction: the end, voiding, reopening, dealer and seats."""

from datetime import datetime

from clubscore.languages.stored_sentences import FIRST_DEALER
from clubscore.members.models import Member
from clubscore.rubbers.agreement.reopening import open_again
from clubscore.rubbers.agreement.services import post_if_agreed
from clubscore.rubbers.books import posting
from clubscore.rubbers.correction.seating import correct_seats
from clubscore.rubbers.models import DealAgreement, Motion, Proposal, Rubber
from clubscore.rubbers.models.motion import ABOUT_THE_SCORE
from clubscore.rubbers.recording.services import close_unfinished, next_version, play_on
from clubscore.rubbers.rubber.holding import move_sheet
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.motions import expire_motions, newest_answers
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
    elif motion.kind == Motion.Kind.DEALER:
        _correct_dealer(state, motion, by, now)
    elif motion.kind == Motion.Kind.SEATS:
        _correct_seats(state, motion, by, now)
    else:
        _void(state, motion, by, now)


def _correct_dealer(
    state: RubberState, motion: Motion, by: Member, now: datetime
) -> None:
    """Let every deal be scored from the corrected first dealer (Law 78).

    The last deal gets a new version with the same facts, so that no signature stands under a net score that has
    changed; the players who consented sign this version. The rubber is posted if the net score is agreed then.
    """
    state = expire_motions(state=state, now=now, kinds=ABOUT_THE_SCORE)
    Rubber.objects.filter(pk=state.rubber.pk).update(corrected_dealer=motion.dealer)
    last = state.deals[-1]
    version = next_version(
        state=state, base=last, facts=last.facts, by=by, now=now, reason=FIRST_DEALER()
    )
    answers = newest_answers(state, motion).values()
    DealAgreement.objects.bulk_create(
        DealAgreement(
            deal=version,
            member_id=answer.member_id,
            at=now,
            how=answer.how,
            device_of_id=answer.device_of_id,
        )
        for answer in answers
        if answer.is_yes
    )
    move_sheet(state=state)
    post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def _correct_seats(
    state: RubberState, motion: Motion, by: Member, now: datetime
) -> None:
    """Let two players change places in the whole rubber (Law 78). The rubber is posted if the net score is agreed then.

    Another motion about the seats or the first dealer names seats in which others sit now: it expires.
    """
    state = expire_motions(state=state, now=now, kinds=ABOUT_THE_SCORE)
    correct_seats(state=state, exchange=motion.exchange, by=by, now=now)
    post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


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
