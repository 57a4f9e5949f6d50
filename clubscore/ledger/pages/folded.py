"""A member's entries by month and evening, so that a statement of a year is short on a phone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, groupby
from typing import NamedTuple, Self

from django.db.models import Count, Q, Sum

from clubscore.calendar import evening_of
from clubscore.ledger.balances import RUBBER
from clubscore.ledger.models import Posting
from clubscore.ledger.queries import (
    EntryDetails,
    Statement,
    StatementEntry,
    details_of,
)
from clubscore.members.models import Member
from clubscore.members.queries import records_of

SHOWN = 4  # evenings on the page of the ledger
FEW = 60
"""The most entries of the newest months together; older months are fetched when they are unfolded."""
EVERY = "all"  # in place of a month's name in the address


class EveningOfRubbers(NamedTuple):
    """A member's rubbers of one evening: how many, and their net points."""

    day: date
    rubbers: int
    net: int


class DetailedEntry(NamedTuple):
    """A line of a statement with its details."""

    entry: StatementEntry
    details: EntryDetails


@dataclass(frozen=True, slots=True)
class FoldedEvening:
    """The entries that were booked on one evening, newest first."""

    day: date
    entries: Sequence[StatementEntry]
    lines: Sequence[DetailedEntry] = ()
    """The entries with their details; empty in a month that is not shown."""

    @property
    def rubbers(self) -> int:
        """The number of rubbers booked, less the number of rubbers taken back."""
        rubbers = 0
        for entry in self.entries:
            if entry.is_rubber:
                rubbers += -1 if entry.is_reversal else 1
        return rubbers

    @property
    def net(self) -> int:
        return sum(entry.points for entry in self.entries)

    def detailed(self, details: Mapping[int, EntryDetails]) -> Self:
        """This evening, with the details of its entries."""
        return replace(
            self,
            lines=[
                DetailedEntry(entry, details[entry.posting_id])
                for entry in self.entries
            ],
        )


@dataclass(frozen=True, slots=True)
class FoldedMonth:
    """The evenings of one month, newest first. Unless `is_shown`, the page has only their sums."""

    evenings: Sequence[FoldedEvening]
    is_shown: bool = True

    @property
    def day(self) -> date:
        """The newest evening of the month."""
        return self.evenings[0].day

    @property
    def name(self) -> str:
        """The month in an address, such as `2026-11`."""
        return _name_of(self.day)

    def detailed(self, details: Mapping[int, EntryDetails]) -> Self:
        """This month; if it is shown, with the details of its entries."""
        if not self.is_shown:
            return self
        evenings = [evening.detailed(details) for evening in self.evenings]
        return replace(self, evenings=evenings)

    @property
    def entries(self) -> list[StatementEntry]:
        return [entry for evening in self.evenings for entry in evening.entries]

    @property
    def rubbers(self) -> int:
        return sum(evening.rubbers for evening in self.evenings)

    @property
    def net(self) -> int:
        return sum(evening.net for evening in self.evenings)


@dataclass(frozen=True, slots=True)
class FoldedStatement:
    """A statement by month and evening, in points and in money, newest first.

    The newest month is shown, the months before it as long as all have FEW entries at most together, and the month that
    the reader opened.
    """

    months: Sequence[FoldedMonth]
    money_months: Sequence[FoldedMonth]

    @property
    def is_whole(self) -> bool:
        """True if all months are shown."""
        return all(month.is_shown for month in (*self.months, *self.money_months))


def folded(statement: Statement, opened: str = "") -> FoldedStatement:
    """The statement, folded. `opened` is the month that the reader opened, such as `2026-11`; all months if EVERY."""
    months = _months_of(statement.entries, opened)
    money_months = _months_of(statement.money_entries, opened)
    shown = [month.entries for month in (*months, *money_months) if month.is_shown]
    details = details_of(statement, chain.from_iterable(shown))
    return FoldedStatement(
        [month.detailed(details) for month in months],
        [month.detailed(details) for month in money_months],
    )


def _months_of(entries: Iterable[StatementEntry], opened: str) -> list[FoldedMonth]:
    """These entries, which are newest first, by the month and the evening on which they were booked."""
    evenings = []
    for day, booked in groupby(entries, _evening):
        evenings.append(FoldedEvening(day, list(booked)))
    months: list[FoldedMonth] = []
    booked_so_far = 0
    for name, those in groupby(evenings, lambda evening: _name_of(evening.day)):
        month = FoldedMonth(list(those))
        booked_so_far += len(month.entries)
        is_short = not months or booked_so_far <= FEW
        months.append(replace(month, is_shown=is_short or opened in (name, EVERY)))
    return months


def _evening(entry: StatementEntry) -> date:
    return evening_of(entry.posted_at)


def _name_of(day: date) -> str:
    return f"{day:%Y-%m}"


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
