"""Mitchell movements: one line stays, the other goes up one table a round, and the sets go down one table.

A Web is a Mitchell with fewer sets than tables, and with copies of the boards: everybody plays the same boards.
"""

from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.plan import (
    WEB,
    Movement,
    MovementRow,
    pair_row,
    require_in_range,
    shared_sets,
    turned,
)
from scoring.said import Said, said

MOST_TABLES: Final = 60
EVEN: Final = ("skip", "share")
"""The ways for an even number of tables: the moving line skips a table halfway, or two tables share a set."""

FEWEST_OF_A_WEB: Final = 4
USUAL_SETS_OF_A_WEB: Final = 13
TURNED_IN_RANGE: Final = "Of {last} rounds, from 0 to {last} are turned."


def usual_switch(rounds: int) -> int:
    """The number of rounds with an arrow switch that is best for a movement with one winner."""
    return 1 if rounds <= 11 else 2


def most_rounds(tables: int, even: str) -> int:
    """The greatest number of rounds of a Mitchell; ``even``, a word of ``EVEN``, counts only for even ``tables``."""
    if tables % 2 == 0 and even == "skip":
        return tables - 1
    return tables


def mitchell(
    tables: int, *, rounds: int | None = None, even: str = "skip", switch: int = 0
) -> Movement:
    """A Mitchell movement. Pair k stays at table k; pair ``tables`` + k begins at table k.

    ``even`` is a word of ``EVEN``; it counts only if ``tables`` is even. In the last ``switch`` rounds the boards are
    turned; if there are such rounds, there is one winner instead of two.

    >>> [row.ew for row in mitchell(5).by_round[2]]
    [10, 6, 7, 8, 9]

    Raises:
        InvalidMovement: for numbers or words that no Mitchell has. Up to twice as many rounds as tables are accepted,
            but too many rounds fail ``check``.
    """
    message = said("A Mitchell has from 2 to {most} tables.", most=MOST_TABLES)
    require_in_range(tables, 2, MOST_TABLES, "tables", message)
    if even not in EVEN:
        raise InvalidMovement(
            "With an even number of tables: skip or share.", field="even"
        )
    if rounds is None:
        rounds = most_rounds(tables, even)

    require_in_range(rounds, 1, 2 * tables, "rounds", _too_many(tables, even))
    require_in_range(switch, 0, rounds, "switch", said(TURNED_IN_RANGE, last=rounds))
    has_skip = tables % 2 == 0 and even == "skip"
    has_relay = tables % 2 == 0 and even == "share"
    rows = _rows(tables, rounds, has_skip=has_skip, has_relay=has_relay)
    shared: frozenset[tuple[int, int]] = frozenset()
    if has_relay:
        shared = shared_sets(row for row in rows if row.table in (1, tables))

    winners = 1 if switch else 2
    return Movement(
        "mitchell",
        tuple(turned(rows, switch, rounds)),
        "pairs",
        winners,
        shared,
        tables,
    )


def web(tables: int, *, rounds: int | None = None, switch: int = 0) -> Movement:
    """A Web Mitchell. Pair k stays at table k; pair ``tables`` + k begins at table k and goes up a table a round.

    There are as many sets as rounds, or one more, because their number is odd; everybody plays the same sets. The
    tables are in two groups, and each group has its own copies of the boards. The first group begins with its sets in
    ascending order, the second group in descending order; in both groups the boards go down a table a round. So a pair
    that comes into the other group finds there the sets that it has not played. An even number of tables needs two
    copies if a group has no more tables than sets; an odd number of tables needs a third copy of some sets.

    >>> [row.set for row in web(6, rounds=5).by_round[1]]
    [1, 2, 3, 2, 1, 5]

    Raises:
        InvalidMovement: for numbers of tables, rounds or turned rounds that are out of range.
    """
    message = said(
        "A Web has from {least} to {most} tables.",
        least=FEWEST_OF_A_WEB,
        most=MOST_TABLES,
    )
    require_in_range(tables, FEWEST_OF_A_WEB, MOST_TABLES, "tables", message)
    most = tables - 1 if tables % 2 == 0 else tables - 2
    last = min(most, USUAL_SETS_OF_A_WEB) if rounds is None else rounds
    message = said(
        "A Web of {tables} tables has from 2 to {most} rounds.",
        tables=tables,
        most=most,
    )
    require_in_range(last, 2, most, "rounds", message)
    require_in_range(switch, 0, last, "switch", said(TURNED_IN_RANGE, last=last))
    sets = last if last % 2 else last + 1
    rows = []
    for number in range(1, last + 1):
        for table in range(1, tables + 1):
            pair = tables + 1 + (table - number) % tables
            boards = _set_of_a_web(table, number, tables, sets)
            rows.append(pair_row(number, table, table, pair, boards))

    winners = 1 if switch else 2
    return Movement(
        WEB,
        tuple(turned(rows, switch, last)),
        winners=winners,
        shared=shared_sets(rows),
        set_count=sets,
    )


def _set_of_a_web(table: int, number: int, tables: int, sets: int) -> int:
    """The set at a table in round ``number``.

    The first group has half of the tables. If the number of tables is odd, it has half of the tables and sets together:
    a pair that comes from the last table to table 1 then goes on with the sets that it has not played.
    """
    first_group = tables // 2 if tables % 2 == 0 else (tables + sets) // 2
    later = table + number - 2
    if table > first_group:
        later = tables - table - number
    return later % sets + 1


def _rows(
    tables: int, rounds: int, *, has_skip: bool, has_relay: bool
) -> list[MovementRow]:
    """The rows of all rounds: the moving pairs go up a table a round, the boards go down one.

    With a skip the pairs go up two tables after half of the rounds. With a relay a set of boards rests between the two
    halves of the tables.
    """
    half = tables // 2
    rows = []
    for number in range(1, rounds + 1):
        gone = number - 1
        if has_skip and number > half:
            gone += 1
        for table in range(1, tables + 1):
            pair = tables + 1 + (table - 1 - gone) % tables
            station = table
            if has_relay and table > half:
                station += 1
            boards = (station + number - 2) % tables + 1
            rows.append(pair_row(number, table, table, pair, boards))
    return rows


def _too_many(tables: int, even: str) -> Said:
    if tables % 2:
        form = "A Mitchell of {tables} tables has from 1 to {most} rounds."
    elif even == "skip":
        form = "A Mitchell of {tables} tables with a skip has from 1 to {most} rounds."
    else:
        form = "A Mitchell of {tables} tables with a share and a relay has from 1 to {most} rounds."
    return said(form, tables=tables, most=most_rounds(tables, even))
