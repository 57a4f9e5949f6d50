"""Sums of a season's postings, for each person."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from heapq import heappush, heappushpop
from typing import NamedTuple

from django.db.models import Case, IntegerField, Max, Min, Q, QuerySet, Sum, Value, When

from clubscore.database.plain_rows import plain_rows
from clubscore.ledger.models import Posting

IS_RESULT = Q(transaction__reverses=None)
# A reversal of a rubber of an earlier season also subtracts the rubber from the count.
_COUNT = Case(
    When(IS_RESULT, then=Value(1)), default=Value(-1), output_field=IntegerField()
)
_WON = Q(IS_RESULT, points__gt=0) | Q(~IS_RESULT, points__lt=0)
_LOST = Q(IS_RESULT, points__lt=0) | Q(~IS_RESULT, points__gt=0)


@dataclass(slots=True)
class SeasonTotal:
    """One person's numbers of rubbers, and sums of points.

    `left_over` is the net before rounding less the rounded net.
    """

    rubbers: int = 0
    won: int = 0
    lost: int = 0
    net: int = 0
    best: int | None = None
    worst: int | None = None
    left_over: int = 0

    def add(
        self,
        rubbers: int,
        won: int,
        lost: int,
        net: int,
        best: int | None,
        worst: int | None,
    ) -> None:
        self.rubbers += rubbers
        self.won += won
        self.lost += lost
        self.net += net
        if best is not None:
            self.best = best if self.best is None else max(self.best, best)
        if worst is not None:
            self.worst = worst if self.worst is None else min(self.worst, worst)


def totals_of(
    postings: QuerySet[Posting], people: Mapping[int, int]
) -> dict[int, SeasonTotal]:
    """The total of each person, by the person's id. `people` maps a merged record to its person.

    The database adds up the postings and returns one row for each record.
    """
    rows = postings.values_list("member").annotate(
        rubbers=Sum(_COUNT),
        wins=Sum(_COUNT, filter=_WON, default=0),
        losses=Sum(_COUNT, filter=_LOST, default=0),
        net=Sum("points"),
        best=Max("points", filter=IS_RESULT),
        worst=Min("points", filter=IS_RESULT),
    )
    totals: dict[int, SeasonTotal] = {}
    for member_id, *figures in plain_rows(rows):
        person = people.get(member_id, member_id)
        if person in totals:
            totals[person].add(*figures)
        else:
            totals[person] = SeasonTotal(*figures)
    return totals


def short_totals_of(
    postings: QuerySet[Posting], people: Mapping[int, int], *, with_won: bool
) -> dict[int, SeasonTotal]:
    """The total of each person, by the person's id, with only the figures that ranks need: rubbers and net.

    If `with_won`, the totals also have the rubbers won.

    It takes half the time of `totals_of`.
    """
    wins = Sum(_COUNT, filter=_WON, default=0) if with_won else Value(0)
    rows = postings.values_list("member").annotate(
        rubbers=Sum(_COUNT), wins=wins, net=Sum("points")
    )
    totals: dict[int, SeasonTotal] = {}
    for member_id, rubbers, won, net in plain_rows(rows):
        person = people.get(member_id, member_id)
        if person in totals:
            totals[person].add(rubbers, won, 0, net, None, None)
        else:
            totals[person] = SeasonTotal(rubbers, won, 0, net)
    return totals


class DailyTotal(NamedTuple):
    """The change to the total of one person on one day: rubbers, wins and net. `person` is the id of the person."""

    day: date
    person: int
    rubbers: int
    won: int
    net: int


def daily_totals_of(
    postings: QuerySet[Posting], people: Mapping[int, int], *, best: int | None
) -> list[DailyTotal]:
    """The changes to each person's total on each day, in the order of the days.

    The sum of a person's changes up to a day is the total that `totals_of` gives for the postings of that time, or
    `best_totals` if only each person's `best` results count. `people` maps a merged record to its person.
    """
    if best:
        return _daily_best_of(postings, people, best)
    rows = (
        postings.order_by("transaction__day")
        .values_list("transaction__day", "member")
        .annotate(
            rubbers=Sum(_COUNT),
            wins=Sum(_COUNT, filter=_WON, default=0),
            net=Sum("points"),
        )
    )
    totals = []
    for day, member_id, rubbers, won, net in rows:
        person = people.get(member_id, member_id)
        totals.append(DailyTotal(day, person, rubbers, won, net))
    return totals


def _daily_best_of(
    postings: QuerySet[Posting], people: Mapping[int, int], best: int
) -> list[DailyTotal]:
    results = (
        postings.filter(IS_RESULT)
        .order_by("transaction__day")
        .values_list("transaction__day", "member", "points")
    )
    counted: dict[int, list[int]] = defaultdict(list)
    changes = []
    for day, member_id, points in results:
        person = people.get(member_id, member_id)
        smallest_first = counted[person]
        if len(smallest_first) < best:
            heappush(smallest_first, points)
            changes.append(DailyTotal(day, person, 1, points > 0, points))
        else:
            left_out = heappushpop(smallest_first, points)
            won = (points > 0) - (left_out > 0)
            changes.append(DailyTotal(day, person, 0, won, points - left_out))
    return changes


def best_totals(
    postings: QuerySet[Posting],
    people: Mapping[int, int],
    *,
    best: int,
    left_over: Mapping[tuple[int, int], int],
) -> dict[int, SeasonTotal]:
    """The total of each person's `best` largest results, by the person's id. A reversal does not count as a result.

    `left_over` has the exact points less the rounded points of each result, by the ids of its transaction and its
    record. `people` maps a merged record to its person. Python adds up the results, because PostgreSQL would read the
    whole book to choose rows by rank.
    """
    results = postings.filter(IS_RESULT).values_list(
        "points", "transaction_id", "member_id"
    )
    totals: dict[int, SeasonTotal] = defaultdict(SeasonTotal)
    for points, transaction_id, member_id in sorted(results, reverse=True):
        total = totals[people.get(member_id, member_id)]
        if total.rubbers < best:
            total.add(1, points > 0, points < 0, points, points, points)
            total.left_over += left_over.get((transaction_id, member_id), 0)
    return dict(totals)
