"""Deals of each game to play, and the mistakes that scorers make, to correct."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import scoring
from scoring import Contract, Deal, Risk, Seat, Strain, parse_deal

CONTRACT = (
    "4se=", "2hn=", "3nts=", "1ntw+2", "4hn+1", "6hxn+1", "3ntn=", "4sn= h4n", "5cw=", "3ss+1 t2ns", "2dxe=",
    "1ce=", "4sxe-2", "3nts-1", "7ntn-3", "p",
)  # fmt: skip
ROYAL = (
    "4rn=", "3nte=", "5he= h2e h3n", "4rs+1 h4s h1w", "5cw=", "6dn+1", "2re=", "3hs+1 h3s h2n vw", "1nts=",
    "2rw-1", "1sn-3", "4hxe-2", "3rn+2 t3ns !ew", "2he+1 !ns", "1cn= h3n h2e", "p",
)  # fmt: skip
DEALS = {"contract": CONTRACT, "chicago": CONTRACT, "royal": ROYAL}


@cache
def deal(line: str) -> Deal:
    """The facts of a deal in quick notation, of any game."""
    return parse_deal(line, royals=True)


def corrections(system: str, rules: scoring.Rules, facts: Deal) -> list[Deal]:
    """Likely corrections of a deal: deals that differ from it in one or two facts and that the game can score."""
    scored = scoring.SYSTEMS[system]
    found: dict[Deal, None] = {}
    for other in _others(system, facts):
        if other != facts and _can_be(scored, rules, other):
            found[other] = None
    return list(found)


def _can_be(system: scoring.System, rules: scoring.Rules, facts: Deal) -> bool:
    try:
        system.score_deal(facts, rules=rules)
    except scoring.ScoringError:
        return False
    return True


def _others(system: str, facts: Deal) -> Iterator[Deal]:
    if facts.contract is None:
        yield from (deal(line) for line in DEALS[system][:6])
        return
    for change in (
        _tricks,
        _contract,
        _declarer,
        _honours if system != "royal" else _royal_honours,
    ):
        for values in change(facts):
            try:
                yield replace(facts, **values)
            except scoring.InvalidDeal:
                continue  # such as fewer tricks than were transferred
    if system == "royal":
        yield from (
            replace(facts, revokes=revokes, transferred=())
            for revokes in ((), (facts.declarer.side,))
        )
    yield Deal.passed_out()


def _tricks(facts: Deal) -> Iterator[dict]:
    for tricks in (
        facts.tricks - 1,
        facts.tricks + 1,
        facts.contract.tricks_needed,
        facts.contract.tricks_needed - 2,
    ):
        if 0 <= tricks <= 13:
            yield {"tricks": tricks}


def _contract(facts: Deal) -> Iterator[dict]:
    """Changed fields for a mistaken contract: another denomination or risk, or one level more with one trick more."""
    contract = facts.contract
    strains = [
        strain
        for strain in Strain
        if strain is not Strain.ROYALS or contract.strain is Strain.ROYALS
    ]
    following = strains[(strains.index(contract.strain) + 1) % len(strains)]
    plain = {"honours": (), "voids": ()}
    yield {"contract": Contract(contract.level, following, contract.risk)} | plain
    risk = Risk.UNDOUBLED if contract.risk is not Risk.UNDOUBLED else Risk.DOUBLED
    yield {"contract": Contract(contract.level, contract.strain, risk)}
    if contract.level < 7:
        higher = Contract(contract.level + 1, contract.strain, contract.risk)
        yield {"contract": higher}
        yield {"contract": higher, "tricks": min(facts.tricks + 1, 13)}


def _declarer(facts: Deal) -> Iterator[dict]:
    """Changed fields for a mistaken declarer: declarer's partner, or an opponent."""
    yield {"declarer": facts.declarer.partner}
    yield {"declarer": facts.declarer.next, "transferred": (), "revokes": ()}


def _honours(facts: Deal) -> Iterator[dict]:
    yield {"honours": ()}
    yield {"honours": ((facts.declarer, 4),)}
    yield {"honours": ((facts.declarer.next, 4),)}


def _royal_honours(facts: Deal) -> Iterator[dict]:
    """Changed fields for mistaken honours in royal auction: none, or some distribution over the hands."""
    all_honours = 4 if facts.contract.strain is Strain.NOTRUMP else 5
    first, second = facts.declarer, facts.declarer.next
    yield {"honours": (), "voids": ()}
    yield {"honours": ((first, 3), (second, all_honours - 3)), "voids": ()}
    yield {"honours": ((first, 1), (second, all_honours - 1)), "voids": ()}
    yield {"honours": ((first, 3), (second, all_honours - 3)), "voids": (second.next,)}


def deals_after_the_end(
    system: str, rules: scoring.Rules, dealer: Seat, facts: list[Deal]
) -> int:
    """The number of these deals that come after the deal that ends the rubber."""
    scored = scoring.SYSTEMS[system]
    sheet = scored.fold([], rules=rules, dealer=dealer)
    for place, each in enumerate(facts):
        if sheet.next is None:
            return len(facts) - place
        sheet = scored.add(sheet, each)
    return 0
