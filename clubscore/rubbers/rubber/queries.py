"""Queries beyond the rows of one rubber: events at its table after the rubber, and the newest times in the club."""

from datetime import datetime

from django.db.models import Max

from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.models.rubber import RubberQuerySet
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at


def next_has_begun(rubber: Rubber) -> bool:
    """True if another rubber at the same table is in play or has a deal, and began after this rubber."""
    return rubbers_after(rubber).begun().exists()


def rubbers_after(rubber: Rubber) -> RubberQuerySet:
    """The rubbers that count and were begun at this table after this rubber, even those stopped without a deal."""
    counting = Rubber.objects.counting().filter(table=rubber.table_id)
    return counting.begun_after(rubber)


def in_play_after(rubber: Rubber) -> RubberState | None:
    """The rubber in play at the same table that was begun after this rubber; None if no such rubber is in play."""
    following = rubbers_after(rubber).in_play().first()
    return load(following.pk) if following else None


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


def all_still_here(state: RubberState) -> bool:
    """True if the four players of the rubber are at its table, in any seats or waiting to cut in."""
    here = seating_at(state.rubber.table).members
    return all(player in here for player in state.players.values())
