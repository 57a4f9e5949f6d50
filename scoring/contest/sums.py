"""Sums of awards, exact, in whole numbers of their common fraction."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from scoring.contest.comparing.award import Award


class BoardSum(NamedTuple):
    """The sum of an entry's awards of some boards."""

    points: Fraction
    top: int
    boards: int


NOTHING: Final = BoardSum(Fraction(0), 0, 0)


def sum_of(awards: Sequence[Award]) -> BoardSum:
    """The sum of an entry's awards."""
    pairs = [award.points.as_integer_ratio() for award in awards]
    unit = lcm(*{denominator for _, denominator in pairs})
    points = sum([numerator * (unit // denominator) for numerator, denominator in pairs])
    return BoardSum(Fraction(points, unit), sum([award.top for award in awards]), len(awards))
