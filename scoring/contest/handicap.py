"""Handicaps: percentage points for a list beside the scratch list."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.contest.rounding import half_away


def handicaps(
    means: Mapping[int, Fraction], share: Fraction = Fraction(1)
) -> dict[int, Fraction]:
    """The handicap of each entry in percentage points: (mean of all − its own mean) × ``share``, to hundredths.

    ``means`` are the mean percentages of the entries over an earlier period.

    >>> handicaps({1: Fraction(56), 2: Fraction(44), 3: Fraction(47)}, Fraction(1, 2))
    {1: Fraction(-7, 2), 2: Fraction(5, 2), 3: Fraction(1, 1)}
    """
    if not means:
        return {}
    mean_of_all = sum(means.values(), Fraction(0)) / len(means)
    points = {}
    for entry, mean in means.items():
        points[entry] = half_away((mean_of_all - mean) * share, 2)
    return points
