"""Howell movements: every pair meets every other. One pair stays, all others go round, and so do the sets."""

from typing import Final

from scoring.movements.plan import Movement, Row, choice, in_order, pair_row, shared_sets
from scoring.said import said

# The first round of a Howell, N-S, E-W and set of each table; in each later round every number but that of the pair
# that stays, the highest, is one more (the number of rounds is followed by 1).
_STARTERS: Final = {
    2: ((4, 1, 1), (2, 3, 1)),
    4: ((8, 1, 1), (5, 6, 2), (2, 4, 3), (3, 7, 5)),
    5: ((10, 1, 1), (5, 7, 3), (4, 8, 5), (3, 2, 6), (6, 9, 8)),
    6: ((12, 1, 1), (9, 5, 2), (3, 2, 4), (11, 6, 5), (8, 10, 6), (7, 4, 10)),
    7: ((14, 1, 1), (5, 10, 3), (3, 2, 4), (9, 11, 5), (6, 13, 10), (8, 12, 11), (7, 4, 12)),
}
# Three tables have no such starter, for there is no Room square of side five: here the first set is shared by all, and
# of all ways to turn the rest none has a better balance.
_OF_THREE_TABLES: Final = (
    ((6, 1, 1), (3, 2, 1), (5, 4, 1)),
    ((6, 2, 2), (4, 1, 3), (3, 5, 4)),
    ((6, 3, 3), (5, 1, 2), (2, 4, 5)),
    ((6, 4, 4), (1, 3, 5), (2, 5, 3)),
    ((6, 5, 5), (1, 2, 4), (4, 3, 2)),
)
TABLES: Final = range(2, 8)


def howell(tables: int, *, rounds: int | None = None) -> Movement:
    """A Howell, in which the pair with the highest number stays; with fewer rounds some pairs do not meet.

    >>> [(row.ns, row.ew, row.set) for row in howell(4).by_round[2]]
    [(8, 2, 2), (6, 7, 3), (3, 5, 4), (4, 1, 6)]

    Raises:
        InvalidMovement: for other numbers of tables or rounds.
    """
    least, most = TABLES[0], TABLES[-1]
    message = said("A Howell has from {least} to {most} tables.", least=least, most=most)
    choice(tables, least, most, "tables", message)
    most = 2 * tables - 1
    last = most if rounds is None else rounds
    message = said("A Howell of {tables} tables has from 1 to {most} rounds.", tables=tables, most=most)
    choice(last, 1, most, "rounds", message)
    rows = [row for row in _rows(tables, most) if row.round <= last]
    return Movement("howell", in_order(rows), shared=shared_sets(rows), set_count=most, full=last == most)


def _rows(tables: int, most: int) -> list[Row]:
    if tables == 3:
        played = enumerate(_OF_THREE_TABLES, 1)
        return [pair_row(number, table, *seats) for number, row in played for table, seats in enumerate(row, 1)]
    return [
        pair_row(
            later + 1,
            table,
            *(number if number > most else (number + later - 1) % most + 1 for number in (ns, ew, boards)),
        )
        for later in range(most)
        for table, (ns, ew, boards) in enumerate(_STARTERS[tables], 1)
    ]
