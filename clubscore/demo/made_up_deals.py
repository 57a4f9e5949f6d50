"""Deals as a club plays them, made up: mostly partscores and games, mostly made, the better side a little more."""

from collections import Counter
from random import Random
from typing import TypeVar

from scoring import Contract, Deal, Risk, Seat, Strain

LEVELS = {1: 15, 2: 22, 3: 26, 4: 27, 5: 5, 6: 4, 7: 1}  # of a hundred
STRAINS = {Strain.CLUBS: 14, Strain.DIAMONDS: 16, Strain.HEARTS: 22, Strain.SPADES: 23, Strain.NOTRUMP: 25}
PASSED_OUT = 0.02
ABOVE_THE_CONTRACT, SPREAD = 0.25, 1.2  # tricks: the mean and the deviation of what declarer makes
T = TypeVar("T")


def made_up_deal(chance: Random, strengths: dict[Seat, float], *, royals: bool) -> Deal:
    """One deal; `strengths` in tricks, of each player. With `royals`, by the code of 1912, none is passed out."""
    if not royals and chance.random() < PASSED_OUT:
        return Deal(None, None, None)
    declarer = chance.choices(list(Seat), [2**strength for strength in strengths.values()])[0]
    better_by = sum(strength if seat.side is declarer.side else -strength for seat, strength in strengths.items()) / 2
    level, strain = _one_of(chance, LEVELS), _one_of(chance, STRAINS)
    if royals and strain is Strain.SPADES:
        strain = Strain.ROYALS
    over = round(chance.gauss(ABOVE_THE_CONTRACT + better_by, SPREAD))
    doubled = over < -1 and chance.random() < 0.5
    contract = Contract(level, strain, Risk.DOUBLED if doubled else Risk.UNDOUBLED)
    tricks = max(0, min(13, contract.tricks_needed + over))
    return Deal(contract, declarer, tricks, _honours(chance, strain, declarer, royals=royals))


def _honours(chance: Random, strain: Strain, declarer: Seat, *, royals: bool) -> tuple[tuple[Seat, int], ...]:
    """In royal auction every honour is somebody's; in rubber bridge only four or five in one hand are told."""
    number = 4 if strain is Strain.NOTRUMP else 5
    if royals:
        dealt = chance.choices(list(Seat), [3 if seat.side is declarer.side else 1 for seat in Seat], k=number)
        return tuple(Counter(dealt).items())
    if chance.random() < 0.07:
        return ((declarer, 4 if strain is Strain.NOTRUMP else chance.choice((4, 4, 5))),)
    return ()


def _one_of(chance: Random, weights: dict[T, int]) -> T:
    return chance.choices(list(weights), list(weights.values()))[0]
