"""Victory points of a match of pairs by its percentage of the matchpoints: the scale of the English Bridge Union.

A match is worth 20 whole victory points, by a table for each number of boards (White Book 2025, 3.1.7). Each side has
the victory points of its own percentage. Together they have 20, unless a ruling gave the two sides more or less than
100 per cent.
"""

from bisect import bisect_left
from fractions import Fraction
from typing import Final

from scoring.errors import InvalidContest
from scoring.said import said

# For each column its greatest number of boards, and the hundredths of a per cent above 50 up to which a side wins
# 10, 11, 12 … 19 victory points.
_COLUMNS: Final = (
    (4, (92, 280, 471, 670, 880, 1108, 1363, 1661, 2036, 2595)),
    (6, (78, 239, 402, 572, 751, 945, 1162, 1417, 1737, 2213)),
    (9, (65, 198, 333, 474, 623, 783, 964, 1175, 1440, 1835)),
    (13, (54, 165, 278, 395, 519, 653, 804, 980, 1201, 1530)),
    (19, (45, 138, 232, 330, 434, 545, 671, 818, 1003, 1278)),
    (27, (38, 116, 194, 277, 363, 457, 562, 685, 840, 1071)),
)
MOST_BOARDS: Final = _COLUMNS[-1][0]
EVEN: Final = Fraction(50)


def percent_scale(boards: int) -> tuple[int, ...]:
    """The limits up to which a side wins 10, 11, 12 … 19 victory points, in hundredths of a per cent above 50.

    >>> percent_scale(7)[:3]
    (65, 198, 333)

    Raises:
        InvalidContest: for a number of boards outside 1 to 27.
    """
    if type(boards) is not int or not 1 <= boards <= MOST_BOARDS:
        message = "A match of pairs by its percentage has from 1 to {most} boards."
        raise InvalidContest(said(message, most=MOST_BOARDS))
    return next(scale for most, scale in _COLUMNS if boards <= most)


def percent_victory_points(boards: int, percent: Fraction) -> Fraction:
    """The victory points of a side with this percentage, which is first rounded to hundredths, halves away from 50.

    >>> percent_victory_points(7, Fraction(56)), percent_victory_points(7, Fraction(44))
    (Fraction(14, 1), Fraction(6, 1))

    Raises:
        InvalidContest: for a number of boards outside 1 to 27.
    """
    off = percent - EVEN
    hundredths = (2 * abs(off.numerator) * 100 + off.denominator) // (
        2 * off.denominator
    )
    steps = bisect_left(percent_scale(boards), hundredths)
    if off < 0:
        steps = -steps
    return Fraction(10 + steps)
