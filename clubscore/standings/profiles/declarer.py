"""A member's contracts as declarer, and the honours that the member held.

Each rubber is scored from its first deal, because the price of an undertrick depends on the deals before it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from clubscore.contracts.models import FACT_COLUMNS
from clubscore.database.prepared.queries import Prepared
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.rubbers.rubber.loading import by_rubber
from clubscore.rubbers.rubber.state import current_deals, fold_facts
from clubscore.standings.profiles.results import RubberResult
from scoring import Kind, Risk, ScoredDeal, Seat

SLAM = 6  # odd tricks
FOUR_HONOURS = 4


@dataclass(slots=True)
class Contracts:
    """The sums of some contracts of one declarer. `bid` and `made` count contracts; `over` and `under` count tricks.

    `penalties` are the points that undertricks gave to the other side; `deepest` is the largest penalty of a contract.
    """

    bid: int = 0
    made: int = 0
    over: int = 0
    under: int = 0
    penalties: int = 0
    deepest: int = 0

    @property
    def share(self) -> float | None:
        """The share of the contracts that were made, 0 to 1; None without a contract."""
        return self.made / self.bid if self.bid else None

    @property
    def average(self) -> float | None:
        """The mean number of tricks over the contract, negative if under; None without a contract."""
        if not self.bid:
            return None
        return (self.over - self.under) / self.bid

    def add(self, scored: ScoredDeal) -> None:
        penalty = sum(
            line.points for line in scored.lines if line.kind is Kind.UNDERTRICKS
        )
        margin = scored.deal.margin
        self.bid += 1
        self.made += scored.deal.made
        self.over += max(margin, 0)
        self.under += max(-margin, 0)
        self.penalties += penalty
        self.deepest = max(self.deepest, penalty)


@dataclass(slots=True)
class AsDeclarer:
    """A member's contracts as declarer: all of them, the doubled contracts, and the slams.

    `honours` counts the deals in which the member's own hand held four or more honours.
    """

    all: Contracts = field(default_factory=Contracts)
    doubled: Contracts = field(default_factory=Contracts)
    slams: Contracts = field(default_factory=Contracts)
    honours: int = 0

    def add(self, scored: ScoredDeal, seat: Seat) -> None:
        deal = scored.deal
        self.honours += any(
            holder == seat and held >= FOUR_HONOURS for holder, held in deal.honours
        )
        if deal.contract is None or deal.declarer != seat:
            return
        self.all.add(scored)
        if deal.contract.risk is not Risk.UNDOUBLED:
            self.doubled.add(scored)
        if deal.contract.level >= SLAM:
            self.slams.add(scored)


def as_declarer(
    records: Collection[int], results: Iterable[RubberResult]
) -> AsDeclarer:
    """One person's contracts and honours in the rubbers of these results. `records` are the person's record ids."""
    play = AsDeclarer()
    pks = [result.rubber_id for result in results if not result.is_correction]
    seats = {
        seat.rubber_id: seat for seat in _SEATS.of(pks) if seat.member_id in records
    }
    versions = by_rubber(_VERSIONS.of(pks))
    for rubber in _RUBBERS.of(pks):
        seat = seats.get(rubber.pk)
        if seat is None:
            continue
        for scored in _played(rubber, seat, versions[rubber.pk]):
            play.add(scored, Seat(seat.seat))
    return play


def _played(
    rubber: Rubber, seat: RubberSeat, versions: list[Deal]
) -> Iterator[ScoredDeal]:
    """Yield the scored deals that the member in this seat played; a substitute played only the later deals.

    `versions` are all versions of the rubber's deals, corrected ones included.
    """
    begun = {deal.number: deal.recorded_at for deal in versions if deal.version == 1}
    current = current_deals(versions)
    sheet = fold_facts(rubber, [row.facts for row in current])
    for scored, row in zip(sheet.deals, current, strict=False):
        if begun[row.number] >= seat.since:
            yield scored


_RUBBERS = Prepared(
    lambda pks: Rubber.objects.filter(pk__in=pks).only(
        "system", "rules", "first_dealer", "corrected_dealer", "ending"
    )
)
_SEATS = Prepared(
    lambda pks: RubberSeat.objects.filter(rubber__in=pks, until=None).only(
        "rubber", "seat", "member", "since"
    )
)
_VERSIONS = Prepared(
    lambda pks: (
        Deal.objects.filter(rubber__in=pks)
        .only("rubber", "number", "version", "is_struck", "recorded_at", *FACT_COLUMNS)
        .order_by("pk")
    )
)
