"""Reads of entries: a member's statement, manual entries, and a check of the sums."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import F, Max, Prefetch, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from clubscore.calendar import evening_of
from clubscore.database.batches import Progress, no_progress, portions
from clubscore.ledger.models import (
    BY_HAND,
    OF_A_RUBBER,
    Posting,
    Season,
    Transaction,
    Unit,
)
from clubscore.ledger.placing import season_on
from clubscore.members.models import Member
from clubscore.members.queries import records_of

PORTION = 2000  # transactions in memory at a time

# By a join: prefetched by their ids, more than a thousand members would be more than SQLite takes in one question.
WITH_MEMBERS = Posting.objects.select_related("member").order_by("pk")


class StatementEntry(NamedTuple):
    """A line of a member's statement. `balance` is the running total after it, in the unit of its transaction."""

    posting_id: int
    posted_at: datetime
    is_rubber: bool
    """True if the line books a rubber, or takes one back. A stake or table money of a rubber is another line."""
    is_reversal: bool
    points: int
    balance: int


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """The facts about a line of a statement beside its figures: what was booked, and with whom."""

    transaction: Transaction
    partners: list[Member] = field(default_factory=list)
    opponents: list[Member] = field(default_factory=list)
    closed: Season | None = None
    """The season of the entry's day, if it was closed and the entry counts in a later season."""

    @property
    def of_day(self) -> date | None:
        """The day of the entry if it was booked on a later evening; else None."""
        if self.transaction.day < evening_of(self.transaction.posted_at):
            return self.transaction.day
        return None

    @property
    def is_of_a_rubber(self) -> bool:
        return self.transaction.source in OF_A_RUBBER

    @property
    def closed_in_words(self) -> str:
        """The season `closed` in words; empty if `closed` is None.

        `played in 2025, which is closed` for a rubber, `of 2025, which is closed` for another booking.
        """
        if self.closed is None:
            return ""
        words = _("of %(season)s, which is closed")
        if self.is_of_a_rubber:
            words = _("played in %(season)s, which is closed")
        return words % {"season": self.closed.called}

    @property
    def is_by_hand(self) -> bool:
        return self.transaction.source in BY_HAND


@dataclass(frozen=True, slots=True)
class Statement:
    """A member's entries of one season, newest first: the entries in points, and the entries in money.

    Both balances are the balances at the end of the season. The amounts brought forward are the balances before the
    first entry of the season; None if nothing was booked before. `seasons` are the seasons with entries, the newest
    first. `records` are the ids of the person's records.
    """

    member: Member
    records: Collection[int]
    season: Season | None
    seasons: list[Season]
    seasons_of_the_club: list[Season]
    entries: list[StatementEntry]
    balance: int
    brought_forward: int | None
    money_entries: list[StatementEntry]
    money_balance: int
    money_brought_forward: int | None

    @property
    def has_money(self) -> bool:
        """True if anything was booked in money, in this season or before."""
        return bool(self.money_entries) or self.money_brought_forward is not None


def statement_of(member: Member, season: Season | None = None) -> Statement:
    """The statement of a person for a season, with all the person's records.

    If `season` is None, the statement is for the last season with an entry.
    """
    records = {record.pk for record in records_of(member)}
    sums = _sums_by_season(records)
    every = list(Season.objects.order_by("-begins_on"))
    with_entries = {season_pk for season_pk, _unit in sums}
    seasons = [one for one in every if one.pk in with_entries]
    shown = season or next(iter(seasons), None)
    before = [one.pk for one in seasons if shown and one.begins_on < shown.begins_on]
    brought = {unit: _brought(sums, before, unit) for unit in Unit}
    entries = _entries(records, shown, brought)
    return Statement(
        member=member,
        records=records,
        season=shown,
        seasons=seasons,
        seasons_of_the_club=every,
        entries=entries[Unit.POINTS],
        balance=_last(entries[Unit.POINTS], brought[Unit.POINTS]),
        brought_forward=brought[Unit.POINTS],
        money_entries=entries[Unit.MONEY],
        money_balance=_last(entries[Unit.MONEY], brought[Unit.MONEY]),
        money_brought_forward=brought[Unit.MONEY],
    )


def _sums_by_season(records: Collection[int]) -> dict[tuple[int, str], int]:
    """The sum of these records' postings, by season's id and unit. The time grows with the number of their postings."""
    rows = Posting.objects.filter(member__in=records).values_list(
        "transaction__season", "transaction__unit"
    )
    return {
        (season, unit): points for season, unit, points in rows.annotate(Sum("points"))
    }


def _brought(
    sums: Mapping[tuple[int, str], int], seasons: Iterable[int], unit: Unit
) -> int | None:
    booked = [sums[season, unit] for season in seasons if (season, unit) in sums]
    return sum(booked) if booked else None


def _last(entries: list[StatementEntry], brought_forward: int | None) -> int:
    return entries[0].balance if entries else brought_forward or 0


