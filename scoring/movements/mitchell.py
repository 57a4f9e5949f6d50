"""Mitchell movements: one line stays, the other goes up a table a round, and the sets go down one."""

from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.plan import Movement, choice, pair_row, shared_sets, turned
from scoring.said import Said, said

MOST_TABLES: Final = 60
EVEN: Final = ("skip", "share")
"""With an even number of tables: the moving line skips a table halfway, or two tables share and a relay holds a set."""

TURNED_IN_RANGE: Final = "Of {last} rounds, from 0 to {last} are turned."


def usual_switch(rounds: int) -> int:
    """The number of turned rounds that is best for one winner."""
    return 1 if rounds <= 11 else 2


def most_rounds(tables: int, even: str) -> int:
    """The greatest number of rounds."""
    return tables - 1 if tables % 2 == 0 and even == "skip" else tables


def mitchell(tables: int, *, rounds: int | None = None, even: str = "skip", switch: int = 0) -> Movement:
    """A Mitchell. Pair k stays at table k, pair ``tables`` + k begins there; ``switch`` rounds at the end are turned.

    >>> [row.ew for row in mitchell(5).by_round[2]]
    [10, 6, 7, 8, 9]

    Raises:
        InvalidMovement: for numbers or words that no Mitchell has. One with too many rounds fails ``check`` instead.
    """
    choice(tables, 2, MOST_TABLES, "tables", said("A Mitchell has from 2 to {most} tables.", most=MOST_TABLES))
    if even not in EVEN:
        raise InvalidMovement("With an even number of tables: skip or share.", field="even")
    usual = most_rounds(tables, even)
    last = usual if rounds is None else choice(rounds, 1, 2 * tables, "rounds", _too_many(tables, even))
    choice(switch, 0, last, "switch", said(TURNED_IN_RANGE, last=last))
    relay = tables % 2 == 0 and even == "share"
    skip = tables // 2 if tables % 2 == 0 and even == "skip" else last
    rows = []
    for number in range(1, last + 1):
        for table in range(1, tables + 1):
            line = (table - number - (number > skip)) % tables + 1
            station = table if relay and table > tables // 2 else table - 1
            rows.append(pair_row(number, table, table, tables + line, (station + number - 1) % tables + 1))
    return Movement(
        "mitchell",
        tuple(turned(rows, switch, last)),
        winners=1 if switch else 2,
        shared=shared_sets(row for row in rows if row.table in (1, tables)) if relay else frozenset(),
        set_count=tables,
    )


def _too_many(tables: int, even: str) -> Said:
    if tables % 2:
        form = "A Mitchell of {tables} tables has from 1 to {most} rounds."
    elif even == "skip":
        form = "A Mitchell of {tables} tables with a skip has from 1 to {most} rounds."
    else:
        form = "A Mitchell of {tables} tables with a share and a relay has from 1 to {most} rounds."
    return said(form, tables=tables, most=most_rounds(tables, even))
