"""Cross-IMPs: the IMPs of a result against every other result of its group, as a mean, a sum, or a value between."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Final, NamedTuple

from scoring.contest.comparing.frequencies import Frequencies, Own
from scoring.contest.rounding import shown
from scoring.duplicate.imps import imps
from scoring.said import Forms, counted, said

_ROOT_DIGITS: Final = 10**10


def _root(number: int) -> Fraction:
    """The square root of a number: exact for a square number, otherwise cut off after ten decimals."""
    return Fraction(isqrt(number * _ROOT_DIGITS**2), _ROOT_DIGITS)


# The weight of one comparison on a complete board, by the number of results expected, which is more than one.
_UNITS: Final[Mapping[str, Callable[[int], Fraction]]] = {
    "average": lambda expected: Fraction(1, expected - 1),
    "total": lambda expected: Fraction(1),
    "per-table": lambda expected: Fraction(1, expected),
    "root": lambda expected: 1 / _root(expected - 1),
    # White Book 2025, 3.1.3.
    "match": lambda expected: 1 / _root(expected * (expected - 1) // 2),
}
_AGAINST: Final = Forms(
    "{total} IMPs against {others} other", "{total} IMPs against {others} others"
)
_COMPARED: Final = Forms("÷ {others} comparison", "÷ {others} comparisons")
_PRINTED: Final[Mapping[str, Forms | None]] = {
    "average": _COMPARED,
    "total": None,
    "per-table": Forms("÷ {expected} tables", "÷ {expected} tables"),
    "root": Forms("÷ √{others}", "÷ √{others}"),
    "match": Forms("÷ √({expected} × {others} ÷ 2)", "÷ √({expected} × {others} ÷ 2)"),
}


def comparison_unit(mode: str, expected: int) -> Fraction:
    """The award for one IMP in one comparison, if a board should have ``expected`` results.

    ``mode`` is the value of the rule ``cross_imps``, such as "average". The award is 0 if at most one result is
    expected, because then there is no comparison.

    >>> comparison_unit("average", 12), comparison_unit("root", 10)
    (Fraction(1, 11), Fraction(1, 3))
    """
    if expected <= 1:
        return Fraction(0)
    return _UNITS[mode](expected)


class CrossImpWay(NamedTuple):
    """The rules by which the IMPs of comparisons become an award."""

    mode: str
    """The value of the rule ``cross_imps``."""
    by_comparisons_made: bool = False
    """True if missing results count by the mean of the comparisons made, not by results expected ÷ results made."""
    most: int = 0
    """The most IMPs that one comparison is worth; 0 for the most of the scale of IMPs."""


class AgainstAll(NamedTuple):
    """The reason behind the cross-IMPs of one result: its IMPs against the other results of its group.

    The sum of these IMPs is ``total`` ÷ ``unit``. The group has ``actual`` results, and should have ``expected``.
    ``way`` has the rules by which the sum becomes the award.
    """

    total: int
    unit: int
    actual: int
    expected: int
    way: CrossImpWay

    @property
    def points(self) -> Fraction:
        """The exact award."""
        total = Fraction(self.total, self.unit)
        factor = Fraction(*self._factor)
        return total * factor * comparison_unit(self.way.mode, self.expected)

    @property
    def _factor(self) -> tuple[int, int]:
        """The factor for missing results, as numerator and denominator: of results, or of comparisons."""
        if self.way.by_comparisons_made and self.actual > 1:
            return self.expected - 1, self.actual - 1
        return self.expected, self.actual

    def steps(self) -> Iterator[str]:
        """Yield the steps to the award: the sum of IMPs, the factor for missing results, and the divisor."""
        others = self.actual - 1
        total = shown(Fraction(self.total, self.unit))
        yield counted(others, _AGAINST, total=total, others=others)
        if self.way.most:
            yield said("at most {most} IMPs a comparison", most=self.way.most)
        if self.way.by_comparisons_made and self.way.mode == "average":
            yield counted(others, _COMPARED, others=others)
            return
        if self.actual != self.expected:
            expected, actual = self._factor
            yield said(
                "× {expected}/{actual} for a short board",
                expected=expected,
                actual=actual,
            )
        printed = _PRINTED[self.way.mode]
        if printed:
            yield counted(
                self.expected - 1,
                printed,
                others=self.expected - 1,
                expected=self.expected,
            )


class CrossImpChart:
    """The chart that gives each result of a group its cross-IMPs, for one side.

    ``expected`` is the number of results that the group should have.
    """

    def __init__(self, results: Sequence[Own], expected: int, way: CrossImpWay) -> None:
        self.frequencies = Frequencies(results)
        self.expected = expected
        self.way = way
        self._imps = _imps_up_to(way.most)

    def compare(self, result: Own) -> AgainstAll:
        """The comparison of one of the results with all other results of the group."""
        chart = self.frequencies
        if isinstance(result, int):
            total = self._against_all(result)
            return AgainstAll(total, chart.unit, chart.results, self.expected, self.way)
        total = 0
        for part in result:
            total += chart.weight_of(part) * self._against_all(part.points)
        return AgainstAll(
            total, chart.unit * chart.unit, chart.results, self.expected, self.way
        )

    def _against_all(self, points: int) -> int:
        """The sum of the IMPs of a score against every score of the group, multiplied by ``self.frequencies.unit``.

        A result against itself adds nothing, and the parts of a weighted result cancel out.
        """
        return sum(
            [
                weight * self._imps(points - other)
                for other, weight in self.frequencies.weights.items()
            ]
        )


def _imps_up_to(most: int) -> Callable[[int], int]:
    """The function that gives the IMPs of a difference of points, ``most`` of them at most; 0 is no limit."""
    if not most:
        return imps
    return lambda difference: max(-most, min(imps(difference), most))
