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
    """The section and number of each entry that left before it had played half of the session.

    None of the scores of such an entry count. The set is empty in a Swiss.
    """
    entries = set()
    for section in state.sections:
        for number, last in section.withdrawn.items():
            if not scores_stand(section.movement, number, last + 1):
                entries.add((section.letter, number))
    return frozenset(entries)


def owed(state: SessionState) -> Mapping[Slot, Owed]:
    """The boards that entries miss because their opponents went home, with their artificial scores, by slot.

    Only begun rounds count. If the scores of the entry that went home stand, its opponents get average plus (Law 12C2)
    for the rounds in which they sit out. Opponents that play another entry instead are owed nothing. In a Swiss nothing
    is owed: an entry without an opponent has a bye.
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
    """The artificial score of a row from which the entry `gone` went home.

    That entry gets average minus, and the other side of the row gets average plus.
    """
    ns = Average.MINUS if row.ns == gone else Average.PLUS
    ew = Average.MINUS if row.ew == gone else Average.PLUS
    return Artificial(ns, ew)


def _missed(
    state: SessionState, section: SectionState, number: int, last: int
) -> Iterator[MovementRow]:
    """Yield the rows that the entry `number` would have played if it had not left after the round `last`.

    A row is yielded only if its round has begun and the other side now sits out in the round.
    """
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
    """The editions of the plan before the one that leaves out the entry `number`.

    The edition that leaves the entry out begins after `last`, the last round of the entry, and has no row for the
    entry. Empty if there is no such edition.
    """
    for index, edition in enumerate(section.editions):
        is_planned = any(number in row.seated for row in edition.rows)
        if edition.from_round > last and not is_planned:
            return section.editions[:index]
    return ()
