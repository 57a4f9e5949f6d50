"""The scores of an entry that goes home before the end, which stand or are cancelled, and the boards that it owes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from scoring.duplicate.outcomes import Artificial, Average
from scoring.movements.change.withdrawal import scores_stand
from scoring.movements.editions import Edition, rows_in_force
from scoring.movements.plan import MovementRow


class Owed(NamedTuple):
    """A board that is not played because one side went home: the number of each side, and the artificial score."""

    ns: int
    ew: int
    score: Artificial


def cancelled(state: SessionState) -> frozenset[tuple[str, int]]:
    """Section and number of the entries that left before half of the session: nothing of theirs counts.

    None of a Swiss.
    """
    return frozenset(
        (section.letter, number)
        for section in state.sections
        for number, last in section.withdrawn.items()
        if not scores_stand(section.movement, number, last + 1)
    )


def owed(state: SessionState) -> Mapping[Slot, Owed]:
    """The boards of rounds that have begun which somebody would have played against an entry whose scores stand.

    Whoever sits out instead gets average plus (Law 12C2). Who was given another opponent is owed nothing. Of a Swiss
    nothing is owed: whoever has nobody to play has a bye.
    """
    found: dict[Slot, Owed] = {}
    if state.session.is_swiss:
        return found
    gone = cancelled(state)
    for section in state.sections:
        for number, last in section.withdrawn.items():
            if (section.letter, number) not in gone:
                for row in _missed(state, section, number, last):
                    average = Artificial(
                        *(Average.MINUS if side == number else Average.PLUS for side in (row.ns, row.ew))
                    )
                    for board in state.boards_in(row):
                        slot = Slot(section.letter, row.round, row.table, board)
                        found[slot] = Owed(row.ns or 0, row.ew or 0, average)
    return found


def _missed(state: SessionState, section: SectionState, number: int, last: int) -> Iterator[MovementRow]:
    """Yield the rows of the plan before an entry left in which the other side now sits out."""
    sits_out = set(section.movement.sit_outs)
    for row in rows_in_force(_before_it_left(section, number, last)):
        if last < row.round <= state.round and row.is_played and number in row.seated:
            others = [each for each in row.seated if each != number]
            if section.are_there(others, row.round) and all((row.round, each) in sits_out for each in others):
                yield row


def _before_it_left(section: SectionState, number: int, last: int) -> Sequence[Edition]:
    """The editions of the plan in which an entry was to play on after its last round."""
    for index, edition in enumerate(section.editions):
        if edition.from_round > last and not any(number in row.seated for row in edition.rows):
            return section.editions[:index]
    return ()
