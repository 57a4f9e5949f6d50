"""Functions that carry out a motion, in the caller's transaction.

They end a rubber, play on, void and restore it, open it again, correct its dealer or seats, or let its net score stand.
"""

from datetime import datetime

from clubscore.contracts.models import SignatureMethod
from clubscore.languages.stored_sentences import FIRST_DEALER
from clubscore.members.models import Member
from clubscore.rubbers.agreement.queries import seats_for_an_arbiter
from clubscore.rubbers.agreement.reopening import clear_net, open_again
from clubscore.rubbers.agreement.services import post_if_agreed
from clubscore.rubbers.agreement.signing import close_absence, sign_net
from clubscore.rubbers.books import posting
from clubscore.rubbers.correction.closing import accept_in_earlier_rubbers
from clubscore.rubbers.correction.seating import correct_seats
from clubscore.rubbers.models import (
    BookEntry,
    DealAgreement,
    Motion,
    MotionAnswer,
    Proposal,
    Rubber,
)
from clubscore.rubbers.models.motion import ABOUT_THE_SCORE
from clubscore.rubbers.recording.services import close_unfinished, next_version, play_on
from clubscore.rubbers.rubber.book_entries import close_book_entry
from clubscore.rubbers.rubber.holding import move_sheet
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.motions import (
    ABOUT_THE_SHEET,
    expire_motions,
    newest_answers,
)
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat


def carry_out(*, state: RubberState, motion: Motion, by: Member, now: datetime) -> None:
    """Carry out a motion that has its consents or was decided for; the motion itself is closed already.

    `by` ends the rubber or reverses its bookings. Raises Refused if the rubber cannot be played on.
    """
    if motion.kind == Motion.Kind.END:
        close_unfinished(state=state, reason=motion.reason, by=by, now=now)
    elif motion.kind == Motion.Kind.CONTINUE:
        play_on(state=expire_motions(state=state, now=now))
    elif motion.kind == Motion.Kind.REOPEN:
        open_again(state=state, reason=motion.reason, by=by, now=now, motion=motion)
    elif motion.kind == Motion.Kind.DEALER:
        _correct_dealer(state, motion, by, now)
    elif motion.kind == Motion.Kind.SEATS:
        _correct_seats(state, motion, by, now)
    elif motion.kind == Motion.Kind.STAND:
        _let_stand(state, motion, by, now)
    elif motion.kind == Motion.Kind.RESTORE:
        _restore(state, motion, by, now)
    else:
        _void(state, motion, by, now)


def _correct_dealer(
    state: RubberState, motion: Motion, by: Member, now: datetime
) -> None:
    """Let every deal be scored from the corrected first dealer (Law 78).

    The last deal gets a new version with the same facts, so that no signature stands under a net score that has
    changed; the players who consented sign this version. The rubber is posted if the net score is agreed then.
    """
    kinds = [*ABOUT_THE_SHEET, *ABOUT_THE_SCORE]
    state = expire_motions(state=state, now=now, kinds=kinds)
    Rubber.objects.filter(pk=state.rubber.pk).update(corrected_dealer=motion.dealer)
    last = state.deals[-1]
    version = next_version(
        state=state, base=last, facts=last.facts, by=by, now=now, reason=FIRST_DEALER()
    )
    DealAgreement.objects.bulk_create(
        DealAgreement(
            deal=version,
            member_id=answer.member_id,
            at=now,
            how=answer.how,
            device_of_id=answer.device_of_id,
        )
        for answer in _consents(state, motion).values()
    )
    move_sheet(state=state)
    post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def _correct_seats(
    state: RubberState, motion: Motion, by: Member, now: datetime
) -> None:
    """Let two players change places in the whole rubber (Law 78). The rubber is posted if the net score is agreed then.

    Another motion about the seats or the first dealer names seats in which others sit now: it expires. So does a deal
    that waits in the book of a side.
    """
    kinds = [*ABOUT_THE_SHEET, *ABOUT_THE_SCORE]
    state = expire_motions(state=state, now=now, kinds=kinds)
    state = close_book_entry(state=state, to=BookEntry.State.EXPIRED, now=now)
    correct_seats(state=state, exchange=motion.exchange, by=by, now=now)
    post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def _consents(state: RubberState, motion: Motion) -> dict[Seat, MotionAnswer]:
    """The consents of the current players to the motion, by seat. They are read anew: the last was just written."""
    answers = newest_answers(state, Motion.objects.get(pk=motion.pk))
    return {seat: answer for seat, answer in answers.items() if answer.is_yes}


def _void(state: RubberState, motion: Motion, by: Member, now: datetime) -> None:
    """Take the rubber out of every figure: it ends if it is in play, its bookings are reversed.

    Its open proposals and motions expire. The correction periods of the rubber before may be open again: a majority
    that has voted yes there counts at once, as after an undo (Law 78).
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
    accept_in_earlier_rubbers(rubber=rubber, now=now)


def _restore(state: RubberState, motion: Motion, by: Member, now: datetime) -> None:
    """Let a voided rubber count again: it is booked anew if it was agreed, else its net score is to be agreed anew.

    A reopening notes the latter: the time for objections begins anew, and earlier signatures under the net score do
    not count. A rubber that was voided in play stays over.
    """
    rubber = state.rubber
    state = expire_motions(state=state, now=now, kinds=Motion.Kind)
    was_agreed = rubber.was_agreed_when_voided
    agreed_at = rubber.agreed_at if was_agreed else None
    Rubber.objects.filter(pk=rubber.pk).update(voided_at=None, agreed_at=agreed_at)
    move_sheet(state=state)
    if was_agreed:
        posting.book(state=state, by=by, now=now)
    else:
        reason = motion.ruling or motion.reason
        clear_net(state=state, reason=reason, by=by, now=now, motion=motion)


def _let_stand(state: RubberState, motion: Motion, by: Member, now: datetime) -> None:
    """Sign the net score for the players who consented, and instead of those for whom an arbiter would sign.

    The reports "I am not there" are closed. The rubber is posted if the net score is agreed then.
    """
    newest = state.newest
    if newest is None:
        return
    consents = _consents(state, motion)
    instead = [seat for seat in seats_for_an_arbiter(state) if seat not in consents]
    for seat, consent in consents.items():
        state = sign_net(
            state=state,
            newest=newest,
            seat=seat,
            now=now,
            how=SignatureMethod(consent.how),
            device_of_id=consent.device_of_id,
        )
        state = close_absence(state=state, seat=seat, now=now)
    for seat in instead:
        state = sign_net(
            state=state,
            newest=newest,
            seat=seat,
            now=now,
            how=SignatureMethod.TAPPED,
            given_by=by,
            reason=motion.reason,
            motion=motion,
        )
        state = close_absence(
            state=state,
            seat=seat,
            now=now,
            arbiter=by,
            ruling=motion.reason,
            motion=motion,
        )
    post_if_agreed(state=load(state.rubber.pk), by=by, now=now)
