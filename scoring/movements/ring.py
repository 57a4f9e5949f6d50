"""Hesitation movements: a Mitchell in which one or two North-South seats belong to the moving line.

A pair in such a seat meets the next pair of its own line. Sets go down one table a round. The positions of tables and
relays among the sets decide whether every pair plays every set.
"""

from collections.abc import Sequence
from typing import Final

from scoring.movements.mitchell import TURNED_IN_RANGE
from scoring.movements.plan import (
    Movement,
    MovementRow,
    in_order,
    pair_row,
    require_in_range,
    shared_sets,
    turned,
)
from scoring.said import said

HESITATION_TABLES: Final = range(3, 31)
DOUBLE_TABLES: Final = range(5, 16)


def hesitation(tables: int, *, rounds: int | None = None, switch: int = 0) -> Movement:
    """A hesitation Mitchell: the moving line goes from East-West of the last table to North-South of that table.

    Raises:
        InvalidMovement: for numbers of tables, rounds or turned rounds that are out of range.
    """
    least, most = HESITATION_TABLES[0], HESITATION_TABLES[-1]
    message = said("A hesitation has from 3 to {most} tables.", most=most)
    require_in_range(tables, least, most, "tables", message)
    is_odd = tables % 2 == 1
    half = tables // 2
    relays = 1 if is_odd else 2
    stations = [*range(half), *range(half + relays, tables + relays)]
    if is_odd:
        # The boards of the last table are never turned: two moving pairs sit there, and the balance is better.
        return _ring("hesitation", stations, (tables,), rounds, switch, but=tables)

    stations[-1] = stations[0]  # the last table shares with the first
    return _ring("hesitation", stations, (tables,), rounds, switch)


def double_hesitation(
    tables: int, *, rounds: int | None = None, switch: int = 0
) -> Movement:
    """A double hesitation: after East-West of the last table come North-South of tables 1 and 3.

    Raises:
        InvalidMovement: for numbers of tables, rounds or turned rounds that are out of range.
    """
    first, most = DOUBLE_TABLES[0], DOUBLE_TABLES[-1]
    message = said(
        "A double hesitation has from {least} to {most} tables.", least=first, most=most
    )
    require_in_range(tables, first, most, "tables", message)
    return _ring(
        "double hesitation", _stations_of_two_pivots(tables), (1, 3), rounds, switch
    )


def _ring(
    kind: str,
    stations: Sequence[int],
    pivots: tuple[int, ...],
    rounds: int | None,
    switch: int,
    *,
    but: int | None = None,
) -> Movement:
    """Make a hesitation movement in which each table has its station, a position among the sets.

    ``pivots`` are the tables where a moving pair sits North-South. ``switch`` rounds at the end are turned, at all
    tables except ``but``.
    """
    tables = len(stations)
    ring = tables + len(pivots)
    last = ring if rounds is None else rounds
    if kind == "hesitation":
        form = "A hesitation of {tables} tables has from 1 to {most} rounds."
    else:
        form = "A double hesitation of {tables} tables has from 1 to {most} rounds."

    require_in_range(last, 1, ring, "rounds", said(form, tables=tables, most=ring))
    require_in_range(switch, 0, last, "switch", said(TURNED_IN_RANGE, last=last))
    staying = sorted(set(range(1, tables + 1)) - set(pivots))
    ns = dict(zip(staying, range(1, tables + 1), strict=False))
    rows: list[MovementRow] = []
    for later in range(last):
        # The moving line: East-West of every table, then North-South of the pivots.
        start = len(staying) + 1
        moving = []
        for place in range(ring):
            moving.append(start + (place - later) % ring)
        for pivot, pair in zip(pivots, moving[tables:], strict=True):
            ns[pivot] = pair
        for table, (station, ew) in enumerate(
            zip(stations, moving[:tables], strict=True), 1
        ):
            boards = (station + later) % ring + 1
            rows.append(pair_row(later + 1, table, ns[table], ew, boards))

    shared = shared_sets(rows)
    return Movement(
        kind,
        in_order(turned(rows, switch, last, but=but)),
        shared=shared,
        set_count=ring,
    )


def _stations_of_two_pivots(tables: int) -> list[int]:
    """The station of each table among the sets, found by search, so that no pair plays a set twice."""
    ring = tables + 2
    places = [{table} for table in range(tables)]
    places[0].add(tables)
    places[2].add(tables + 1)
    stations: list[int] = []

    def place(table: int, met: frozenset[int]) -> bool:
        if table == tables:
            return True

        for station in range(ring):
            sets = set()
            for position in places[table]:
                sets.add((station + position) % ring)
            if station not in stations and not sets & met:
                stations.append(station)
                if place(table + 1, met | sets):
                    return True
                stations.pop()

        return False

    place(0, frozenset())
    return stations
