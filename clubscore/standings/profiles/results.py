"""A member's rubbers, one by one, with partners and opponents. The time grows with the member's own rubbers.

The rubbers of a merged record count for its person.
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
    postings = own_postings(records, game, season)
    own = list(postings.select_related("transaction").order_by("transaction"))
    rubbers = {posting.transaction.source_id for posting in own}
    seats = by_rubber(_SEATS.of(list(rubbers)))
    return [
        _result(posting, records, seats[posting.transaction.source_id])
        for posting in own
    ]


def _result(
    posting: Posting, records: Collection[int], seats: list[RubberSeat]
) -> RubberResult:
    booked = posting.transaction
    is_correction = booked.reverses_id is not None
    own_side = next((_side(seat) for seat in seats if seat.member_id in records), None)
    partners = []
    opponents = []
    for seat in [] if is_correction else seats:
        if seat.member_id in records:
            continue
        if _side(seat) == own_side:
            partners.append(seat.member.canonical)
        else:
            opponents.append(seat.member.canonical)
    partner = partners[0] if partners else None
    return RubberResult(
        rubber_id=booked.source_id,
        at=booked.posted_at,
        day=booked.day,
        description=booked.description,
        points=posting.points,
        is_correction=is_correction,
        partner=partner,
        opponents=tuple(opponents),
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


_NAMES = ("name", "nickname", "merged_into")
_NAMES_OF_MEMBER = [f"member__{name}" for name in _NAMES]
_NAMES_OF_PERSON = [f"member__merged_into__{name}" for name in _NAMES]
# The seats at the end of each rubber: a substitute takes the result. Without an order PostgreSQL would name opponents
# in a different order from time to time.
_SEATS = Prepared(
    lambda pks: (
        RubberSeat.objects.filter(rubber__in=pks, until=None)
        .select_related("member__merged_into")
        .only("rubber", "seat", *_NAMES_OF_MEMBER, *_NAMES_OF_PERSON)
        .order_by("pk")
    )
)
