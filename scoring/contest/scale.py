"""The scale of a board: its top, its average, and the points of an artificial score on it."""

from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest.comparing.award import Award, Reason
from scoring.contest.comparing.cross_imps import comparison_unit
from scoring.contest.rounding import ROUNDINGS
from scoring.contest.rules import ContestRules

EVEN: Final = 50
# Law 12C2b: 60 per cent are 3 IMPs, 40 per cent are −3.
_IMPS_A_PERCENT: Final = Fraction(3, 10)


class BoardScale(NamedTuple):
    """The scale of a board on which ``expected`` results should be compared, by the rules of a contest."""

    rules: ContestRules
    expected: int

    @property
    def top(self) -> int:
        """The most points that a side can get; 0 where there is no maximum."""
        if not self.rules.has_percentages:
            return 0
        if self.rules.scoring == "bam":
            return 2
        return 2 * (self.expected - 1)

    def of_group(self, results: int) -> "BoardScale":
        """The scale of a group of ``results`` results: a lower one, if the rules know no factor for short boards."""
        if self.rules.scoring == "matchpoints" and self.rules.short_boards == "none":
            return self._replace(expected=results)
        return self

    def share(self, percent: Fraction | int) -> Fraction:
        """The points of an artificial score of ``percent`` per cent.

        >>> from scoring.contest.rules import ContestRules
        >>> BoardScale(ContestRules(), 10).share(60), BoardScale(ContestRules(scoring="butler"), 10).share(40)
        (Fraction(54, 5), Fraction(-3, 1))
        """
        if self.rules.has_percentages:
            return Fraction(percent) * self.top / 100
        points = (Fraction(percent) - EVEN) * _IMPS_A_PERCENT
        if self.rules.scoring != "cross-imps" or self.rules.cross_imps == "match":
            return points
        return (
            points
            * (self.expected - 1)
            * comparison_unit(self.rules.cross_imps, self.expected)
        )

    def award(self, exact: Fraction, why: Reason) -> Award:
        """An award of ``exact`` points, rounded as the rules say; ``why`` is the reason for it."""
        top = self.top
        average = top // 2
        points = ROUNDINGS[self.rules.rounding](exact, average)
        return Award(points, top, exact, why)
