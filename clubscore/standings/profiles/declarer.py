"""A member's contracts as declarer, and the honours that the member held.

Each rubber is scored from its first deal, because the price of an undertrick depends on the deals before it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import F

import scoring
from clubscore.contracts.models import FACT_COLUMNS, deal_from
from clubscore.database.plain_rows import plain_rows
from clubscore.database.prepared.queries import Prepared
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.state import fold_facts
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
    seats = {
        result.rubber_id: result.seat
        for result in results
        if result.seat and not result.is_correction
    }
    pks = list(seats)
    late = [pk for pk, seat in seats.items() if seat.is_late]
    of_others = _begun_before(records, late) if late else set()
    deals = _deals_of(pks)
    for rubber in _RUBBERS.of(pks):
        seat = Seat(seats[rubber.pk].seat)
        numbers = deals[rubber.pk]
        sheet = fold_facts(rubber, numbers.values())
        for scored, number in zip(sheet.deals, numbers, strict=False):
            if (rubber.pk, number) not in of_others:
                play.add(scored, seat)
    return play


def _begun_before(
    records: Collection[int], rubbers: Collection[int]
) -> set[tuple[int, int]]:
    """The deals that began before a person took a seat as a substitute, each by its rubber's id and its number.

    `records` are the ids of the person's records; `rubbers` are the ids of the rubbers.
    """
    begun = Deal.objects.filter(
        rubber__in=rubbers,
        version=1,
        rubber__seats__member__in=records,
        rubber__seats__until=None,
        recorded_at__lt=F("rubber__seats__since"),
    )
    return set(begun.values_list("rubber", "number"))


def _deals_of(rubbers: Collection[int]) -> Mapping[int, dict[int, scoring.Deal]]:
    """The deals that count in these rubbers, by the rubber's id and the deal's number, in order of play.

    A year of a member has thousands of deals. Without model instances they are read in a fraction of the time.
    """
    if not rubbers:
        return {}
    rows = (
        Deal.objects.filter(rubber__in=rubbers)
        .order_by("rubber", "number", "version")
        .values_list("rubber", "number", "is_struck", *FACT_COLUMNS)
    )
    deals: dict[int, dict[int, scoring.Deal]] = defaultdict(dict)
    for rubber, number, is_struck, *facts in plain_rows(rows):
        if is_struck:
            deals[rubber].pop(number, None)
        else:
            deals[rubber][number] = deal_from(*facts)
    return deals


_RUBBERS = Prepared(
    lambda pks: Rubber.objects.filter(pk__in=pks).only(
        "system", "rules", "first_dealer", "corrected_dealer", "ending"
    )
)
