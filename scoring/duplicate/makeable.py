"""Makeable contracts: the tricks that each seat takes as declarer in each strain, if everybody sees all four hands.

A double-dummy solver finds them. Here is how they are written, and what the par of a board is.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scoring.errors import InvalidHands
from scoring.values import BOOK, TRICKS, Seat, Side, Strain

Makeable = Mapping[tuple[Strain, Seat], int]
"""The tricks of declarer by strain and seat: twenty numbers."""
STRAINS: Final = (
    Strain.SPADES,
    Strain.HEARTS,
    Strain.DIAMONDS,
    Strain.CLUBS,
    Strain.NOTRUMP,
)
"""The strains in the order in which the twenty numbers are written."""
DIGITS: Final = "0123456789abcd"
TWENTY_NUMBERS: Final = "Makeable contracts are twenty numbers of tricks, 0 to 13."


def parse_makeable(text: str) -> Makeable:
    """The makeable contracts that a text of twenty digits names, spades first, North first in each strain.

    The digits are 0 to 9, and a to d for ten to thirteen tricks.

    >>> parse_makeable("a3a3" * 5)[Strain.NOTRUMP, Seat.SOUTH]
    10

    Raises:
        InvalidHands: for any other text.
    """
    tricks = parse_tricks(text)
    if len(tricks) != len(STRAINS) * len(Seat):
        raise InvalidHands(TWENTY_NUMBERS)
    declared = [(strain, seat) for strain in STRAINS for seat in Seat]
    return MappingProxyType(dict(zip(declared, tricks, strict=True)))


def parse_tricks(text: str) -> tuple[int, ...]:
    """The numbers of tricks that the digits of a text name.

    >>> parse_tricks("09ad")
    (0, 9, 10, 13)

    Raises:
        InvalidHands: for a character that is no such digit.
    """
    tricks = tuple(DIGITS.find(digit) for digit in text)
    if not all(0 <= number <= TRICKS for number in tricks):
        raise InvalidHands(TWENTY_NUMBERS)
    return tricks


def highest_levels(makeable: Makeable, side: Side) -> tuple[tuple[Strain, int], ...]:
    """The highest contract that a side makes in each strain, the most tricks first; nothing for a strain without one.

    Of strains with equally many tricks the higher comes first.
    """
    makes = []
    for strain in (Strain.NOTRUMP, *STRAINS[:-1]):
        level = max(makeable[strain, seat] for seat in side.seats) - BOOK
        if level > 0:
            makes.append((strain, level))
    return tuple(sorted(makes, key=lambda made: -made[1]))
