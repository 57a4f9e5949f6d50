"""Made-up deals as a club plays them.

Most contracts are partscores and games. Declarer makes most contracts; the better side makes a larger share of its
contracts.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import TypeVar

from scoring import Contract, Deal, Risk, Seat, Side, Strain

LEVELS = {1: 15, 2: 22, 3: 26, 4: 27, 5: 5, 6: 4, 7: 1}  # of a hundred
STRAINS = {
    Strain.CLUBS: 14,
    Strain.DIAMONDS: 16,
    Strain.HEARTS: 22,
    Strain.SPADES: 23,
    Strain.NOTRUMP: 25,
}
PASSED_OUT = 0.02
ABOVE_THE_CONTRACT = 0.25
"""The tricks that declarer makes above the contract, on average."""
SPREAD = 1.2
"""The standard deviation of declarer's tricks."""
T = TypeVar("T")


def made_up_deal(chance: Random, strengths: dict[Seat, float], *, royals: bool) -> Deal:
    """A random deal, with its contract, declarer, tricks and honours.

    `strengths` are the tricks by which each player is better than the average. With `royals` the game is royal auction,
    and no deal is passed out.
    """
    if not royals and chance.random() < PASSED_OUT:
        return Deal(None, None, None)
    declarer = _one_of(chance, {seat: 2 ** strengths[seat] for seat in strengths})
    level = _one_of(chance, LEVELS)
    strain = _one_of(chance, STRAINS)
    if royals and strain is Strain.SPADES:
        strain = Strain.ROYALS
    mean = ABOVE_THE_CONTRACT + _better_by(declarer.side, strengths)
    over = round(chance.gauss(mean, SPREAD))
    is_doubled = over < -1 and chance.random() < 0.5
    risk = Risk.DOUBLED if is_doubled else Risk.UNDOUBLED
    contract = Contract(level, strain, risk)
    tricks = max(0, min(13, contract.tricks_needed + over))
    honours = _honours(chance, strain, declarer, royals=royals)
    return Deal(contract, declarer, tricks, honours)


def _better_by(side: Side, strengths: dict[Seat, float]) -> float:
    """The tricks by which an average player of `side` is better than an average opponent."""
    lead = 0.0
    for seat, strength in strengths.items():
        if seat.side is side:
            lead += strength
        else:
            lead -= strength
    return lead / 2


def _honours(
    chance: Random,
    strain: Strain,
    declarer: Seat,
    *,
    royals: bool,
) -> tuple[tuple[Seat, int], ...]:
    """The seats that hold honours, each with the number of its honours.

    Royal auction counts every honour. Rubber bridge counts only four or five honours in one hand.
    """
    number = 4 if strain is Strain.NOTRUMP else 5
    if royals:
        weights = dict.fromkeys(Seat, 1)
        weights[declarer] = weights[declarer.partner] = 3
        dealt = chance.choices(list(Seat), list(weights.values()), k=number)
        return tuple(Counter(dealt).items())
    if chance.random() >= 0.07:
        return ()
    held = 4 if strain is Strain.NOTRUMP else chance.choice((4, 4, 5))
    return ((declarer, held),)


def _one_of(chance: Random, weights: Mapping[T, float]) -> T:
    """A random key of `weights`; the chance of each key is in proportion to its weight."""
    return chance.choices(list(weights), list(weights.values()))[0]
