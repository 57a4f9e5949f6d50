"""The earlier rounds of each table on the director's page: a dot for each board, by what became of the board."""

from collections import Counter
from collections.abc import Iterator, Set
from functools import cache
from typing import NamedTuple

from django.utils.translation import npgettext, pgettext

from clubscore.duplicate.director.directing.standings import counted, standing_at
from clubscore.duplicate.outcomes.results import AGREED, RULED, STANDINGS, Results
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import figure
from scoring.movements.plan import MovementRow

CALLED = "called"
"""The mark of a board about which a player calls the director; it takes the place of the board's standing."""


class Dots(NamedTuple):
    """The boards of one table in one earlier round."""

    marks: tuple[str, ...]
    """For each board its standing, such as `agreed`, or CALLED. Empty if nobody plays at the table in the round."""
    words: str
    """The marks in words: `complete`, or `1 to play, 2 agreed`. Empty if nobody plays at the table in the round."""


def earlier_rounds(state: SessionState, round: int) -> range:
    """The begun rounds before `round`."""
    return range(1, min(round, state.round + 1))


def dots_before(
    state: SessionState,
    section: SectionState,
    round: int,
    results: Results,
    called: Set[Slot],
) -> dict[int, tuple[Dots, ...]]:
    """Map each table of the section in a round to its dots in each earlier round, in the order of the rounds.

    `called` has the boards about which a player calls the director.
    """
    earlier = earlier_rounds(state, round)
    in_words = cache(_in_words)  # most rounds of most tables are alike
    dots: dict[int, tuple[Dots, ...]] = {}
    for at in section.movement.by_round.get(round, ()):
        rows = (section.row_at(past, at.table) for past in earlier)
        marks = [tuple(_marks(state, section, row, results, called)) for row in rows]
        dots[at.table] = tuple(Dots(each, in_words(each)) for each in marks)
    return dots


def _marks(
    state: SessionState,
    section: SectionState,
    row: MovementRow | None,
    results: Results,
    called: Set[Slot],
) -> Iterator[str]:
    """Yield the mark of each board at the table of the row; nothing if nobody plays there, or if there is no row."""
    if row is None or not section.both_are_there(row):
        return
    for board in state.boards_in(row):
        slot = Slot(section.letter, row.round, row.table, board)
        yield CALLED if slot in called else standing_at(slot, section, row, results)


def _in_words(marks: tuple[str, ...]) -> str:
    """The marks of one round in words: `complete`, or the number of boards with each mark."""
    if not marks:
        return ""
    numbers = Counter(marks)
    if numbers.keys() <= {AGREED, RULED}:
        return pgettext("a round at a table", "complete")
    words = [
        f"{figure(str(numbers[standing]))} {counted(standing, numbers[standing])}"
        for standing in STANDINGS
        if numbers[standing]
    ]
    if number := numbers[CALLED]:
        called = npgettext("boards", "called", "called", number)
        words.insert(0, f"{figure(str(number))} {called}")
    return ", ".join(words)
