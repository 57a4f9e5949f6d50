"""Victory points of a match in IMPs: the continuous scale of the World Bridge Federation of 2013.

With N boards, R = √5 − 2 and X = 15 × √N, a margin of I wins 10 + 10 × (1 − R^(I ÷ X)) ÷ (1 − R), and 20 from X on;
the loser gets the rest of 20. The values are rounded to hundredths. Then values are raised by 0.01 until no step is
greater than the step before it, so that no IMP is worth more than the IMP before it.
"""

from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from scoring.errors import InvalidContest
from scoring.said import said

MOST_BOARDS: Final = 999
_DIGITS: Final = 40
_HUNDREDTHS: Final = Decimal("0.01")


class VictoryPoints(NamedTuple):
    """The victory points of both sides of a match; they add up to 20."""

    ours: Fraction
    theirs: Fraction


def victory_points(boards: int, margin: int) -> VictoryPoints:
    """The victory points of a match that was won by ``margin`` IMPs; a negative margin is a loss.

    >>> [str(float(points)) for points in victory_points(16, 14)], float(victory_points(16, -60).theirs)
    (['13.75', '6.25'], 20.0)

    Raises:
        InvalidContest: for a number of boards outside 1 to 999, or a margin that is not a whole number.
    """
    if type(margin) is not int:
        raise InvalidContest("The margin of a match is a whole number of IMPs.")
    scale = victory_point_scale(boards)
    most = len(scale) - 1
    hundredths = scale[min(abs(margin), most)]
    won = Fraction(hundredths, 100)
    if margin < 0:
        return VictoryPoints(20 - won, won)
    return VictoryPoints(won, 20 - won)


@cache
def victory_point_scale(boards: int) -> tuple[int, ...]:
    """The winner's victory points in hundredths for a margin of 0, 1, 2 … IMPs, up to the first that wins 20.

    Raises:
        InvalidContest: for a number of boards outside 1 to 999.
    """
    if type(boards) is not int or not 1 <= boards <= MOST_BOARDS:
        raise InvalidContest(
            said("A match has from 1 to {most} boards.", most=MOST_BOARDS)
        )
    return tuple(_without_growing_steps(_rounded_formula(boards)))


def _rounded_formula(boards: int) -> list[int]:
    """The formula in hundredths for each margin, without the correction of steps."""
    scale = []
    with localcontext() as context:
        context.prec = _DIGITS
        ratio = Decimal(5).sqrt() - 2
        blitz = 15 * Decimal(boards).sqrt()
        last = int(blitz.to_integral_value(ROUND_CEILING))
        for margin in range(last):
            points = 10 + 10 * (1 - ratio ** (margin / blitz)) / (1 - ratio)
            rounded = points.quantize(_HUNDREDTHS, ROUND_HALF_UP)
            scale.append(int(rounded * 100))

    return [*scale, 2000]


def _without_growing_steps(scale: list[int]) -> list[int]:
    """The scale, raised until no step is greater than the step before it."""
    changed = True
    while changed:
        changed = False
        for margin in range(1, len(scale) - 1):
            if scale[margin + 1] - scale[margin] > scale[margin] - scale[margin - 1]:
                scale[margin] += 1
                changed = True
    return scale
