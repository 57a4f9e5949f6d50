"""Hesitation movements: a Mitchell in which one or two North-South seats are stations of the moving line.

Who comes to such a seat meets the pair behind. Sets go down one table a round; where tables and relays stand among
them decides whether everybody plays everything.
"""

from collections.abc import Sequence
from typing import Final

from scoring.movements.mitchell import TURNED_IN_RANGE
from scoring.movements.plan import Movement, Row, choice, in_order, pair_row, shared_sets, turned
from scoring.said import said

HESITATION_TABLES: Final = range(3, 31)
DOUBLE_TABLES: Final = range(5, 16)


def hesitation(tables: int, *, rounds: int | None = None, switch: int = 0) -> Movement:
    """A hesitation Mitchell: the moving line goes from East-West of the last table to North-South there.

    Raises:
        InvalidMovement: for other numbers of tables, rounds or turned rounds.
    """
    most = HESITATION_TABLES[-1]
    choice(tables, HESITATION_TABLES[0], most, "tables", said("A hesitation has from 3 to {most} tables.", most=most))
    relays = 1 if tables % 2 else 2  # of an even number of tables the last shares with the first
    stations = [table - 1 if table <= tables // 2 else table - 1 + relays for table in range(1, tables + 1)]
    if relays == 2:
        stations[-1] = stations[0]
    # The pivot of an odd number of tables stays as it is: two moving pairs sit there, and the balance is better.
    but = tables if tables % 2 else None
    return _ring("hesitation", stations, (tables,), rounds, switch, but)


def double_hesitation(tables: int, *, rounds: int | None = None, switch: int = 0) -> Movement:
    """A double hesitation: after East-West of the last table come North-South of tables 1 and 3.

    Raises:
        InvalidMovement: for other numbers of tables, rounds or turned rounds.
    """
    first, most = DOUBLE_TABLES[0], DOUBLE_TABLES[-1]
    message = said("A double hesitation has from {least} to {most} tables.", least=first, most=most)
    choice(tables, first, most, "tables", message)
    return _ring("double hesitation", _stations_of_two_pivots(tables), (1, 3), rounds, switch, None)


def _ring(
    kind: str, stations: Sequence[int], pivots: tuple[int, ...], rounds: int | None, switch: int, but: int | None
) -> Movement:
    """The movement from the place of each table among the sets."""
    tables = len(stations)
    ring = tables + len(pivots)
    last = ring if rounds is None else rounds
    form = (
        "A hesitation of {tables} tables has from 1 to {most} rounds."
        if kind == "hesitation"
        else "A double hesitation of {tables} tables has from 1 to {most} rounds."
    )
    choice(last, 1, ring, "rounds", said(form, tables=tables, most=ring))
    choice(switch, 0, last, "switch", said(TURNED_IN_RANGE, last=last))
    stays = [table for table in range(1, tables + 1) if table not in pivots]
    rows: list[Row] = []
    for later in range(last):
        moving = [len(stays) + (place - later) % ring + 1 for place in range(ring)]
        north = {table: pair for pair, table in enumerate(stays, 1)}
        north |= {table: moving[tables + index] for index, table in enumerate(pivots)}
        rows += (
            pair_row(later + 1, table, north[table], moving[table - 1], (stations[table - 1] + later) % ring + 1)
            for table in range(1, tables + 1)
        )
    shared = shared_sets(rows)
    return Movement(kind, in_order(turned(rows, switch, last, but=but)), shared=shared, set_count=ring)


def _stations_of_two_pivots(tables: int) -> list[int]:
    """Where each table stands among the sets, so that nobody plays a set twice: found by search."""
    ring = tables + 2
    places = [{table} for table in range(tables)]
    places[0].add(tables)
    places[2].add(tables + 1)
    found: list[int] = []

    def place(table: int, met: frozenset[int]) -> bool:
        if table == tables:
            return True
        for station in range(ring):
            sets = {(station + each) % ring for each in places[table]}
            if station not in found and not sets & met:
                found.append(station)
                if place(table + 1, met | sets):
                    return True
                found.pop()
        return False

    place(0, frozenset())
    return found