def _entries(
    records: Collection[int],
    season: Season | None,
    brought: Mapping[Unit, int | None],
) -> dict[Unit, list[StatementEntry]]:
    """The lines of a statement by their unit, newest first, with running balances that begin at `brought`.

    They are plain values: a season of a member has hundreds of them, and a page shows few with their details.
    """
    rows = (
        Posting.objects.filter(member__in=records, transaction__season=season)
        .order_by("transaction")
        .values_list("pk", "points", *_OF_BOOKING)
    )
    balances = {unit: brought[unit] or 0 for unit in Unit}
    entries: dict[Unit, list[StatementEntry]] = {unit: [] for unit in Unit}
    for pk, points, written, posted_at, source, reverses in rows:
        unit = Unit(written)
        balances[unit] += points
        entry = StatementEntry(
            posting_id=pk,
            posted_at=posted_at,
            is_rubber=source == Transaction.Source.RUBBER,
            is_reversal=reverses is not None,
            points=points,
            balance=balances[unit],
        )
        entries[unit].append(entry)
    return {unit: oldest_first[::-1] for unit, oldest_first in entries.items()}


_OF_BOOKING = [
    f"transaction__{name}" for name in ("unit", "posted_at", "source", "reverses")
]


def details_of(
    statement: Statement, entries: Iterable[StatementEntry]
) -> dict[int, EntryDetails]:
    """The details of these lines of a statement, by the id of the posting."""
    ids = [entry.posting_id for entry in entries]
    postings = (
        Posting.objects.filter(pk__in=ids)
        .select_related("transaction__reverses", "transaction__posted_by")
        .prefetch_related(Prefetch("transaction__postings", WITH_MEMBERS))
    )
    details = {}
    for posting in postings:
        booked = posting.transaction
        partners, opponents = company(posting, statement.records)
        closed = closed_season_of(booked, statement.seasons_of_the_club)
        details[posting.pk] = EntryDetails(booked, partners, opponents, closed)
    return details


def closed_season_of(booked: Transaction, seasons: Collection[Season]) -> Season | None:
    """The season of a booking's day, if it was closed and the booking counts in a later season; else None."""
    season = season_on(seasons, booked.day)
    if season and season.pk != booked.season_id:
        return season
    return None


def company(
    posting: Posting, records: Collection[int | None]
) -> tuple[list[Member], list[Member]]:
    """The partners and the opponents in the rubber of a posting; two empty lists if the posting is not of a rubber.

    `records` are the ids of the records of the person whom the posting is about. Of the other players, the one with the
    same points was the partner. If nobody has points, because the rubber had no margin, the lists are empty.
    """
    if posting.transaction.source != Transaction.Source.RUBBER:
        return [], []
    partners = []
    opponents = []
    for other in posting.transaction.postings.all():
        if not other.member or other.member_id in records:
            continue
        if other.points != posting.points:
            opponents.append(other.member)
        elif other.points != 0:
            partners.append(other.member)
    return partners, opponents


@dataclass(frozen=True, slots=True)
class BookedLate:
    """A rubber that counts in a later season, because the season of its evening was closed."""

    closed: Season | None
    """The season of the rubber's evening; None for an evening before the first season."""
    season: Season
    """The season in which the rubber counts."""


def booked_late(rubber_id: int) -> BookedLate | None:
    """The season of the rubber's evening and the later season in which it counts.

    None if both are the same season, and for a rubber that is not booked. Takes one query, and one more for a rubber
    that counts later.
    """
    late = Transaction.objects.filter(
        source=Transaction.Source.RUBBER,
        source_id=rubber_id,
        reverses=None,
        reversal=None,
        day__lt=F("season__begins_on"),
    )
    booked = late.select_related("season").first()
    return (
        BookedLate(Season.objects.on(booked.day).first(), booked.season)
        if booked
        else None
    )


def season_of_source(source: Transaction.Source, source_id: int) -> Season | None:
    """The season of the newest booking of this source, even if that is reversed; None if it was never booked."""
    booked = Transaction.objects.filter(
        source=source, source_id=source_id, reverses=None
    )
    newest = booked.select_related("season").order_by("-edition").first()
    return newest.season if newest else None


def booked_by_hand() -> QuerySet[Transaction]:
    """Adjustments and opening balances, newest first, without reversals.

    Their postings, their seasons, their reversals and the members who booked them are fetched with them.
    """
    lines = Posting.objects.select_related("member", "account").order_by("pk")
    return (
        Transaction.objects.filter(source__in=BY_HAND, reverses=None)
        .select_related("posted_by", "season")
        .prefetch_related(Prefetch("postings", lines), "reversal__posted_by")
        .order_by("-pk")
    )


def next_number(source: Transaction.Source) -> int:
    """The next free number of this source: of an adjustment, or of opening balances."""
    return (
        Transaction.objects.filter(source=source).aggregate(last=Max("source_id"))[
            "last"
        ]
        or 0
    ) + 1


def unbalanced(looked_at: Progress = no_progress) -> list[Transaction]:
    """Transactions without postings, or whose postings do not sum to zero, oldest first.

    The list is empty unless somebody has written to the database without the services. `looked_at` is called with the
    number of transactions that were just checked, for a progress bar.
    """
    found: list[Transaction] = []
    for portion in portions(Transaction.objects.only("pk"), PORTION):
        lies = {"pk__gte": portion[0].pk, "pk__lte": portion[-1].pk}
        summed = Transaction.objects.filter(**lies).annotate(
            total=Sum("postings__points")
        )
        found += summed.filter(Q(total=None) | ~Q(total=0)).order_by("pk")
        looked_at(len(portion))
    return found
