"""Reads for the wall: the evening up to now, and the rubber that a screen shows."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q

from clubscore.calendar import beginning_of, evening_of
from clubscore.evenings.matrix import MatrixRow
from clubscore.evenings.queries import by_their_ends, matrix_for
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.loading import load, newest_at
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.embargo import Embargo, behind
from clubscore.tables.models import Table
from clubscore.wall.following import WallMove, followed

NEWEST = 60  # rubbers: those in play at fifty tables, and those that have just ended


class EveningDeal(NamedTuple):
    """A deal of an evening. `rubber` and `table` are ids; `ended_at` is the end of the rubber, None if in play."""

    rubber: int
    recorded_at: datetime
    table: int
    ended_at: datetime | None


@dataclass(frozen=True)
class SoFar:
    """The evening's rubbers and deals up to now, by which a screen finds the table to show.

    Its cached properties read rows when they are first needed.

    No query has a LIMIT: on a quiet evening a LIMIT would make the database look through a club's whole history.
    """

    now: datetime

    @cached_property
    def rubbers(self) -> list[Rubber]:
        """The rubbers that began this evening and the rubbers in play, with their tables, the newest last.

        Takes one query.
        """
        of_tonight = Q(started_at__gte=beginning_of(evening_of(self.now))) | Q(
            ended_at=None
        )
        return list(
            Rubber.objects.counting()
            .filter(of_tonight)
            .select_related("table")
            .order_by("pk")
        )

    @cached_property
    def at_tables_in_use(self) -> list[Rubber]:
        return [rubber for rubber in self.rubbers if rubber.table.closed_at is None]

    @cached_property
    def deals(self) -> list[EveningDeal]:
        """The deals of the newest rubbers at tables in use, in the order of recording. Takes at most one query."""
        newest = {rubber.pk: rubber for rubber in self.at_tables_in_use[-NEWEST:]}
        deals = (
            Deal.objects.filter(rubber__in=newest, version=1)
            .order_by("pk")
            .values_list("rubber", "recorded_at")
        )
        return [
            EveningDeal(pk, recorded_at, newest[pk].table_id, newest[pk].ended_at)
            for pk, recorded_at in deals
        ]

    @property
    def begun(self) -> list[Rubber]:
        """The rubbers that began this evening, in order of their ends; rubbers in play come last."""
        beginning = beginning_of(evening_of(self.now))
        return by_their_ends(
            rubber for rubber in self.rubbers if rubber.started_at >= beginning
        )


def moves_of(played: list[EveningDeal], embargo: Embargo) -> list[WallMove]:
    """The moments at which the embargo let screens show new deals of a table, each with the table.

    `played` are the deals; the deals of one rubber are in the order of recording.
    """
    by_rubber: dict[int, list[EveningDeal]] = defaultdict(list)
    for deal in played:
        by_rubber[deal.rubber].append(deal)
    moves = []
    for deals in by_rubber.values():
        first = deals[0]
        recorded = [deal.recorded_at for deal in deals]
        moves += [
            WallMove(moment, first.table)
            for moment in embargo.shown_at(recorded, first.ended_at)
        ]
    return moves


def table_to_show(embargo: Embargo, evening: SoFar) -> Table | None:
    """The table that a screen shows while it follows the play; None if there is none.

    Before the embargo lets the first deal be shown, it is the table of the newest rubber in play.
    """
    rubbers = evening.at_tables_in_use
    table_id = followed(moves_of(evening.deals, embargo), evening.now)
    if table_id is None:
        in_play = [rubber.table for rubber in rubbers if not rubber.is_over]
        return in_play[-1] if in_play else None
    tables = {rubber.table_id: rubber.table for rubber in rubbers}
    return tables.get(table_id)


def state_to_show(table: Table, embargo: Embargo) -> RubberState | None:
    """The newest rubber at the table, as far as the embargo lets it be shown; None if the table has had no rubber.

    If the embargo hides the newest rubber, or if it was voided, the last finished rubber of the same evening takes its
    place, if there is one. A voided rubber is never shown.
    """
    newest = newest_at(table)
    if newest is None:
        return None
    is_voided = newest.rubber.is_voided
    if is_voided or embargo.hides_all_of(newest.rubber):
        over = Rubber.objects.counting().filter(
            table=table, ended_at__isnull=False, pk__lt=newest.rubber.pk
        )
        begun_tonight = over.filter(
            started_at__gte=beginning_of(evening_of(newest.rubber.started_at))
        )
        before = begun_tonight.order_by("-pk").values_list("pk", flat=True).first()
        if before:
            return load(before)
    if is_voided:
        return None
    return behind(newest, embargo)


def tonight(evening: SoFar) -> list[MatrixRow]:
    """The rows of the evening's players who have points in agreed rubbers, the best first."""
    rows = matrix_for(evening_of(evening.now), evening.begun).rows
    return [row for row in rows if _has_agreed_points(row)]


def _has_agreed_points(row: MatrixRow) -> bool:
    """True if the player has points in a rubber that is agreed."""
    return any(cell.points is not None and not cell.is_pencilled for cell in row.cells)
