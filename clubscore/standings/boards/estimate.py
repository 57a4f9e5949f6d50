"""The mean of some boards, and the range that says how sure the mean is. It is calculated exactly, with fractions."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

FEW_BOARDS = 30  # fewer say nothing about anybody: no mean is shown
ERRORS = 2  # standard errors either way: some 95 of 100 ranges hold the true mean
_SCALE = 10**6  # a root is cut off after six decimals


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of the awards of some boards, with its range from `low` to `high`.

    The range reaches two standard errors of the mean either way. With FEW_BOARDS boards or more it holds the mean of
    very many such boards in about 95 of 100 cases.
    """

    boards: int
    mean: Fraction
    low: Fraction
    high: Fraction


def estimate(awards: Iterable[Fraction]) -> Estimate | None:
    """The mean of these awards and its range; None for fewer than FEW_BOARDS awards."""
    counts = Counter(awards)  # few awards differ, so that the sums are short
    boards = counts.total()
    if boards < FEW_BOARDS:
        return None
    total = sum((award * count for award, count in counts.items()), Fraction())
    squares = sum((award**2 * count for award, count in counts.items()), Fraction())
    mean = total / boards
    variance = (squares - total * mean) / (boards - 1)
    margin = ERRORS * _root(variance / boards)
    return Estimate(boards, mean, mean - margin, mean + margin)


def _root(value: Fraction) -> Fraction:
    """The square root of a value that is not negative, cut off after six decimals."""
    return Fraction(isqrt(int(value * _SCALE**2)), _SCALE)
