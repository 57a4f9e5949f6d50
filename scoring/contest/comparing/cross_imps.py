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
_PRINTED: Final[Mapping[str, Forms | None]] = {
    "average": Forms("÷ {others} comparison", "÷ {others} comparisons"),
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


class AgainstAll(NamedTuple):
    """The reason behind the cross-IMPs of one result: its IMPs against the other results of its group.

    The sum of these IMPs is ``total`` ÷ ``unit``. The group has ``actual`` results, and should have ``expected``.
    ``mode`` is the value of the rule ``cross_imps``.
    """

    total: int
    unit: int
    actual: int
    expected: int
    mode: str

    @property
    def points(self) -> Fraction:
        """The exact award."""
        short = Fraction(self.expected, self.actual)
        return (
            Fraction(self.total, self.unit)
            * short
            * comparison_unit(self.mode, self.expected)
        )

    def steps(self) -> Iterator[str]:
        """Yield the steps to the award: the sum of IMPs, the factor for missing results, and the divisor."""
        total = shown(Fraction(self.total, self.unit))
        yield counted(self.actual - 1, _AGAINST, total=total, others=self.actual - 1)
        if self.actual != self.expected:
            yield said(
                "× {expected}/{actual} for a short board",
                expected=self.expected,
                actual=self.actual,
            )
        printed = _PRINTED[self.mode]
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

    def __init__(self, results: Sequence[Own], expected: int, mode: str) -> None:
        self.frequencies = Frequencies(results)
        self.expected = expected
        self.mode = mode

    def compare(self, result: Own) -> AgainstAll:
        """The comparison of one of the results with all other results of the group."""
        chart = self.frequencies
        if isinstance(result, int):
            total = self._against_all(result)
            return AgainstAll(
                total, chart.unit, chart.results, self.expected, self.mode
            )
        total = 0
        for part in result:
            total += chart.weight_of(part) * self._against_all(part.points)
        return AgainstAll(
            total, chart.unit * chart.unit, chart.results, self.expected, self.mode
        )

    def _against_all(self, points: int) -> int:
        """The sum of the IMPs of a score against every score of the group, multiplied by ``self.frequencies.unit``.

        A result against itself adds nothing, and the parts of a weighted result cancel out.
        """
        return sum(
            [
                weight * imps(points - other)
                for other, weight in self.frequencies.weights.items()
            ]
        )
