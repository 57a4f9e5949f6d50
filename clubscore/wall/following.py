"""The table that a screen shows when it follows the play. Pure: moves in, a table out, the same for every screen.

The rule: the newest deal brings its table to the front. There the table stays for forty seconds after its own newest
deal, so that a figure can be read; deals recorded elsewhere meanwhile wait, and the newest of them comes next.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

STAY = timedelta(seconds=40)
QUARTER = timedelta(minutes=15)


class WallMove(NamedTuple):
    """Something that a screen may show came to light at a table."""

    at: datetime
    table: int


def followed(moves: Iterable[WallMove], now: datetime) -> int | None:
    """The table to show at `now`; None when nothing has come to light yet."""
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
    """The moves of this quarter of an hour and of the quarter before; without such moves, the newest move.

    The quarters are those of the clock, so the fold has one beginning for a while: with a beginning that moves, a busy
    room would change tables at other moments at each look. A move from ahead of the clock counts as one of now.
    """
    ordered = sorted(WallMove(min(at, now), table) for at, table in moves)
    since_quarter = (now - datetime.min.replace(tzinfo=now.tzinfo)) % QUARTER
    begins = now - since_quarter - QUARTER
    recent = [move for move in ordered if move.at >= begins]
    return recent or ordered[-1:]
