"""A member's rubbers, one by one, with partners and opponents. The time grows with the member's own rubbers.

The rubbers of a merged record count for its person.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import NamedTuple

from django.db.models import F, Q, QuerySet

from clubscore.calendar import evening_of
from clubscore.database.prepared.queries import Prepared
from clubscore.ledger.models import Posting, Season
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.rubbers.models import RubberSeat
from clubscore.standings.queries import postings_of
from scoring import Seat


class SeatTaken(NamedTuple):
    """A seat at the end of a rubber. `is_late` if its member took it after the beginning, as a substitute."""

    rubber_id: int
    seat: str
    member_id: int
    is_late: bool


@dataclass(frozen=True, slots=True)
class RubberResult:
    """The result of a member in one rubber.

    If `is_correction`, the result takes back a rubber of an earlier season, and has no partner and no opponents.
    """

    rubber_id: int
    at: datetime
    day: date
    description: str
    points: int
    is_correction: bool
    seat: SeatTaken | None
    """The member's own seat; None if the member's records were merged with others since."""
    partner: Member | None
    opponents: tuple[Member, ...]

    @property
    def facts(self) -> Hashable:
        """The values that a page shows of the rubber. They are a part of the key under which its HTML is cached."""
        opponents = tuple(
            (opponent.name, opponent.short_name) for opponent in self.opponents
        )
        partner = (self.partner.name, self.partner.short_name) if self.partner else None
        booked = (
            self.rubber_id,
            self.at,
            self.day,
            self.description,
            self.points,
            self.is_correction,
        )
        return (booked, partner, opponents)

    @property
    def of_day(self) -> date | None:
        """The day of the rubber if it was booked on a later evening; else None."""
        if self.day < evening_of(self.at):
            return self.day
        return None


def own_postings(
    records: Collection[int], game: str, season: Season | None
) -> QuerySet[Posting]:
    """The postings of these records that count in the season; without a season, the postings of all time.

    Without a season, reversed bookings and their reversals are left out.
    """
    if season:
        return postings_of(season, game).filter(member__in=records)
    return Posting.objects.filter(
        member__in=records,
        transaction__game=game,
        transaction__reverses=None,
        transaction__reversal=None,
    )


def ids_of(member: Member) -> frozenset[int]:
    """The ids of all records of the person."""
    return frozenset(record.pk for record in records_of(member))


def results_of(
    records: Collection[int], game: str, season: Season | None
) -> list[RubberResult]:
    """The results of one person's rubbers, oldest first. `records` are the ids of the person's records."""
    postings = own_postings(records, game, season).order_by("transaction")
    own = [_Booked(*row) for row in postings.values_list("points", *_OF_BOOKING)]
    seats: dict[int, list[SeatTaken]] = defaultdict(list)
    for taken in _SEATS.of([*{row.rubber_id for row in own}]):
        seats[taken[0]].append(SeatTaken(*taken))
    seated = {seat.member_id for seat in chain.from_iterable(seats.values())}
    people = {record.pk: record.canonical for record in _RECORDS.of([*seated])}
    return [_result(row, records, seats[row.rubber_id], people) for row in own]


class _Booked(NamedTuple):
    """A posting of a rubber, with the parts of its transaction that a page shows."""

    points: int
    rubber_id: int
    at: datetime
    day: date
    description: str
    reverses_id: int | None


_OF_BOOKING = [
    f"transaction__{name}"
    for name in ("source_id", "posted_at", "day", "description", "reverses")
]


def _result(
    booked: _Booked,
    records: Collection[int],
    seats: list[SeatTaken],
    people: Mapping[int, Member],
) -> RubberResult:
    is_correction = booked.reverses_id is not None
    own = next((seat for seat in seats if seat.member_id in records), None)
    own_side = Seat(own.seat).side if own else None
    partners = []
    opponents = []
    for seat in [] if is_correction else seats:
        if seat.member_id in records:
            continue
        if Seat(seat.seat).side == own_side:
            partners.append(people[seat.member_id])
        else:
            opponents.append(people[seat.member_id])
    return RubberResult(
        rubber_id=booked.rubber_id,
        at=booked.at,
        day=booked.day,
        description=booked.description,
        points=booked.points,
        is_correction=is_correction,
        seat=own,
        partner=next(iter(partners), None),
        opponents=tuple(opponents),
    )


@dataclass(frozen=True, slots=True)
class OpponentTotals:
    """The totals of the member's rubbers with one partner, or against one opponent."""

    member: Member
    rubbers: int
    won: int
    net: int

    @property
    def average(self) -> float:
        return self.net / self.rubbers

    @property
    def facts(self) -> Hashable:
        """The values that a page shows of the totals."""
        return (self.member.pk, self.member.name, self.rubbers, self.net)


def with_partners(results: Iterable[RubberResult]) -> list[OpponentTotals]:
    """The totals with each partner, most rubbers first."""
    return _totals((result.partner, result) for result in results if result.partner)


def against_opponents(results: Iterable[RubberResult]) -> list[OpponentTotals]:
    """The totals against each opponent, most rubbers first; each rubber counts for both opponents."""
    met = []
    for result in results:
        for opponent in result.opponents:
            met.append((opponent, result))
    return _totals(met)


def _totals(met: Iterable[tuple[Member, RubberResult]]) -> list[OpponentTotals]:
    rubbers: dict[Member, list[int]] = {}
    for other, result in met:
        rubbers.setdefault(other, []).append(result.points)
    listed = []
    for other, points in rubbers.items():
        wins = [won for won in points if won > 0]
        listed.append(OpponentTotals(other, len(points), len(wins), sum(points)))
    return sorted(listed, key=lambda totals: (-totals.rubbers, totals.member.name))


# The seats at the end of each rubber: a substitute takes the result. Without an order PostgreSQL would name opponents
# in a different order from time to time.
_SEATS = Prepared(
    lambda pks: (
        RubberSeat.objects.filter(rubber__in=pks, until=None)
        .order_by("pk")
        .annotate(is_late=Q(since__gt=F("rubber__started_at")))
        .values_list("rubber", "seat", "member", "is_late")
    )
)
_NAMES = ("name", "nickname", "merged_into")
_NAMES_OF_PERSON = [f"merged_into__{name}" for name in _NAMES]
_RECORDS = Prepared(
    lambda pks: (
        Member.objects.filter(pk__in=pks)
        .select_related("merged_into")
        .only(*_NAMES, *_NAMES_OF_PERSON)
    )
)
