"""The scale of international match points (Law 78B of duplicate bridge)."""

from bisect import bisect_right
from fractions import Fraction
from typing import Final

# The least difference that is worth 1, 2, 3 … 24 IMPs.
SCALE: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
LAW: Final = "Law 78B of duplicate bridge"


def imps(difference: int | Fraction) -> int:
    """The IMPs for a difference of points; negative for a negative difference.

    >>> imps(10), imps(20), imps(430), imps(-4000)
    (0, 1, 10, -24)
    """
    if difference < 0:
        return -bisect_right(SCALE, -difference)
    return bisect_right(SCALE, difference)
