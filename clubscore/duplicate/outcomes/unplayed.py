"""Boards without a result.

Some are still to be recorded. Others were planned at a table and are not played there any more, because a pair went
home or the plan was changed. A director may rule on each.
"""

from collections.abc import Iterable, Set
from typing import NamedTuple

from clubscore.duplicate.models import Ruling
from clubscore.duplicate.outcomes.lost import (
    Board,
    given_up,
    lost_boards,
    require_lost,
    without,
)
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.withdrawn import cancelled, owed
from clubscore.duplicate.session.lineup import entry_name, names_of, table_name
from clubscore.duplicate.session.slots import SlotState, slot_in, slots_of
from clubscore.duplicate.session.state import SessionState, numbers_in
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from clubscore.web.templatetags.sentences import one_by_one
from scoring.movements.plan import MovementRow


class Unplayed(NamedTuple):
    """A slot that will not be played any more and has neither result nor ruling."""

    slot: Slot
    table: str
    row: MovementRow
    """The row of the plan, without the numbers that play the board in another slot."""
    has_average: bool
    """True if the board is scored as average plus without a ruling: the other pair went home (Law 12C2)."""


class UnplayedBoards(NamedTuple):
    """Boards that certain entries were to play at one table in one round, and that they will not play any more."""

    letter: str
    round: int
    table: str
    number: int
    """The number of the table."""
    slots: tuple[Slot, ...]
    who: str
    """The numbers and names of the entries that play these boards nowhere else."""
    has_average: bool
    sides: tuple[tuple[str, str], ...]
    """The sides that lost these boards, each as `ns` or `ew` and the entries of the side in words."""

    @property
    def boards(self) -> tuple[int, ...]:
        """The numbers of the boards."""
        return tuple(slot.board for slot in self.slots)


def missing_in(
    state: SessionState, results: Results, last: int | None = None
) -> list[Slot]:
    """The slots that have neither result nor ruling, by round, section, table and board.

    The slots are of the rounds up to `last`, or of the finished rounds if it is None. Slots of entries whose scores are
    cancelled are left out.
    """
    if last is None:
        last = state.round if state.session.is_over else state.round - 1
    gone = cancelled(state)
    settled = results.settled
    missing = []
    for slot, row in slots_of(state):
        if slot in settled or slot.round > last:
            continue
        if gone.isdisjoint((slot.letter, number) for number in row.seated):
            missing.append(slot)
    return sorted(
        missing, key=lambda slot: (slot.round, slot.letter, slot.table, slot.board)
    )


def not_ruled(state: SessionState, results: Results) -> list[Slot]:
    """The boards that somebody has lost and on which nobody has ruled, without those that count as average plus."""
    return [lost.slot for lost in unplayed(state, results) if not lost.has_average]


def slot_to_rule(state: SessionState, slot: Slot) -> SlotState:
    """The slot as a SlotState, if a director may rule on it.

    A slot that a change of the plan has given up has only the numbers that have lost the board. If there is no such
    number, it has all its numbers, but then only a slot that already has a ruling can be ruled on.

    Raises Refused if the round has not begun, if the slot is neither played nor given up, and if it has no ruling and
    none of its numbers has lost the board.
    """
    try:
        return slot_in(state, slot)
    except Refused:
        section = state.section(slot.letter)
        slots = given_up(state)
        row = slots.get(slot)
        if section is None or row is None or slot.round > state.round:
            raise
    left = lost_boards(state, slots).get(slot)
    if left:
        return SlotState(state, section, left, slot)
    at = SlotState(state, section, row, slot)
    if not _has_ruling(at):
        require_lost(at)
    return at


def unplayed(state: SessionState, results: Results) -> list[Unplayed]:
    """The slots that will not be played any more and have neither result nor ruling, ordered by round.

    Each slot has only the numbers that have lost the board, and have no result or ruling on it elsewhere. An entry that
    plays as many boards as were planned has lost none. Slots of entries with cancelled scores are left out.
    """
    planned_before = given_up(state)
    lost = lost_boards(state, planned_before)
    if not lost:
        return []
    gone = cancelled(state)
    owed_slots = owed(state)
    elsewhere = _played(results)
    sections = {section.letter: section for section in state.sections}
    slots = []
    for slot in sorted(lost, key=lambda slot: (slot.round, slot)):
        if slot in results.settled or slot.round > state.round:
            continue
        left = without(lost[slot], _played_elsewhere(slot, lost[slot], elsewhere))
        seated = planned_before[slot].seated
        if left.seated and gone.isdisjoint((slot.letter, each) for each in seated):
            table = table_name(state, sections[slot.letter], slot.table)
            slots.append(Unplayed(slot, table, left, slot in owed_slots))
    return slots


def _played_elsewhere(slot: Slot, row: MovementRow, played: Set[Board]) -> list[int]:
    """The numbers of a row that are in `played` with the board of this slot."""
    return [
        number for number in row.seated if (slot.letter, slot.board, number) in played
    ]


def _played(results: Results) -> set[Board]:
    """The boards on which their entries have a result or a ruling."""
    played = set()
    for slot in results.settled:
        for number in _numbers(results, slot):
            played.add((slot.letter, slot.board, number))
    return played


def unplayed_boards(
    state: SessionState, slots: Iterable[Unplayed]
) -> list[UnplayedBoards]:
    """The given slots as UnplayedBoards, each for the boards of one table in one round.

    The slots are put together if the same numbers miss them and if they have the same `has_average`. The answer is in
    the order of the first slots.
    """
    groups: dict[tuple[str, int, int, tuple[int, ...], bool], list[Unplayed]] = {}
    for unplayed_slot in slots:
        group = (
            *unplayed_slot.slot[:3],
            unplayed_slot.row.seated,
            unplayed_slot.has_average,
        )
        groups.setdefault(group, []).append(unplayed_slot)
    boards = []
    for (letter, round, table, numbers, has_average), members in groups.items():
        who = one_by_one(_called(state, letter, number, round) for number in numbers)
        of_group = tuple(member.slot for member in members)
        boards.append(
            UnplayedBoards(
                letter,
                round,
                members[0].table,
                table,
                of_group,
                who,
                has_average,
                _sides(state, letter, members[0].row),
            )
        )
    return boards


def _sides(
    state: SessionState, letter: str, row: MovementRow
) -> tuple[tuple[str, str], ...]:
    """The sides of a row that have a number left, each as `ns` or `ew` and its entries in words."""
    sides = []
    for line in ("NS", "EW"):
        numbers = dict.fromkeys(number for number in numbers_in(row, line) if number)
        if numbers:
            names = [_called(state, letter, number, row.round) for number in numbers]
            sides.append((line.lower(), one_by_one(names)))
    return tuple(sides)


def _called(state: SessionState, letter: str, number: int, round: int) -> str:
    """The name of an entry and its players in a round, such as `A7 Anna Weiss & Ben Novak`."""
    section = state.section(letter)
    assert section
    return f"{entry_name(state, section, number)} {names_of(section.players_in(number, round))}".strip()


def _numbers(results: Results, slot: Slot) -> set[int]:
    """The numbers of the entries that hold the four hands in a slot that has a result or a ruling."""
    ruled = results.rulings.get(slot)
    four = ruled.ruling if ruled else results[slot].play
    return {four.north, four.south, four.east, four.west}


def _has_ruling(at: SlotState) -> bool:
    slot = at.slot
    rulings = Ruling.objects.filter(
        section=at.section.section, round=slot.round, table=slot.table, board=slot.board
    )
    return rulings.exists()
