"""The boards that entries have lost, because a change of the plan gave them up and they play no others instead."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from scoring.movements.plan import MovementRow

Board = tuple[str, int, int]
"""A board of an entry: the section, the number of the board, and the number of the entry."""


def planned_boards(state: SessionState) -> Mapping[Board, Slot]:
    """Map each board of an entry to the slot of the plan in force in which the entry plays it."""
    planned = {}
    for slot, row in slots_of(state):
        for number in row.seated:
            planned[slot.letter, slot.board, number] = slot
    return planned


def given_up(state: SessionState) -> Mapping[Slot, MovementRow]:
    """The slots that a change of the plan has given up, each with its row in the earlier plan.

    A Swiss has none: an entry that is not drawn any more has other opponents, or a bye.
    """
    slots: dict[Slot, MovementRow] = {}
    if state.session.is_swiss:
        return slots
    for section in state.sections:
        for row in _rows(section):
            for board in state.boards_in(row):
                slots[Slot(section.letter, row.round, row.table, board)] = row
    return slots


def lost_boards(
    state: SessionState, slots: Mapping[Slot, MovementRow]
) -> Mapping[Slot, MovementRow]:
    """Those of the given-up slots that somebody has lost, each with a row that has only the numbers that lost it.

    An entry has lost as many boards as it plays fewer than were planned for it. If a change gave up more of its boards,
    because it plays others instead, it has lost those of the rounds in which it does not play, and then the first.
    """
    if not slots:
        return {}
    planned = planned_boards(state)
    missing = _missing(state, planned)
    losers: dict[Slot, set[int]] = {}
    counted: set[Board] = set()
    for slot, number in _candidates(state, slots):
        board = (slot.letter, slot.board, number)
        owner = (slot.letter, number)
        if missing[owner] > 0 and board not in planned and board not in counted:
            missing[owner] -= 1
            counted.add(board)
            losers.setdefault(slot, set()).add(number)
    lost = {}
    for slot, numbers in losers.items():
        row = slots[slot]
        lost[slot] = without(row, {*row.seated} - numbers)
    return lost


def without(row: MovementRow, numbers: Iterable[int]) -> MovementRow:
    """The row without these numbers."""
    for number in numbers:
        row = row.renamed(number, None)
    return row


def require_lost(at: SlotState) -> None:
    """Raises Refused for a slot that the plan has given up, if every entry there plays as many boards as planned."""
    slot = at.slot
    lost = lost_boards(at.state, given_up(at.state)).get(slot)
    if lost is not None and lost.seated:
        return
    planned = planned_boards(at.state)
    for number in at.row.seated:
        if there := planned.get((slot.letter, slot.board, number)):
            words = _(
                "Number %(number)s plays board %(board)s at table %(table)s in round %(round)s: "
                "there is nothing to rule on here."
            )
            where = {
                "number": number,
                "board": slot.board,
                "table": table_name(at.state, at.section, there.table),
                "round": there.round,
            }
            raise Refused(words % where)
    raise Refused(
        _(
            "Nobody here has lost board %(board)s: everybody plays as many boards as were planned."
        )
        % {"board": slot.board}
    )


def _candidates(
    state: SessionState, slots: Mapping[Slot, MovementRow]
) -> list[tuple[Slot, int]]:
    """Each given-up slot with each of its numbers, first those of rounds in which the number does not play."""
    plays = {
        (slot.letter, slot.round, number)
        for slot, row in slots_of(state)
        for number in row.seated
    }
    found = [(slot, number) for slot, row in slots.items() for number in row.seated]

    def order(candidate: tuple[Slot, int]) -> tuple[bool, int, Slot, int]:
        slot, number = candidate
        does_play = (slot.letter, slot.round, number) in plays
        return does_play, slot.round, slot, number

    return sorted(found, key=order)


def _missing(
    state: SessionState, planned: Mapping[Board, Slot]
) -> Counter[tuple[str, int]]:
    """The number of boards that each entry plays fewer than were planned for it, by section and number of the entry.

    For each round of the plan in force, the first edition in which the entry sits at a table says what was planned.
    """
    due: set[Board] = set()
    for section in state.sections:
        for row, number in _first_planned(section):
            for board in state.boards_in(row):
                due.add((section.letter, board, number))
    missing = Counter((letter, number) for letter, _board, number in due)
    missing.subtract((letter, number) for letter, _board, number in planned)
    return missing


def _first_planned(section: SectionState) -> Iterator[tuple[MovementRow, int]]:
    """Yield each number with the rows that the first edition in which it sits at a table has for it in a round."""
    seen: set[tuple[int, int]] = set()
    for edition in section.editions:
        rows = [row for row in edition.rows if _counts(section, row)]
        sitting = [(row, number) for row in rows for number in row.seated]
        for row, number in sitting:
            if (row.round, number) not in seen:
                yield row, number
        seen |= {(row.round, number) for row, number in sitting}


def _counts(section: SectionState, row: MovementRow) -> bool:
    """True if a row of an edition has two sides, in a round that the plan in force has."""
    return row.is_played and row.round in section.movement.by_round


def _rows(section: SectionState) -> Iterator[MovementRow]:
    """Yield the rows that a change of the plan has given up, the oldest edition of the plan first."""
    if len(section.editions) == 1:
        return
    for edition in section.editions:
        for row in edition.rows:
            if (
                _counts(section, row)
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
