"""Matchpoints (Law 78A): 2 for each lower score of the group, 1 for each equal one, adjusted if results are missing."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.contest.comparing.frequencies import Frequencies, Own
from scoring.contest.factor import factored, small_group_percent
from scoring.contest.rounding import shown
from scoring.said import Figure, said


class Beaten(NamedTuple):
    """The reason behind matchpoints: how many results of a group were beaten and equalled."""

    beat: int
    """The number of results beaten, times ``unit``, a factor that makes this number and ``tied`` whole."""
    tied: int
    """The number of other results equalled, times the factor ``unit``."""
    unit: int
    actual: int
    """The number of results in the group."""
    expected: int
    """The number of results that the group should have."""
    is_small: bool = False
    """True if the group is too small for the factor, so that its results have percentages."""

    @property
    def points(self) -> Fraction:
        """The exact matchpoints."""
        actual, expected, raw = self.actual, self.expected, self.raw
        if actual == expected:
            return raw
        if self.is_small:
            return small_group_percent(raw, actual) * (expected - 1) / 50
        return factored(raw, actual, expected)

    @property
    def raw(self) -> Fraction:
        """The matchpoints against the results of the group, before the adjustment for missing results."""
        return Fraction(2 * self.beat + self.tied, self.unit)

    def steps(self) -> Iterator[str]:
        """Yield the steps to the matchpoints: the comparisons, then the factor or percentage if results are missing."""
        beat = shown(Fraction(self.beat, self.unit))
        tied = shown(Fraction(self.tied, self.unit))
        raw = shown(self.raw)
        actual, expected = self.actual, self.expected
        others = actual - 1
        yield said(
            "beat {beat}, tied {tied} of {others}", beat=beat, tied=tied, others=others
        )
        if self.is_small:
            percent = shown(small_group_percent(self.raw, actual))
            terms: str = said(
                "60 % + ({raw} − {others}) × 5 % = {percent} %",
                raw=raw,
                others=others,
                percent=percent,
            )
            yield said(
                "a group of {actual} among {expected}: {sum}",
                actual=actual,
                expected=expected,
                sum=terms,
            )
        elif actual != expected:
            terms = Figure(f"({raw} × {expected} + {expected} − {actual}) ÷ {actual}")
            yield said(
                "factor {expected}/{actual}: {sum}",
                expected=expected,
                actual=actual,
                sum=terms,
            )


class MatchpointChart:
    """The chart that gives each result of a group its matchpoints, for one side.

    ``expected`` is the number of results that the group should have. ``is_small`` is True if the group is too small for
    the factor.
    """

    def __init__(
        self, results: Sequence[Own], expected: int, *, is_small: bool
    ) -> None:
        self.frequencies = Frequencies(results)
        self.expected = expected
        self.is_small = is_small

    def compare(self, result: Own) -> Beaten:
        """The comparison of one of the results with the other results of the group."""
        chart = self.frequencies
        beat, tied, unit = chart.beaten_and_tied(result)
        return Beaten(beat, tied, unit, chart.results, self.expected, self.is_small)
