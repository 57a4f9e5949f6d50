"""Boards without a result.

Some are still to be recorded. Others were planned at a table and are not played there any more, because a pair went
home or the plan was changed. A director may rule on each.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Ruling
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.withdrawn import cancelled, owed
from clubscore.duplicate.session.lineup import entry_name, names_of, table_name
from clubscore.duplicate.session.slots import SlotState, slot_in, slots_of
from clubscore.duplicate.session.state import SectionState, SessionState, numbers_in
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
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


def slot_to_rule(state: SessionState, slot: Slot) -> SlotState:
    """The slot as a SlotState, if a director may rule on it.

    A slot that a change of the plan has given up has only the numbers that play the board nowhere else in the plan. If
    there is no such number, it has all its numbers, but then only a slot that already has a ruling can be ruled on.

    Raises Refused if the round has not begun, if the slot is neither played nor given up, and if it has no ruling and
    all its numbers play the board elsewhere.
    """
    try:
        return slot_in(state, slot)
    except Refused:
        section = state.section(slot.letter)
        row = _given_up(state).get(slot)
        if section is None or row is None:
            raise
    left = _without(row, _played_elsewhere(slot, row, _planned(state).keys()))
    if left.seated:
        return SlotState(state, section, left, slot)
    given_up = SlotState(state, section, row, slot)
    if not _has_ruling(given_up):
        _require_not_played_elsewhere(given_up)
    return given_up


def _require_not_played_elsewhere(at: SlotState) -> None:
    planned = _planned(at.state)
    board = at.slot.board
    for number in at.row.seated:
        if there := planned.get((at.slot.letter, board, number)):
            words = _(
                "Number %(number)s plays board %(board)s at table %(table)s in round %(round)s: "
                "there is nothing to rule on here."
            )
            table = table_name(at.state, at.section, there.table)
            raise Refused(
                words
                % {
                    "number": number,
                    "board": board,
                    "table": table,
                    "round": there.round,
                }
            )


def _played_elsewhere(
    slot: Slot, row: MovementRow, elsewhere: Set[tuple[str, int, int]]
) -> list[int]:
    """The numbers of a row that play the board of this slot elsewhere.

    `elsewhere` has tuples of the section, the board and the number that plays the board.
    """
    return [
        number
        for number in row.seated
        if (slot.letter, slot.board, number) in elsewhere
    ]


def _without(row: MovementRow, numbers: Iterable[int]) -> MovementRow:
    for number in numbers:
        row = row.renamed(number, None)
    return row


def unplayed(state: SessionState, results: Results) -> list[Unplayed]:
    """The slots that will not be played any more and have neither result nor ruling, ordered by round.

    Each slot has only the numbers that do not play the board elsewhere: in the plan, or by a result or a ruling. Slots
    of entries with cancelled scores are left out.
    """
    given_up = _given_up(state)
    if not given_up:
        return []
    gone = cancelled(state)
    owed_slots = owed(state)
    elsewhere = _played(results) | _planned(state).keys()
    sections = {section.letter: section for section in state.sections}
    slots = []
    for slot in sorted(given_up, key=lambda slot: (slot.round, slot)):
        row = given_up[slot]
        left = _without(row, _played_elsewhere(slot, row, elsewhere))
        if slot in results.settled or not left.seated:
            continue
        if gone.isdisjoint((slot.letter, number) for number in row.seated):
            table = table_name(state, sections[slot.letter], slot.table)
            slots.append(Unplayed(slot, table, left, slot in owed_slots))
    return slots


def _played(results: Results) -> set[tuple[str, int, int]]:
    """Section, board and number of each entry that has a result or a ruling on the board."""
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
        who = "; ".join(_called(state, letter, number, round) for number in numbers)
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
            sides.append((line.lower(), "; ".join(names)))
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


def _planned(state: SessionState) -> Mapping[tuple[str, int, int], Slot]:
    """Map section, board and number to the slot of the plan in force in which the number plays the board."""
    planned = {}
    for slot, row in slots_of(state):
        for number in row.seated:
            planned[slot.letter, slot.board, number] = slot
    return planned


def _has_ruling(at: SlotState) -> bool:
    slot = at.slot
    rulings = Ruling.objects.filter(
        section=at.section.section, round=slot.round, table=slot.table, board=slot.board
    )
    return rulings.exists()


def _given_up(state: SessionState) -> Mapping[Slot, MovementRow]:
    """The slots of begun rounds that a change of the plan has given up, each with its row in the earlier plan.

    A Swiss has none: an entry that is not drawn any more has other opponents, or a bye.
    """
    slots: dict[Slot, MovementRow] = {}
    if state.session.is_swiss:
        return slots
    for section in state.sections:
        for row in _rows(state, section):
            for board in state.boards_in(row):
                slots[Slot(section.letter, row.round, row.table, board)] = row
    return slots


def _rows(state: SessionState, section: SectionState) -> Iterator[MovementRow]:
    """Yield the rows of begun rounds that a change of the plan has given up, the oldest edition of the plan first."""
    if len(section.editions) == 1:
        return
    for edition in section.editions:
        for row in edition.rows:
            has_begun = row.round <= state.round and row.is_played
            if (
                has_begun
                and {*row.seated} <= section.entries.keys()
                and _is_given_up(section, row)
            ):
                yield row


def _is_given_up(section: SectionState, row: MovementRow) -> bool:
    """True if the plan in force has given up `row`, a row of an earlier edition of the plan.

    That is so if the table has no row in this round any more, if the same numbers now play other boards there, or if
    one side had gone home before the round and now fewer than two sides sit there.
    """
    now = section.row_at(row.round, row.table)
    return (
        now is None or _plays_other_boards(row, now) or _met_nobody(section, row, now)
    )


def _plays_other_boards(row: MovementRow, now: MovementRow) -> bool:
    """True if the numbers of `row` still meet at the table, but play other boards in `now`, the row in force."""
    return now.set != row.set and {*now.seated} == {*row.seated}


def _met_nobody(section: SectionState, row: MovementRow, now: MovementRow) -> bool:
    """True if an entry of `row` went home before the round, and `now`, the row in force, has no two sides."""
    if now.is_played:
        return False
    last_rounds = [section.withdrawn.get(number) for number in row.seated]
    return any(last is not None and last < row.round for last in last_rounds)
