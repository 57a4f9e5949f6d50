"""The figures of a group of boards in words, as a line of a table shows them."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from clubscore.languages.spoken import figure
from clubscore.members.models import Member
from clubscore.standings.boards.estimate import Estimate, estimate
from clubscore.standings.boards.played import AwardUnit
from scoring.contest.rounding import half_away
from scoring.deals import MINUS

# The percentages at the two ends of a drawing.
LEFT, RIGHT = 30, 70


@dataclass(frozen=True, slots=True)
class Drawing:
    """The range as a bar in a drawing of 100 units' width, with 50 per cent in its middle. Written with a point."""

    x: str
    width: str


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A group of boards: how many, and the mean with its range. All but the number are empty for too few boards."""

    label: str
    boards: int
    mean: str = ""
    low: str = ""
    high: str = ""
    drawing: Drawing | None = None
    member: Member | None = None
    """The partner with whom the boards were played, in the table of partners."""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table of figures. The head of its first column is `about`."""

    slug: str
    title: str
    about: str
    lines: Collection[FigureLine]


def line_of(
    label: str,
    awards: Collection[Fraction],
    unit: AwardUnit,
    member: Member | None = None,
) -> FigureLine:
    """The figures of the boards with these awards, as a line with this label."""
    found = estimate(awards)
    if found is None:
        return FigureLine(label, len(awards), member=member)
    if unit is AwardUnit.IMPS:
        written = _signed(found.mean, 2), _signed(found.low, 1), _signed(found.high, 1)
        return FigureLine(label, found.boards, *written, member=member)
    low, high = max(found.low, Fraction(0)), min(found.high, Fraction(100))
    written = _rounded(found.mean, 1), _rounded(low, 0), _rounded(high, 0)
    drawing = _drawing(found)
    return FigureLine(label, found.boards, *written, drawing, member)


def _rounded(value: Fraction, places: int) -> str:
    """The value with so many decimals, in the form of the reader's language; halves are rounded away from nought."""
    return figure(f"{float(half_away(value, places)):.{places}f}")


def _signed(value: Fraction, places: int) -> str:
    """The value with so many decimals and its sign, which nought has not."""
    rounded = half_away(value, places)
    if not rounded:
        return _rounded(rounded, places)
    sign = "+" if rounded > 0 else MINUS
    return f"{sign}{_rounded(abs(rounded), places)}"


def _drawing(found: Estimate) -> Drawing:
    low, high = _across(found.low), _across(found.high)
    return Drawing(f"{low:g}", f"{max(round(high - low, 1), 1):g}")


def _across(percent: Fraction) -> float:
    """Where a percentage lies between the two ends of a drawing, in its units; at an end if it is beyond."""
    units = float((percent - LEFT) * 100 / (RIGHT - LEFT))
    return round(min(max(units, 0), 100), 1)
