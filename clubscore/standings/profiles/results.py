"""A member's rubbers, one by one, with partners and opponents. Takes a time that grows with the member's own rubbers.

Rows of a merged record count for the person.
"""

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from clubscore.calendar import evening_of
from clubscore.database.prepared.queries import Prepared
from clubscore.ledger.models import Posting, Season
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.rubbers.models import RubberSeat
from clubscore.rubbers.rubber.loading import by_rubber
from clubscore.standings.queries import postings_of
from scoring import Seat, Side


@dataclass(frozen=True, slots=True)
class Result:
    """A rubber of a member's, in points. A correction takes back a rubber of an earlier season and has no players."""

    rubber_id: int
    at: datetime
    day: date
    description: str
    points: int
    is_correction: bool
    partner: Member | None
    opponents: tuple[Member, ...]

    @property
    def facts(self) -> Hashable:
        """All that a page says of it, as plain values."""
        opponents = tuple((each.name, each.short_name) for each in self.opponents)
        partner = (self.partner.name, self.partner.short_name) if self.partner else None
        booked = (self.rubber_id, self.at, self.day, self.description, self.points, self.is_correction)
        return (booked, partner, opponents)

    @property
    def of_day(self) -> date | None:
        """Its day, where it was booked later than on the evening of that day."""
        return self.day if self.day < evening_of(self.at) else None


def own_postings(records: Collection[int], game: str, season: Season | None) -> QuerySet[Posting]:
    """The postings under these records that count: in a season, or of all time."""
    if season:
        return postings_of(season, game).filter(member__in=records)
    return Posting.objects.filter(
        member__in=records, transaction__game=game, transaction__reverses=None, transaction__reversal=None
    )


def ids_of(member: Member) -> frozenset[int]:
    """The ids of all records of the person."""
    return frozenset(record.pk for record in records_of(member))


def results_of(records: Collection[int], game: str, season: Season | None) -> list[Result]:
    """Oldest first; `records` are those of one person."""
    postings = own_postings(records, game, season)
    own = list(postings.select_related("transaction").order_by("transaction"))
    seats = by_rubber(_SEATS.of(list({posting.transaction.source_id for posting in own})))
    return [_result(posting, records, seats[posting.transaction.source_id]) for posting in own]


def _result(posting: Posting, records: Collection[int], seats: list[RubberSeat]) -> Result:
    booked = posting.transaction
    side = next((_side(seat) for seat in seats if seat.member_id in records), None)
    if booked.reverses_id:
        seats = []
    others = [seat for seat in seats if seat.member_id not in records]
    return Result(
        rubber_id=booked.source_id,
        at=booked.posted_at,
        day=booked.day,
        description=booked.description,
        points=posting.points,
        is_correction=booked.reverses_id is not None,
        partner=next((seat.member.canonical for seat in others if _side(seat) == side), None),
        opponents=tuple(seat.member.canonical for seat in others if _side(seat) != side),
    )


def _side(seat: RubberSeat) -> Side:
    return Seat(seat.seat).side


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
        """All that a page says of them, as plain values."""
        return (self.member.pk, self.member.name, self.rubbers, self.net)


def with_partners(results: Iterable[Result]) -> list[OpponentTotals]:
    """Most rubbers first."""
    return _totals((result.partner, result) for result in results if result.partner)


def against_opponents(results: Iterable[Result]) -> list[OpponentTotals]:
    """Most rubbers first; each rubber counts for both opponents."""
    return _totals((opponent, result) for result in results for opponent in result.opponents)


def _totals(met: Iterable[tuple[Member, Result]]) -> list[OpponentTotals]:
    rubbers: dict[Member, list[int]] = {}
    for other, result in met:
        rubbers.setdefault(other, []).append(result.points)
    totals = (
        OpponentTotals(other, len(points), sum(won > 0 for won in points), sum(points))
        for other, points in rubbers.items()
    )
    return sorted(totals, key=lambda each: (-each.rubbers, each.member.name))


_NAMED = ("name", "nickname", "merged_into")
# The seats at the end: a substitute takes the result of the rubber. In order, or PostgreSQL would name opponents now
# in one order, now in the other.
_SEATS = Prepared(
    lambda pks: (
        RubberSeat.objects.filter(rubber__in=pks, until=None)
        .select_related("member__merged_into")
        .only(
            "rubber",
            "seat",
            *(f"member__{name}" for name in _NAMED),
            *(f"member__merged_into__{name}" for name in _NAMED),
        )
        .order_by("pk")
    )
)
