"""Boards without a result: those that are still to be recorded, and those that were planned at a table and are not
played there any more, for a pair went home, or a round was played otherwise. A director may rule on each."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Ruling
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.withdrawn import cancelled, owed
from clubscore.duplicate.session.lineup import entry_name, names_of, table_name
from clubscore.duplicate.session.slots import SlotState, slot_in, slots_of
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from scoring.movements.plan import MovementRow


class Unplayed(NamedTuple):
    """A slot without result or ruling."""

    slot: Slot
    table: str
    row: MovementRow
    """Who was to play it and has the board nowhere else; nobody in the place of a number that has."""
    has_average: bool
    """Whether it counts by itself: average plus for who would have met a pair that went home (Law 12C2)."""


class UnplayedBoards(NamedTuple):
    """The boards of one table in one round that are not played any more, for the same."""

    letter: str
    round: int
    table: str
    number: int
    """Of the table."""
    slots: tuple[Slot, ...]
    who: str
    """The numbers that have them nowhere else, with their names."""
    has_average: bool

    @property
    def boards(self) -> tuple[int, ...]:
        """The numbers of the boards."""
        return tuple(slot.board for slot in self.slots)


def missing_in(state: SessionState, results: Results) -> list[Slot]:
    """The slots with neither result nor ruling of the rounds that are over, in their order; after play of all.

    Without those of entries whose scores are cancelled.
    """
    over = state.round if state.session.is_over else state.round - 1
    gone, settled = cancelled(state), results.settled
    missing = (
        slot
        for slot, row in slots_of(state)
        if slot not in settled
        and slot.round <= over
        and gone.isdisjoint((slot.letter, number) for number in row.seated)
    )
    return sorted(missing, key=lambda slot: (slot.round, slot.letter, slot.table, slot.board))


def slot_to_rule(state: SessionState, slot: Slot) -> SlotState:
    """A slot of a round that has begun, also one that is not played any more. Raises Refused.

    There it is for those alone who have the board nowhere else in the plan; where all have, only a ruling that stands
    there already is seen to.
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
    found = SlotState(state, section, row, slot)
    if not _has_ruling(found):
        _require_not_played_elsewhere(found)
    return found


def _require_not_played_elsewhere(at: SlotState) -> None:
    planned, board = _planned(at.state), at.slot.board
    for number in at.row.seated:
        if there := planned.get((at.slot.letter, board, number)):
            words = _(
                "Number %(number)s plays board %(board)s at table %(table)s in round %(round)s: "
                "there is nothing to rule on here."
            )
            table = table_name(at.state, at.section, there.table)
            raise Refused(words % {"number": number, "board": board, "table": table, "round": there.round})


def _played_elsewhere(slot: Slot, row: MovementRow, elsewhere: Set[tuple[str, int, int]]) -> list[int]:
    """Those of a row who have its board elsewhere; `elsewhere` has section, board and number of all."""
    return [number for number in row.seated if (slot.letter, slot.board, number) in elsewhere]


def _without(row: MovementRow, numbers: Iterable[int]) -> MovementRow:
    for number in numbers:
        row = row.renamed(number, None)
    return row


def unplayed(state: SessionState, results: Results) -> list[Unplayed]:
    """The slots that are not played any more and have no ruling, in their order, for who has the board nowhere else.

    None of a pair that counts nowhere.
    """
    given_up = _given_up(state)
    if not given_up:
        return []
    gone, of_themselves = cancelled(state), owed(state)
    played = {(slot.letter, slot.board, number) for slot in results.settled for number in _numbers(results, slot)}
    elsewhere = played | _planned(state).keys()
    sections = {section.letter: section for section in state.sections}
    found = []
    for slot, row in sorted(given_up.items(), key=lambda each: (each[0].round, each[0])):
        left = _without(row, _played_elsewhere(slot, row, elsewhere))
        if slot in results.settled or not left.seated or gone & {(slot.letter, number) for number in row.seated}:
            continue
        found.append(Unplayed(slot, table_name(state, sections[slot.letter], slot.table), left, slot in of_themselves))
    return found


def unplayed_boards(state: SessionState, found: Iterable[Unplayed]) -> list[UnplayedBoards]:
    """These slots by round and table, in their order."""
    tables: dict[tuple[str, int, int, tuple[int, ...], bool], list[Unplayed]] = {}
    for each in found:
        tables.setdefault((*each.slot[:3], each.row.seated, each.has_average), []).append(each)
    return [
        UnplayedBoards(
            letter,
            round,
            slots[0].table,
            table,
            tuple(each.slot for each in slots),
            "; ".join(_called(state, letter, number, round) for number in numbers),
            has_average,
        )
        for (letter, round, table, numbers, has_average), slots in tables.items()
    ]


def _called(state: SessionState, letter: str, number: int, round: int) -> str:
    """`A7 Anna Weiss & Ben Novak`."""
    section = state.section(letter)
    assert section
    return f"{entry_name(state, section, number)} {names_of(section.players_in(number, round))}".strip()


def _numbers(results: Results, slot: Slot) -> set[int]:
    ruled = results.rulings.get(slot)
    four = ruled.ruling if ruled else results[slot].play
    return {four.north, four.south, four.east, four.west}


def _planned(state: SessionState) -> Mapping[tuple[str, int, int], Slot]:
    """The slot of the plan in force in which a number has a board: section, board and number."""
    return {(slot.letter, slot.board, number): slot for slot, row in slots_of(state) for number in row.seated}


def _has_ruling(at: SlotState) -> bool:
    here = {"round": at.slot.round, "table": at.slot.table, "board": at.slot.board}
    return Ruling.objects.filter(section=at.section.section, **here).exists()


def _given_up(state: SessionState) -> Mapping[Slot, MovementRow]:
    """The slots of earlier editions that the plan in force has not, with who was to play them.

    None of a Swiss: whoever is not drawn any more has other opponents, or a bye.
    """
    if state.session.is_swiss:
        return {}
    return {
        Slot(section.letter, row.round, row.table, board): row
        for section in state.sections
        for row in _rows(state, section)
        for board in state.boards_in(row)
    }


def _rows(state: SessionState, section: SectionState) -> Iterator[MovementRow]:
    """Yield the rows that were given up, those of the newest edition last; none of a plan that never changed."""
    if len(section.editions) == 1:
        return
    for edition in section.editions:
        for row in edition.rows:
            if row.round <= state.round and row.is_played and {*row.seated} <= section.entries.keys():
                now = section.row_at(row.round, row.table)
                if now is None or _plays_other_boards(row, now) or _met_nobody(section, row, now):
                    yield row


def _plays_other_boards(row: MovementRow, now: MovementRow) -> bool:
    return now.set != row.set and {*now.seated} == {*row.seated}


def _met_nobody(section: SectionState, row: MovementRow, now: MovementRow) -> bool:
    """Whether one side had gone home by then, and the other sits alone."""
    last = [section.withdrawn.get(number) for number in row.seated]
    return not now.is_played and any(each is not None and each < row.round for each in last)
