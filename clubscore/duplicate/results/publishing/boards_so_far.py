"""The boards that a member has played so far in a session in play, as their own table recorded them.

Nothing here is compared with other tables, and no award is computed: an award would tell of boards that the member has
not played yet.
"""

from typing import NamedTuple

from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.results.travellers.scorecard import result_of_side
from clubscore.duplicate.session.lineup import names_of
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.slot import Slot
from scoring import Side


class BoardSoFar(NamedTuple):
    """A board of the member, with the result in words and the points of the member's side."""

    slot: Slot
    words: str
    points: int | None
    is_seen: bool
    """True if the member may see the board at the other tables."""


class RoundSoFar(NamedTuple):
    """The boards that the member plays in one round against the same opponents."""

    number: int
    opponents: str
    boards: list[BoardSoFar]


def boards_so_far(desk: SessionDesk) -> list[RoundSoFar]:
    """The boards that the member was to play in the rounds that have begun, round by round.

    The list is empty for a member who has not played, and for a session that is not in play.
    """
    state = desk.state
    rounds: dict[tuple[int, str], RoundSoFar] = {}
    if not state.session.is_in_play:
        return []
    for slot, row in sorted(slots_of(state), key=lambda planned: planned[0].board):
        section = state.section(slot.letter)
        if section is None or slot.round > state.round:
            continue
        side = SlotState(state, section, row, slot).side_of(desk.by)
        if side is None:
            continue
        opponents = names_of(section.players_at(row, side.other))
        key = slot.round, opponents
        played = rounds.setdefault(key, RoundSoFar(*key, []))
        played.boards.append(_board(desk, slot, side))
    return sorted(rounds.values(), key=lambda played: played.number)


def _board(desk: SessionDesk, slot: Slot, side: Side) -> BoardSoFar:
    """A board with the result that the member's own table recorded, or the ruling on it."""
    words, points = result_of_side(desk.results, slot, side)
    return BoardSoFar(slot, words, points, desk.sees(slot.board))
