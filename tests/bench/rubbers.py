"""Rubbers to measure with: complete, of seven deals each, made by a fixed seed."""

from random import Random

from scoring import Contract, Deal, Risk, Seat, Strain, fold

STRAINS = [strain for strain in Strain if strain is not Strain.ROYALS]
LEVELS = {1: 20, 2: 25, 3: 20, 4: 25, 5: 5, 6: 4, 7: 1}  # of a hundred
RISKS = dict(zip(Risk, (86, 12, 2), strict=True))
MARGINS = {-3: 4, -2: 8, -1: 18, 0: 40, 1: 22, 2: 8}


def seven_deal_rubbers(count):
    """Return so many complete rubbers of seven deals each, always the same ones."""
    chance, found = Random(1925), []
    while len(found) < count:
        deals = _rubber(chance)
        if len(deals) == 7:
            found.append(deals)
    return found


def every_result():
    """Return each result of each contract by each side: 5 strains × 7 levels × 3 risks × 14 tricks × 2 sides."""
    contracts = [
        Contract(level, strain, risk)
        for strain in STRAINS
        for level in LEVELS
        for risk in Risk
    ]
    return [
        Deal(contract, seat, tricks)
        for contract in contracts
        for seat in "NE"
        for tricks in range(14)
    ]


def _rubber(chance):
    deals = []
    while fold(deals).next:
        deals.append(any_deal(chance))
    return deals


def any_deal(chance):
    """Return a random deal as a club plays them: any contract, mostly made, sometimes with honours."""
    contract = Contract(
        _one_of(chance, LEVELS), chance.choice(STRAINS), _one_of(chance, RISKS)
    )
    declarer, tricks = (
        chance.choice(list(Seat)),
        min(13, contract.tricks_needed + _one_of(chance, MARGINS)),
    )
    honours = ((declarer, 4),) if chance.random() < 0.1 else ()
    return Deal(contract, declarer, tricks, honours)


def _one_of(chance, weights):
    return chance.choices(list(weights), list(weights.values()))[0]
