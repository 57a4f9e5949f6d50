"""Boards with fewer results than expected: the factor, and the percentages of small groups.

The formula is by Gérard Neuberg, as the English Bridge Union prints it. The percentages of small groups are from its
White Book (2025, 4.2.3.3). The American Contract Bridge League has the same percentages for other groups (Bulletin of
June 1991, as the help of the ASE Scorer gives it).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

SMALL: Final = (2, 3)
_PLUS: Final = 60
_STEP: Final = 5


def factored(raw: Fraction, actual: int, expected: int) -> Fraction:
    """The matchpoints of a result that was compared with fewer results than expected.

    They are (``raw`` × ``expected`` + ``expected`` − ``actual``) ÷ ``actual``, where ``raw`` are the matchpoints among
    the ``actual`` results of the group.

    >>> factored(Fraction(12), 7, 10)
    Fraction(123, 7)
    """
    unit = raw.denominator
    return Fraction((raw.numerator + unit) * expected - actual * unit, actual * unit)


def is_small(
    actual: int, expected: int, *, groups: Sequence[int] = (), rule: str = "third"
) -> bool:
    """True if a group with ``actual`` results is too small for the factor, by a value of the rule ``small_groups``.

    ``groups`` are the sizes of all groups of the board. By "third", the group has two or three results, and at most a
    third of the expected number. By "two", the board has several groups, and this one has two results, or three and is
    not the greatest. By "none", no group is too small.

    >>> is_small(2, 5), is_small(2, 5, groups=[3, 2], rule="two"), is_small(3, 5, groups=[3, 2], rule="two")
    (False, True, False)
    """
    if rule == "none" or actual not in SMALL:
        return False
    if rule == "third":
        return 3 * actual <= expected
    if len(groups) < 2:
        return False
    return actual == SMALL[0] or actual < max(groups)


def small_group_percent(raw: Fraction, actual: int) -> Fraction:
    """The percentage of a result in a small group: 60, and 5 more for each matchpoint over the group's average.

    ``raw`` are the matchpoints among the ``actual`` results of the group.

    >>> [str(small_group_percent(Fraction(raw), 3)) for raw in (4, 2, 0)]
    ['70', '60', '50']
    """
    return _PLUS + (raw - (actual - 1)) * _STEP
