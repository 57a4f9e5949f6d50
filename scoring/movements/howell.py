"""Howell movements: every pair meets every other pair. One pair stays; all other pairs and the sets go round."""

from typing import Final

from scoring.movements.plan import (
    Movement,
    MovementRow,
    in_order,
    pair_row,
    require_in_range,
    shared_sets,
)
from scoring.said import said

# The first round of a Howell: N-S, E-W and set of each table. In each later round every number is one more, and the
# number of rounds is followed by 1. The highest number, that of the pair that stays, does not change.
_STARTERS: Final = {
    2: ((4, 1, 1), (2, 3, 1)),
    4: ((8, 1, 1), (5, 6, 2), (2, 4, 3), (3, 7, 5)),
    5: ((10, 1, 1), (5, 7, 3), (4, 8, 5), (3, 2, 6), (6, 9, 8)),
    6: ((12, 1, 1), (9, 5, 2), (3, 2, 4), (11, 6, 5), (8, 10, 6), (7, 4, 10)),
    7: (
        (14, 1, 1),
        (5, 10, 3),
        (3, 2, 4),
        (9, 11, 5),
        (6, 13, 10),
        (8, 12, 11),
        (7, 4, 12),
    ),
}
# Three tables have no such starter, because there is no Room square of side five. Here all tables share the set of the
# first round, and no other way to turn the boards of the later rounds has a better balance.
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
        InvalidMovement: for numbers of tables or rounds that no Howell has.
    """
    least, most = TABLES[0], TABLES[-1]
    message = said(
        "A Howell has from {least} to {most} tables.", least=least, most=most
    )
    require_in_range(tables, least, most, "tables", message)
    whole = 2 * tables - 1
    last = whole if rounds is None else rounds
    message = said(
        "A Howell of {tables} tables has from 1 to {most} rounds.",
        tables=tables,
        most=whole,
    )
    require_in_range(last, 1, whole, "rounds", message)
    rows = _rows_of_three_tables() if tables == 3 else _rows(tables)
    rows = [row for row in rows if row.round <= last]
    return Movement(
        "howell",
        in_order(rows),
        shared=shared_sets(rows),
        set_count=whole,
        full=last == whole,
    )


def _rows_of_three_tables() -> list[MovementRow]:
    rows = []
    for number, tables in enumerate(_OF_THREE_TABLES, 1):
        for table, (ns, ew, boards) in enumerate(tables, 1):
            rows.append(pair_row(number, table, ns, ew, boards))
    return rows


def _rows(tables: int) -> list[MovementRow]:
    """The rows of all rounds of a Howell with this number of tables, round 1 first."""
    rounds = 2 * tables - 1
    rows = []
    for number in range(1, rounds + 1):
        for table, first in enumerate(_STARTERS[tables], 1):
            ns, ew, boards = (_later(start, number, rounds) for start in first)
            rows.append(pair_row(number, table, ns, ew, boards))
    return rows


def _later(first: int, number: int, rounds: int) -> int:
    """The pair or set that is in round ``number`` where ``first`` was in round 1; the highest pair stays."""
    if first > rounds:
        return first
    return (first + number - 2) % rounds + 1
