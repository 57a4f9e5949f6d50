"""Sums of a season's postings, for each person."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Case, IntegerField, Max, Min, Q, QuerySet, Sum, Value, When

from clubscore.database.plain_rows import plain_rows
from clubscore.ledger.models import Posting

IS_RESULT = Q(transaction__reverses=None)
# What takes back a rubber of an earlier season takes back its count as well.
_COUNT = Case(When(IS_RESULT, then=Value(1)), default=Value(-1), output_field=IntegerField())
_WON = Q(IS_RESULT, points__gt=0) | Q(~IS_RESULT, points__lt=0)
_LOST = Q(IS_RESULT, points__lt=0) | Q(~IS_RESULT, points__gt=0)


@dataclass(slots=True)
class Total:
    """Rubbers counted; the net, the best and the worst rubber in points; what rounding left over beside the net."""

    rubbers: int = 0
    won: int = 0
    lost: int = 0
    net: int = 0
    best: int | None = None
    worst: int | None = None
    left_over: int = 0

    def add(self, rubbers: int, won: int, lost: int, net: int, best: int | None, worst: int | None) -> None:
        self.rubbers += rubbers
        self.won += won
        self.lost += lost
        self.net += net
        self.best = max((points for points in (self.best, best) if points is not None), default=None)
        self.worst = min((points for points in (self.worst, worst) if points is not None), default=None)


def totals_of(postings: QuerySet[Posting], people: Mapping[int, int]) -> dict[int, Total]:
    """By person: `people` names the one of each record that was merged. The database adds up, one row a record."""
    rows = postings.values_list("member").annotate(
        rubbers=Sum(_COUNT),
        wins=Sum(_COUNT, filter=_WON, default=0),
        losses=Sum(_COUNT, filter=_LOST, default=0),
        net=Sum("points"),
        best=Max("points", filter=IS_RESULT),
        worst=Min("points", filter=IS_RESULT),
    )
    totals: dict[int, Total] = {}
    for member_id, *figures in plain_rows(rows):
        person = people.get(member_id, member_id)
        if person in totals:
            totals[person].add(*figures)
        else:
            totals[person] = Total(*figures)
    return totals


def short_totals_of(postings: QuerySet[Posting], people: Mapping[int, int], *, with_won: bool) -> dict[int, Total]:
    """Rubbers, net and, `with_won`, those won: what ranks are made of, in half the time."""
    wins = Sum(_COUNT, filter=_WON, default=0) if with_won else Value(0)
    rows = postings.values_list("member").annotate(rubbers=Sum(_COUNT), wins=wins, net=Sum("points"))
    totals: dict[int, Total] = {}
    for member_id, rubbers, won, net in plain_rows(rows):
        person = people.get(member_id, member_id)
        if person in totals:
            totals[person].add(rubbers, won, 0, net, None, None)
        else:
            totals[person] = Total(rubbers, won, 0, net)
    return totals


def best_totals(
    postings: QuerySet[Posting], people: Mapping[int, int], *, best: int, left_over: Mapping[tuple[int, int], int]
) -> dict[int, Total]:
    """The same of each person's `best` largest results; a correction of an earlier season is no result.

    Added up here and not in the database: a choice of rows by rank leads PostgreSQL through the whole book. `left_over`
    is what rounding left, by transaction and record.
    """
    results = postings.filter(IS_RESULT).values_list("points", "transaction_id", "member_id")
    totals: dict[int, Total] = defaultdict(Total)
    for points, transaction_id, member_id in sorted(results, reverse=True):
        total = totals[people.get(member_id, member_id)]
        if total.rubbers < best:
            total.add(1, points > 0, points < 0, points, points, points)
            total.left_over += left_over.get((transaction_id, member_id), 0)
    return dict(totals)
