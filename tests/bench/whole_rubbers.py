"""Some hundred whole rubbers and rounds of Chicago, in the form of database columns, with their scores."""

from random import Random
from typing import NamedTuple

from clubscore.contracts.models import columns_of
from scoring import SYSTEMS, Deal, Seat, Side
from tests.bench.rubbers import any_deal


class Whole(NamedTuple):
    """A rubber from first deal to last. `deals` has the columns of each deal; `north` is what North won, in points."""

    system: str
    rules: dict[str, object]
    title: str
    deals: list[dict[str, object]]
    north: int


def whole_rubbers(count: int, chance: Random) -> list[Whole]:
    """Return so many whole rubbers, the first and then every eighth a round of Chicago. North deals first."""
    return [
        _whole("contract" if number % 8 else "chicago", chance)
        for number in range(count)
    ]


def _whole(name: str, chance: Random) -> Whole:
    system, deals = SYSTEMS[name], list[Deal]()
    sheet = system.fold(deals, dealer=Seat.NORTH)
    while sheet.next:
        deals.append(any_deal(chance))
        sheet = system.add(sheet, deals[-1])
    won = {Side.NS: sheet.margin, Side.EW: -sheet.margin, None: 0}[sheet.winner]
    return Whole(
        name,
        system.default_rules.as_json(),
        system.title,
        [columns_of(deal) for deal in deals],
        won,
    )
