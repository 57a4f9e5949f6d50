"""Queries beyond the rows of one rubber: events at its table after the rubber, and the newest times in the club."""

from datetime import datetime

from django.db.models import Max

from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at


def next_has_begun(rubber: Rubber) -> bool:
    """True if another rubber has begun at the same table after this rubber."""
    return Rubber.objects.filter(table=rubber.table_id).begun_after(rubber).exists()


def newest_times_at(table: Table) -> list[datetime | None]:
    """The times of start and end (None while in play) of the last rubber at the table; [] if no rubber began there."""
    newest_first = Rubber.objects.filter(table=table).order_by("-pk")
    times = newest_first.values_list("started_at", "ended_at").first()
    return list(times or [])


def newest_time() -> datetime | None:
    """The time of the last recorded deal, or of the latest start of a rubber if that is later; None without rubbers."""
    newest_first = Deal.objects.order_by("-pk")
    last_deal = newest_first.values_list("recorded_at", flat=True).first()
    latest_start = Rubber.objects.aggregate(latest=Max("started_at"))["latest"]
    return max((time for time in (last_deal, latest_start) if time), default=None)


def still_seated(state: RubberState) -> bool:
    """True if the four players of the rubber sit at its table in the seats that they have in the rubber."""
    return seating_at(state.rubber.table).seats == state.players
