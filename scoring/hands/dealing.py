"""Deals boards by one random number each, from the system's secure source, so that all deals are equally likely."""

import secrets
from collections.abc import Callable

from scoring.hands.layout import DealtBoard, checked_boards
from scoring.hands.numbering import LAYOUTS, layout_of


def deal_boards(
    first: int, boards: int, *, below: Callable[[int], int] = secrets.randbelow
) -> tuple[DealtBoard, ...]:
    """Deal ``boards`` boards with new cards, numbered from ``first`` on.

    ``below`` draws a whole number from 0 to its argument less 1, each with the same chance.

    >>> [board.number for board in deal_boards(5, 3)]
    [5, 6, 7]

    Raises:
        InvalidBoard: for a number that no board has.
        InvalidHands: for no boards, or more than 128.
    """
    dealt = []
    for number in range(first, first + boards):
        layout = layout_of(below(LAYOUTS))
        dealt.append(DealtBoard(number, layout))
    return checked_boards(dealt)
