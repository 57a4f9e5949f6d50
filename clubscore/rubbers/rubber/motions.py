"""The answers of the players to a motion, and motions that expire because the sheet has changed (decision 0076)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from operator import attrgetter

from clubscore.games.periods import MAJORITY
from clubscore.rubbers.models import Motion, MotionAnswer
from clubscore.rubbers.models.motion import ABOUT_THE_SCORE
from clubscore.rubbers.rubber.binding import binds_player, binds_side
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat, Side

ABOUT_THE_SHEET = (Motion.Kind.END, Motion.Kind.CONTINUE, Motion.Kind.STAND)
"""The kinds of motion that are about the sheet as it was when they were made. They expire when a deal changes."""

EACH_ALONE = (Motion.Kind.VOID, Motion.Kind.RESTORE, *ABOUT_THE_SCORE)
"""The kinds of motion on which each player answers for himself or herself, and not for the side."""


def answer_binds(state: RubberState, kind: str, seat: Seat, how: str) -> bool:
    """True if an answer of the player in the seat, given by the method `how`, counts for a motion of this kind.

    Where one player of each side decides, the answer must bind the side. Where each player answers for himself or
    herself, it is enough that the answer binds the player.
    """
    if kind in EACH_ALONE:
        return binds_player(state.players, seat, how)
    return binds_side(state.players, seat, how)


def seats_for(state: RubberState, motion: Motion) -> list[Seat]:
    """The seats of the current players whose newest answer to the motion is yes and counts, in the order N E S W."""
    newest = newest_answers(state, motion)
    return [seat for seat in state.players if seat in newest and newest[seat].is_yes]


def seats_against(state: RubberState, motion: Motion) -> list[Seat]:
    """The seats of the current players whose newest answer to the motion is no and counts, in the order N E S W."""
    newest = newest_answers(state, motion)
    return [
        seat for seat in state.players if seat in newest and not newest[seat].is_yes
    ]


def newest_answers(state: RubberState, motion: Motion) -> dict[Seat, MotionAnswer]:
    """The newest answer of each current player to the motion that counts, by seat."""
    newest: dict[Seat, MotionAnswer] = {}
    for answer in sorted(motion.answers.all(), key=attrgetter("pk")):
        seat = state.seat_by_member.get(answer.member_id)
        if seat and answer_binds(state, motion.kind, seat, answer.how):
            newest[seat] = answer
    return newest


def seats_missing(state: RubberState, kind: str, agreed: Iterable[Seat]) -> list[Seat]:
    """The seats of the players who are still asked, if the players in the seats `agreed` consent.

    A motion about the end or the net score asks both players of each side of which nobody has consented; one of them is
    enough. A motion to void or to restore the rubber asks each player who has not consented. A motion about the first
    dealer or the seats asks them until a majority has consented (Law 78).
    """
    agreed = set(agreed)
    if kind in ABOUT_THE_SCORE and len(agreed) >= MAJORITY:
        return []
    if kind in EACH_ALONE:
        return [seat for seat in state.players if seat not in agreed]
    sides: set[Side] = {seat.side for seat in agreed}
    return [seat for seat in state.players if seat.side not in sides]


def is_refused_by(state: RubberState, motion: Motion, against: Iterable[Seat]) -> bool:
    """True if a "no" of the players in these seats refuses the motion: one does, and two where a majority decides."""
    enough = 1
    if motion.kind in ABOUT_THE_SCORE:
        enough = len(state.players) - MAJORITY + 1
    return len(set(against)) >= enough


def expire_motions(
    *,
    state: RubberState,
    now: datetime,
    kinds: Iterable[Motion.Kind] = ABOUT_THE_SHEET,
) -> RubberState:
    """Close the open motions of these kinds as expired, in the caller's transaction. Returns the state without them.

    The caller has changed or is about to change what they are about, and counts up a counter of the rubber.
    """
    expiring = [motion.pk for motion in state.motions if motion.kind in set(kinds)]
    if not expiring:
        return state
    Motion.objects.open().filter(pk__in=expiring).update(
        state=Motion.State.EXPIRED, closed_at=now
    )
    staying = tuple(motion for motion in state.motions if motion.pk not in expiring)
    return replace(state, motions=staying)
