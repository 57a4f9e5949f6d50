"""Victory points of a match in IMPs: a scale of 20 whole points, as matches of 6 to 11 boards have it in America.

The limits are those that BridgeHands gives for Swiss teams of the American Contract Bridge League. A match with fewer
boards, such as one in which a board was not played, has the scale of 6 to 8 boards; a longer match has that of 9 to 11.
"""

from bisect import bisect_left
from fractions import Fraction
from typing import Final

from scoring.duplicate.victory_points import VictoryPoints

FEWEST_BOARDS: Final = 6
MOST_BOARDS: Final = 11
_LONG_FROM: Final = 9
# The margins up to which the winner has 10, 11, 12 … 19 victory points.
_SHORT: Final = (0, 2, 4, 7, 10, 13, 16, 19, 23, 27)
_LONG: Final = (0, 2, 5, 9, 13, 17, 21, 25, 30, 35)


def whole_victory_points(boards: int, margin: int) -> VictoryPoints:
    """The victory points of a match of ``boards`` boards that was won by ``margin`` IMPs; a negative margin is a loss.

    >>> [int(points) for points in whole_victory_points(7, 8)], int(whole_victory_points(10, -36).ours)
    ([14, 6], 0)
    """
    limits = _SHORT
    if boards >= _LONG_FROM:
        limits = _LONG
    won = Fraction(10 + bisect_left(limits, abs(margin)))
    if margin < 0:
        return VictoryPoints(20 - won, won)
    return VictoryPoints(won, 20 - won)
