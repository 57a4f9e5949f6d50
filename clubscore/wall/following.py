"""The table that a screen shows while it follows the play. Pure: with the same deals, all screens show the same table.

The rule: the newest deal brings its table to the front. There the table stays for forty seconds after its own newest
deal, so that people can read the score. Deals recorded elsewhere meanwhile wait; the newest of them comes next.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

STAY = timedelta(seconds=40)
QUARTER = timedelta(minutes=15)


class WallMove(NamedTuple):
    """The moment (`at`) from which screens may show a new deal of a table; `table` is the id of the table."""

    at: datetime
    table: int


def followed(moves: Iterable[WallMove], now: datetime) -> int | None:
    """The id of the table to show at `now`; None if there is no move yet."""
    shown: int | None = None
    until = waiting = None
    for at, table in _recent(moves, now):
        if waiting is not None and until is not None and at >= until:
            # Its turn came before this move.
            shown, until, waiting = waiting, until + STAY, None
        if until is None or table == shown or at >= until:
            shown, until = table, at + STAY
        else:
            waiting = table
    if waiting is not None and until is not None and now >= until:
        return waiting
    return shown


def _recent(moves: Iterable[WallMove], now: datetime) -> list[WallMove]:
    """The moves of this quarter of an hour and of the quarter before, in order; if there are none, the newest move.

    The quarters begin on the hour and 15, 30 and 45 minutes after it. The table to show depends on the first move in
    this list, and so the first move must stay the same for a quarter of an hour. If it changed with `now`, a screen in
    a busy room would change tables at irregular moments. A move later than `now` counts as a move at `now`.
    """
    ordered = sorted(WallMove(min(at, now), table) for at, table in moves)
    since_quarter = (now - datetime.min.replace(tzinfo=now.tzinfo)) % QUARTER
    begins = now - since_quarter - QUARTER
    recent = [move for move in ordered if move.at >= begins]
    return recent or ordered[-1:]
