"""Reads beyond the rows of a rubber: its table afterwards, and the margin of each player."""

from collections.abc import Hashable, Mapping
from datetime import datetime
from typing import TypeVar

from django.db.models import Max

from clubscore.ledger.rounding import Rounding, rounded
from clubscore.live.topics import WATCH
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from scoring import Seat, Sheet, Side

P = TypeVar("P", bound=Hashable)

VIEWS = frozenset({"NS", "EW", WATCH})


def next_has_begun(rubber: Rubber) -> bool:
    """Whether another rubber has begun at the table since."""
    return Rubber.objects.filter(table=rubber.table_id).begun_after(rubber).exists()


def newest_times_at(table: Table) -> list[datetime | None]:
    """The start and the end of the last rubber at the table; [] where none was begun."""
    newest = Rubber.objects.filter(table=table).order_by("-pk").values_list("started_at", "ended_at")[:1]
    return [time for times in newest for time in times]


def newest_time() -> datetime | None:
    """The newest time in the club's rubbers and deals, if there is any: of the last deal, or of the latest start."""
    newest = Deal.objects.order_by("-pk").values_list("recorded_at", flat=True)[:1]
    starts = Rubber.objects.aggregate(latest=Max("started_at"))["latest"]
    return max((time for time in (*newest, starts) if time), default=None)


def still_seated(state: RubberState) -> bool:
    """Whether the four of the rubber sit at the table as they did in it."""
    return seating_at(state.rubber.table).seats == state.players


def margins_of(rubber: Rubber, sheet: Sheet, players: Mapping[Seat, P]) -> dict[P, int]:
    """Plus the margin for both winners, minus for both losers (Law 74), in points, rounded as the club does.

    0 for all in a tie, {} without a deal. `players` are members, or whatever stands for them.
    """
    posted = rounded(sheet.margin, Rounding(rubber.rounding), wash_out_below=rubber.wash_out_below)
    return _for_each(players, sheet, posted)


def exact_margins_of(sheet: Sheet, players: Mapping[Seat, P]) -> dict[P, int]:
    """The same before it is rounded."""
    return _for_each(players, sheet, sheet.margin)


def _for_each(players: Mapping[Seat, P], sheet: Sheet, margin: int) -> dict[P, int]:
    if not sheet.deals:
        return {}

    def points(side: Side) -> int:
        if sheet.winner is None:
            return 0
        return margin if side == sheet.winner else -margin

    return {player: points(seat.side) for seat, player in players.items()}
