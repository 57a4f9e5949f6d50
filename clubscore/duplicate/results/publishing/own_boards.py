"""The boards that a member was to play in a session that is over, and the member's scorecard."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clubscore.duplicate.outcomes.appeals import appeals_of, is_asked_to_agree
from clubscore.duplicate.outcomes.lost import given_up, lost_boards
from clubscore.duplicate.outcomes.one_sided import is_one_sided
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.outcomes.withdrawn import owed
from clubscore.duplicate.results.publishing.queries import unanswered
from clubscore.duplicate.results.travellers.scorecard import (
    Scorecard,
    Seated,
    lost_of_side,
    result_of_side,
    rounds_sat_out,
    scorecard,
)
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Side
from scoring.movements.plan import MovementRow


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board that the viewer was to play, with the result and the points of the viewer's side."""

    slot: Slot
    table: str
    words: str
    points: int | None
    is_asked: bool
    """True if the other side has asked for a correction of the result, and nobody has answered."""
    is_one_sided: bool
    """True if no player of one side has agreed to the result."""
    has_page: bool
    """True if the round was begun, so that the board has a page at its table."""
    is_asked_to_appeal: bool = False
    """True if the viewer's partner has appealed the ruling, and waits for the viewer to agree (Law 92D)."""
    is_lost: bool = False
    """True if the board is not played any more, because the plan was changed or a pair went home."""
    seated: Seated | None = None
    """Where the viewer sat, for the scorecard."""


def own_card(
    state: SessionState, results: Results, viewer: Member, own: Iterable[OwnBoard]
) -> Scorecard | None:
    """The scorecard of the viewer's own boards; None if there are none."""
    boards = [board.seated._replace(own=board) for board in own if board.seated]
    if not boards:
        return None
    last = max(boards, key=lambda seated: seated.slot.round)
    entry = last.slot.letter, last.number
    return scorecard(state, results, entry, boards, _sat_out(state, entry, viewer))


def _sat_out(state: SessionState, entry: Numbered, viewer: Member) -> set[int]:
    """The rounds in which the viewer had a place in an entry that met nobody."""
    section = state.section(entry[0])
    assert section
    rounds = set()
    for round in rounds_sat_out(state, entry):
        persons = [each.person_id for each in section.players_in(entry[1], round)]
        if viewer.person_id in persons:
            rounds.add(round)
    return rounds


def own_boards(
    state: SessionState,
    viewer: Member,
    *,
    hears_appeals: bool = False,
    results: Results | None = None,
) -> list[OwnBoard]:
    """The boards that the viewer was to play by the plan, with their results, ordered by board number.

    Boards that the viewer has lost stand among them, with what the viewer gets for each. The function does not check if
    the viewer may see the results: call it only once everybody may see all boards. `hears_appeals` is True if an appeal
    of the session is open. `results` are those of the session, if the caller has them.
    """
    own = _own_numbers(state, viewer)
    if not own:
        return []
    results = results or results_of(state.session.pk)
    asked = unanswered(state.session.pk)
    appeals = appeals_of(state.session.pk, only_open=True) if hears_appeals else {}
    boards = []
    for slot, row in slots_of(state):
        is_near = any((slot.letter, number) in own for number in row.seated)
        section = state.section(slot.letter)
        if not is_near or section is None:
            continue
        slot_state = SlotState(state, section, row, slot)
        side = slot_state.side_of(viewer)
        if side is None:
            continue
        words, points = result_of_side(results, slot, side)
        is_asked = slot in asked and slot_state.side_behind(asked[slot]) is side.other
        appeals_too = any(
            is_asked_to_agree(appeal, side, viewer) for appeal in appeals.get(slot, ())
        )
        boards.append(
            OwnBoard(
                slot=slot,
                table=table_name(state, section, slot.table),
                words=words,
                points=points,
                is_asked=is_asked,
                is_one_sided=is_one_sided(state, results, slot),
                has_page=slot.round <= state.round,
                is_asked_to_appeal=appeals_too,
                seated=_seated(slot, row, side, own),
            )
        )
    boards += _lost_boards(state, results, viewer, own)
    return sorted(boards, key=lambda board: board.slot.board)


def _lost_boards(
    state: SessionState, results: Results, viewer: Member, own: set[Numbered]
) -> Iterator[OwnBoard]:
    """Yield the boards that the viewer's entry has lost, each with what it gets for the board."""
    lost = lost_boards(state, given_up(state))
    owed_slots = owed(state) if lost else {}
    for slot, row in lost.items():
        section = state.section(slot.letter)
        assert section
        side = SlotState(state, section, row, slot).side_of(viewer)
        if side is None or slot.round > state.round:
            continue
        words = lost_of_side(results, owed_slots, slot, side)
        yield OwnBoard(
            slot=slot,
            table=table_name(state, section, slot.table),
            words=words,
            points=None,
            is_asked=False,
            is_one_sided=False,
            has_page=False,
            is_lost=True,
            seated=_seated(slot, row, side, own)._replace(is_lost=True),
        )


def _seated(slot: Slot, row: MovementRow, side: Side, own: set[Numbered]) -> Seated:
    """The place of the viewer's entry at a board, for the scorecard; `own` are the viewer's entries.

    In an individual the two players of a side are two entries.
    """
    numbers = (row.north, row.south) if side is Side.NS else (row.east, row.west)
    found = [number for number in numbers if (slot.letter, number) in own]
    assert found[0]
    return Seated(slot, row, found[0], side)


def _own_numbers(state: SessionState, viewer: Member) -> set[Numbered]:
    """Section letter and number of each entry in which the viewer has or had a place."""
    own = set()
    for section in state.sections:
        for place in section.places:
            if place.member.person_id == viewer.person_id:
                own.add((section.letter, place.entry.number))
    return own
