"""A member's play: as declarer, and honours held. The sheets are folded for it, since what a trick
under costs depends on the deals before.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from clubscore.contracts.models import FACT_COLUMNS
from clubscore.database.prepared.queries import Prepared
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.rubbers.rubber.folding import current_deals, fold_facts
from clubscore.rubbers.rubber.loading import by_rubber
from clubscore.standings.profiles.results import Result
from scoring import Kind, Risk, ScoredDeal, Seat

SLAM = 6  # odd tricks
FOUR_HONOURS = 4


@dataclass(slots=True)
class Contracts:
    """Some contracts of one declarer. `over` and `under` are tricks; `penalties`, and `deepest` for the worst single
    contract, are the points that the undertricks gave to the other side.
    """

    bid: int = 0
    made: int = 0
    over: int = 0
    under: int = 0
    penalties: int = 0
    deepest: int = 0

    @property
    def share(self) -> float | None:
        """Made of those bid, 0 to 1."""
        return self.made / self.bid if self.bid else None

    @property
    def average(self) -> float | None:
        """Tricks beyond the contract, below 0 under it."""
        return (self.over - self.under) / self.bid if self.bid else None

    def add(self, scored: ScoredDeal) -> None:
        penalty = sum(line.points for line in scored.lines if line.kind is Kind.UNDERTRICKS)
        self.bid += 1
        self.made += scored.deal.made
        self.over += max(scored.deal.margin, 0)
        self.under += max(-scored.deal.margin, 0)
        self.penalties += penalty
        self.deepest = max(self.deepest, penalty)


@dataclass(slots=True)
class AsDeclarer:
    """All contracts, and of these the doubled ones and the slams. `honours` counts the deals in which the member's own
    hand held four or more.
    """

    all: Contracts = field(default_factory=Contracts)
    doubled: Contracts = field(default_factory=Contracts)
    slams: Contracts = field(default_factory=Contracts)
    honours: int = 0

    def add(self, scored: ScoredDeal, seat: Seat) -> None:
        deal = scored.deal
        self.honours += any(holder == seat and held >= FOUR_HONOURS for holder, held in deal.honours)
        if deal.contract is None or deal.declarer != seat:
            return
        self.all.add(scored)
        if deal.contract.risk is not Risk.UNDOUBLED:
            self.doubled.add(scored)
        if deal.contract.level >= SLAM:
            self.slams.add(scored)


def as_declarer(records: Collection[int], results: Iterable[Result]) -> AsDeclarer:
    """In the rubbers of these results of one person's, whose records these are."""
    found = AsDeclarer()
    pks = [result.rubber_id for result in results if not result.is_correction]
    places = {place.rubber_id: place for place in _PLACES.of(pks) if place.member_id in records}
    versions = by_rubber(_VERSIONS.of(pks))
    for rubber in _RUBBERS.of(pks):
        if place := places.get(rubber.pk):
            for scored in _played(rubber, place, versions[rubber.pk]):
                found.add(scored, Seat(place.seat))
    return found


def _played(rubber: Rubber, place: RubberSeat, versions: list[Deal]) -> Iterator[ScoredDeal]:
    """The deals in which the member sat there: a substitute begins where the other stopped."""
    begun = {deal.number: deal.recorded_at for deal in versions if deal.version == 1}
    current = current_deals(versions)
    for scored, row in zip(fold_facts(rubber, [row.facts for row in current]).deals, current, strict=False):
        if begun[row.number] >= place.since:
            yield scored


_RUBBERS = Prepared(lambda pks: Rubber.objects.filter(pk__in=pks).only("system", "rules", "first_dealer", "ending"))
_PLACES = Prepared(
    lambda pks: RubberSeat.objects.filter(rubber__in=pks, until=None).only("rubber", "seat", "member", "since")
)
_VERSIONS = Prepared(
    lambda pks: (
        Deal.objects.filter(rubber__in=pks)
        .only("rubber", "number", "version", "is_struck", "recorded_at", *FACT_COLUMNS)
        .order_by("pk")
    )
)
