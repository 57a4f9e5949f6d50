"""A member's entries by month and evening, so that a statement of a year is short on a phone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Q, Sum

from clubscore.calendar import evening_of
from clubscore.ledger.balances import RUBBER
from clubscore.ledger.models import Posting, Transaction
from clubscore.ledger.queries import StatementEntry
from clubscore.members.models import Member
from clubscore.members.queries import records_of

SHOWN = 4  # evenings on the page of the ledger


class EveningOfRubbers(NamedTuple):
    """A member's rubbers of one evening: how many, and their net points."""

    day: date
    rubbers: int
    net: int


@dataclass(frozen=True, slots=True)
class FoldedEvening:
    """The entries that were booked on one evening, newest first."""

    day: date
    entries: Sequence[StatementEntry]

    @property
    def rubbers(self) -> int:
        """The number of rubbers booked, less the number of rubbers taken back."""
        rubbers = 0
        for entry in self.entries:
            if entry.transaction.source == Transaction.Source.RUBBER:
                rubbers += -1 if entry.transaction.reverses_id else 1
        return rubbers

    @property
    def net(self) -> int:
        return sum(entry.points for entry in self.entries)


@dataclass(frozen=True, slots=True)
class FoldedMonth:
    """The evenings of one month, newest first."""

    evenings: Sequence[FoldedEvening]

    @property
    def day(self) -> date:
        """The newest evening of the month."""
        return self.evenings[0].day

    @property
    def rubbers(self) -> int:
        return sum(evening.rubbers for evening in self.evenings)

    @property
    def net(self) -> int:
        return sum(evening.net for evening in self.evenings)


def months_of(entries: Iterable[StatementEntry]) -> list[FoldedMonth]:
    """The entries of a statement, which are newest first, by the month and the evening on which they were booked."""
    evenings = []
    for day, booked in groupby(entries, _evening):
        evenings.append(FoldedEvening(day, list(booked)))
    return [FoldedMonth(list(month)) for _key, month in groupby(evenings, _month)]


def _evening(entry: StatementEntry) -> date:
    return evening_of(entry.transaction.posted_at)


def _month(evening: FoldedEvening) -> tuple[int, int]:
    return evening.day.year, evening.day.month


def last_evenings_of(member: Member) -> list[EveningOfRubbers]:
    """The last SHOWN evenings on which this person has played rubbers that are booked, newest first."""
    # As a filter of the sums: among the conditions of the rows it would make SQLite read every rubber of the club.
    stands = RUBBER & Q(transaction__reverses=None, transaction__reversal=None)
    rows = (
        Posting.objects.filter(member__in=records_of(member))
        .order_by("-transaction__day")
        .values_list("transaction__day")
        .annotate(
            rubbers=Count("pk", filter=stands),
            net=Sum("points", filter=stands, default=0),
        )
        .filter(rubbers__gt=0)
    )
    return [EveningOfRubbers(*row) for row in rows[:SHOWN]]
