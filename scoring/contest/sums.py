"""Exact sums of awards. To be fast, awards are added as whole numbers over their common denominator."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from scoring.contest.comparing.award import Award


class BoardSum(NamedTuple):
    """The sum of the awards that an entry has on some boards: points, tops, and the number of boards."""

    points: Fraction
    top: int
    boards: int


NOTHING: Final = BoardSum(Fraction(0), 0, 0)


def sum_of(awards: Sequence[Award]) -> BoardSum:
    """The sum of an entry's awards: their points, their tops and their number."""
    ratios = [award.points.as_integer_ratio() for award in awards]
    unit = lcm(*{denominator for _, denominator in ratios})
    points = 0
    for numerator, denominator in ratios:
        points += numerator * (unit // denominator)
    top = sum([award.top for award in awards])
    return BoardSum(Fraction(points, unit), top, len(awards))
