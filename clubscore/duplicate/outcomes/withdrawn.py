"""The entries that went home before the end: their scores stand or are cancelled, and opponents miss boards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from scoring.duplicate.outcomes import Artificial, Average
from scoring.movements.change.withdrawal import scores_stand
from scoring.movements.editions import Edition, rows_in_force
from scoring.movements.plan import MovementRow


class Owed(NamedTuple):
    """A board that is not played because one side went home: the numbers of both sides, and the artificial score."""

    ns: int
    ew: int
    score: Artificial


def cancelled(state: SessionState) -> frozenset[tuple[str, int]]:
    """Section and number of the entries that left before half of the session: none of their scores count.

    A Swiss has none.
    """
    entries = set()
    for section in state.sections:
        for number, last in section.withdrawn.items():
            if not scores_stand(section.movement, number, last + 1):
                entries.add((section.letter, number))
    return frozenset(entries)


def owed(state: SessionState) -> Mapping[Slot, Owed]:
    """The boards that entries miss because their opponents went home, with the artificial scores, in begun rounds.

    The opponents of an entry whose scores stand get average plus (Law 12C2) if they sit out. If they play another entry
    instead they are owed nothing. In a Swiss nothing is owed: an entry without an opponent has a bye.
    """
    boards: dict[Slot, Owed] = {}
    if state.session.is_swiss:
        return boards
    gone = cancelled(state)
    for section in state.sections:
        for number, last in section.withdrawn.items():
            if (section.letter, number) in gone:
                continue
            for row in _missed(state, section, number, last):
                owed_board = Owed(row.ns or 0, row.ew or 0, _average(row, number))
                for board in state.boards_in(row):
                    slot = Slot(section.letter, row.round, row.table, board)
                    boards[slot] = owed_board
    return boards


def _average(row: MovementRow, gone: int) -> Artificial:
    """Average minus for the entry that went home, average plus for the other side of the row."""
    ns = Average.MINUS if row.ns == gone else Average.PLUS
    ew = Average.MINUS if row.ew == gone else Average.PLUS
    return Artificial(ns, ew)


def _missed(
    state: SessionState, section: SectionState, number: int, last: int
) -> Iterator[MovementRow]:
    """Yield the rows that an entry would have played if it had not left, and in which the other side now sits out."""
    sits_out = set(section.movement.sit_outs)
    for row in rows_in_force(_before_it_left(section, number, last)):
        has_begun = last < row.round <= state.round
        if not has_begun or not row.is_played or number not in row.seated:
            continue
        others = [other for other in row.seated if other != number]
        all_sit_out = all((row.round, other) in sits_out for other in others)
        if all_sit_out and section.are_there(others, row.round):
            yield row


def _before_it_left(section: SectionState, number: int, last: int) -> Sequence[Edition]:
    """The editions of the plan before the first edition that leaves out the entry `number`.

    That edition begins after `last`, the entry's last round, and has no row for the entry. Empty if there is no such
    edition.
    """
    for index, edition in enumerate(section.editions):
        is_planned = any(number in row.seated for row in edition.rows)
        if edition.from_round > last and not is_planned:
            return section.editions[:index]
    return ()
