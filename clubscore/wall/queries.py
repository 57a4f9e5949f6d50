"""Reads of the wall: what came to light this evening, and the rubber that a screen shows."""

from collections import defaultdict
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q

from clubscore.calendar import beginning_of, evening_of
from clubscore.evenings.matrix import Row
from clubscore.evenings.queries import matrix_for, rubbers_of
from clubscore.rubbers.loading import load, newest_at
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.sheet.embargo import Embargo, behind
from clubscore.rubbers.state import RubberState
from clubscore.tables.models import Table
from clubscore.wall.following import Move, followed

NEWEST = 60  # rubbers: those in play at fifty tables, and those that have just ended


Begun = tuple[int, int, datetime | None]
"""A rubber, its table, and when it ended."""


class Played(NamedTuple):
    """A deal of this evening: where and when it was recorded, and when its rubber ended."""

    rubber: int
    recorded_at: datetime
    table: int
    ended_at: datetime | None


def played_tonight(now: datetime) -> list[Played]:
    """The deals of the newest rubbers of this evening and of those in play, at tables in use, in order of play."""
    return _deals_of(_begun_tonight(now))


def _begun_tonight(now: datetime) -> list[Begun]:
    """The rubbers of this evening and those in play, at tables in use, the newest last.

    One statement without a LIMIT, which would lead a database through the whole history of a club on a quiet evening.
    """
    of_tonight = Q(started_at__gte=beginning_of(evening_of(now))) | Q(ended_at=None)
    begun = Rubber.objects.filter(of_tonight, table__closed_at=None).values_list("pk", "table", "ended_at")
    return sorted(begun)


def _deals_of(begun: list[Begun]) -> list[Played]:
    rubbers = {pk: (table, ended_at) for pk, table, ended_at in begun[-NEWEST:]}
    deals = Deal.objects.filter(rubber__in=rubbers, version=1).order_by("pk").values_list("rubber", "recorded_at")
    return [Played(rubber, recorded_at, *rubbers[rubber]) for rubber, recorded_at in deals]


def moves_of(played: list[Played], embargo: Embargo) -> list[Move]:
    """The moments at which something of these came to light under the embargo."""
    by_rubber: dict[int, list[Played]] = defaultdict(list)
    for deal in played:
        by_rubber[deal.rubber].append(deal)
    return [
        Move(at, deals[0].table)
        for deals in by_rubber.values()
        for at in embargo.shown_at([deal.recorded_at for deal in deals], deals[0].ended_at)
    ]


def table_to_show(embargo: Embargo, now: datetime) -> Table | None:
    """The table that the play is followed to; before the first deal of the evening one where a rubber has begun."""
    begun = _begun_tonight(now)
    found = followed(moves_of(_deals_of(begun), embargo), now)
    if found is None:
        found = next((table for _, table, ended_at in reversed(begun) if ended_at is None), None)
    return None if found is None else Table.objects.get(pk=found)


def state_to_show(table: Table, embargo: Embargo) -> RubberState | None:
    """The newest rubber at the table of which something may be shown, as far as it may; else the one in play, empty."""
    newest = newest_at(table)
    if newest and embargo.hides_all_of(newest.rubber):
        over = Rubber.objects.filter(table=table, ended_at__isnull=False, pk__lt=newest.rubber.pk)
        begun_tonight = over.filter(started_at__gte=beginning_of(evening_of(newest.rubber.started_at)))
        before = begun_tonight.order_by("-pk").values_list("pk", flat=True).first()
        if before:
            return load(before)
    return behind(newest, embargo) if newest else None


def tonight(day: date) -> list[Row]:
    """The evening's players with what they won or lost in rubbers that are agreed, the best first."""
    rows = matrix_for(day, rubbers_of(day)).rows
    return [row for row in rows if any(cell.points is not None and not cell.is_pencilled for cell in row.cells)]
