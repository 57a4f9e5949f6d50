"""Rounding of the margin of a rubber, before it is posted. The margin is rounded once, not for each player or deal.

Most clubs round to the nearest hundred. No law says how exactly fifty is rounded, so a club chooses. The functions are
pure.
"""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

HUNDRED, FIFTY = 100, 50


class Rounding(StrEnum):
    EXACT = "exact"
    HALF_UP = "half-up"
    HALF_DOWN = "half-down"
    HALF_EVEN = "half-even"


LABELS = {
    Rounding.EXACT: _("Exact points"),
    Rounding.HALF_UP: _("Nearest hundred, exactly fifty counts up"),
    Rounding.HALF_DOWN: _("Nearest hundred, exactly fifty counts down"),
    Rounding.HALF_EVEN: _("Nearest hundred, exactly fifty to the even hundred"),
}


def rounded(margin: int, rounding: Rounding, *, wash_out_below: int = 0) -> int:
    """The points that are booked for a margin of 0 or more points.

    A margin below `wash_out_below` points counts as 0.

    >>> rounded(580, Rounding.HALF_UP), rounded(810, Rounding.EXACT), rounded(40, Rounding.EXACT, wash_out_below=50)
    (600, 810, 0)
    """
    if margin < wash_out_below:
        return 0
    if rounding is Rounding.EXACT:
        return margin
    hundreds, rest = divmod(margin, HUNDRED)
    up = rest > FIFTY or (rest == FIFTY and _fifty_goes_up(hundreds, rounding))
    return (hundreds + up) * HUNDRED


def _fifty_goes_up(hundreds: int, rounding: Rounding) -> bool:
    return rounding is Rounding.HALF_UP or (
        rounding is Rounding.HALF_EVEN and hundreds % 2 == 1
    )
