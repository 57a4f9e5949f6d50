"""Layouts by number: each of the 52! ÷ 13!⁴ layouts has its own number, counted from 0.

Card by card, in the order of `CARDS`, the numbers that are left are divided among the four seats in the proportion of
the cards that each seat still gets. So every layout has exactly one number, and a number drawn uniformly is a uniform
deal.
"""

from math import factorial
from typing import Final

from scoring.errors import InvalidHands
from scoring.hands.cards import CARDS
from scoring.hands.layout import Layout
from scoring.said import said
from scoring.values import TRICKS, Seat

LAYOUTS: Final = factorial(len(CARDS)) // factorial(TRICKS) ** len(Seat)


def layout_of(number: int) -> Layout:
    """The layout that has a number.

    >>> layout_of(0).owners[:14]
    'NNNNNNNNNNNNNE'

    Raises:
        InvalidHands: for a number outside 0 to LAYOUTS − 1.
    """
    if type(number) is not int or not 0 <= number < LAYOUTS:
        raise InvalidHands(
            said("The deals are numbered from 0 to {last}.", last=LAYOUTS - 1)
        )

    wanted = dict.fromkeys(Seat, TRICKS)
    ways = LAYOUTS
    owners: list[Seat] = []
    for left in range(len(CARDS), 0, -1):
        for seat, cards in wanted.items():
            share = ways * cards // left
            if number < share:
                owners.append(seat)
                break
            number -= share
        wanted[owners[-1]] -= 1
        ways = share

    return Layout("".join(owners))


def number_of(layout: Layout) -> int:
    """The number of a layout.

    >>> number_of(layout_of(20261122))
    20261122
    """
    wanted = dict.fromkeys(Seat, TRICKS)
    ways = LAYOUTS
    number = 0
    for left, owner in zip(range(len(CARDS), 0, -1), layout.owners, strict=True):
        for seat, cards in wanted.items():
            share = ways * cards // left
            if seat == owner:
                break
            number += share
        wanted[Seat(owner)] -= 1
        ways = share

    return number
