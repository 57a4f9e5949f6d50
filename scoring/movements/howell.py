"""Howell movements: one pair or some pairs stay; all other pairs and the sets go round.

In a full Howell one pair stays, and every two pairs meet. In a three-quarter Howell at least two pairs stay, which do
not meet each other; it has fewer rounds and sets, and everybody plays every set.
"""

from typing import Final

from scoring.movements.plan import (
    Movement,
    MovementRow,
    in_order,
    pair_row,
    require_in_range,
    shared_sets,
)
from scoring.movements.starters import FULL, THREE_QUARTER, Starter
from scoring.said import said

# Three tables have no such starter, because there is no Room square of side five. Here all tables share the set of the
# first round, and no other way to turn the boards of the later rounds has a better balance.
_OF_THREE_TABLES: Final = (
    ((6, 1, 1), (3, 2, 1), (5, 4, 1)),
    ((6, 2, 2), (4, 1, 3), (3, 5, 4)),
    ((6, 3, 3), (5, 1, 2), (2, 4, 5)),
    ((6, 4, 4), (1, 3, 5), (2, 5, 3)),
    ((6, 5, 5), (1, 2, 4), (4, 3, 2)),
)
TABLES: Final = range(2, 11)
THREE_QUARTER_TABLES: Final = range(min(THREE_QUARTER)[0], max(THREE_QUARTER)[0] + 1)


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
    if tables == 3:
        rows = [row for row in _rows_of_three_tables() if row.round <= last]
    else:
        rows = _rows(FULL[tables], whole, last)

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


def three_quarter_rounds(tables: int) -> tuple[int, ...]:
    """The numbers of rounds, ascending, for which there is a whole three-quarter Howell of this number of tables."""
    return tuple(sorted(rounds for of, rounds in THREE_QUARTER if of == tables))


def three_quarter_howell(tables: int, *, rounds: int | None = None) -> Movement:
    """A Howell in which some pairs stay. Pair k of those that move follows pair k - 1.

    Without ``rounds`` the movement has about three quarters of the rounds of a full Howell. With another number of
    rounds than those of ``three_quarter_rounds``, the movement is a longer one that ends early.

    Raises:
        InvalidMovement: for numbers of tables or rounds that no three-quarter Howell has.
    """
    first, most = THREE_QUARTER_TABLES[0], THREE_QUARTER_TABLES[-1]
    message = said(
        "A three-quarter Howell has from {least} to {most} tables.",
        least=first,
        most=most,
    )
    require_in_range(tables, first, most, "tables", message)
    lengths = three_quarter_rounds(tables)
    if rounds is None:
        wanted = 3 * (2 * tables - 1)
        rounds = min(lengths, key=lambda length: abs(4 * length - wanted))

    message = said(
        "A three-quarter Howell of {tables} tables has from 2 to {most} rounds.",
        tables=tables,
        most=lengths[-1],
    )
    require_in_range(rounds, 2, lengths[-1], "rounds", message)
    whole = min(length for length in lengths if length >= rounds)
    rows = _rows(THREE_QUARTER[tables, whole], whole, rounds)
    return Movement("three-quarter howell", in_order(rows), set_count=whole)


def _rows(starter: Starter, cycle: int, rounds: int) -> list[MovementRow]:
    """The rows of all rounds, round 1 first. Pairs and sets up to ``cycle`` go round, higher numbers stay."""
    rows = []
    for number in range(1, rounds + 1):
        for table, first in enumerate(starter, 1):
            ns, ew, boards = (_later(start, number, cycle) for start in first)
            rows.append(pair_row(number, table, ns, ew, boards))
    return rows


def _later(first: int, number: int, cycle: int) -> int:
    """The pair or set that is in round ``number`` where ``first`` was in round 1; pairs above ``cycle`` stay."""
    if first > cycle:
        return first
    return (first + number - 2) % cycle + 1
