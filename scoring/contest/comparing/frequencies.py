"""The frequency chart of a group: how often each score occurs, a weighted result as fractions of each of its parts."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from scoring.duplicate.outcomes import Part, Played, RealOutcome, Split

Own = int | tuple[Part, ...]
"""A result in the points of one side: one score, or the parts of a weighted one."""


def own_results(outcome: RealOutcome) -> tuple[Own, Own]:
    """A result as North-South and as East-West see it; a single score as a number."""
    if isinstance(outcome, Played):
        return outcome.points, -outcome.points
    if isinstance(outcome, Split):
        return _own(outcome.ns), _own(outcome.ew)
    parts = outcome.parts
    return _own(parts), _own(tuple(Part(part.weight, -part.points) for part in parts))


def _own(parts: tuple[Part, ...]) -> Own:
    return parts[0].points if len(parts) == 1 else parts


def mean(result: Own) -> Fraction:
    """The score, or the weighted mean of the scores."""
    if isinstance(result, int):
        return Fraction(result)
    return sum((part.weight * part.points for part in result), Fraction(0))


class Frequencies:
    """The number of times that each score was made in a group, in the points of one side."""

    def __init__(self, results: Sequence[Own]) -> None:
        weighted = [result for result in results if not isinstance(result, int)]
        self.results = len(results)
        self.unit = lcm(*(part.weight.denominator for parts in weighted for part in parts))
        """The weight of a whole result; every weight is a whole number of these."""
        self.weights: dict[int, int] = {}
        for result in results:
            if isinstance(result, int):
                self.weights[result] = self.weights.get(result, 0) + self.unit
        for parts in weighted:
            for part in parts:
                self.weights[part.points] = self.weights.get(part.points, 0) + self.weight_of(part)
        self._below: dict[int, int] = {}
        passed = 0
        for score in sorted(self.weights):
            self._below[score] = passed
            passed += self.weights[score]

    def weight_of(self, part: Part) -> int:
        """A part's weight, in whole numbers."""
        return part.weight.numerator * (self.unit // part.weight.denominator)

    def beaten_and_tied(self, result: Own) -> tuple[int, int, int]:
        """The numbers of others that one of the results beats and equals, both times the third number."""
        if isinstance(result, int):
            return self._below[result], self.weights[result] - self.unit, self.unit
        own = [(part.points, self.weight_of(part)) for part in result]
        beat = tied = 0
        for points, weight in own:
            beat += weight * (self._below[points] - sum(other for score, other in own if score < points))
            tied += weight * (self.weights[points] - sum(other for score, other in own if score == points))
        return beat, tied, self.unit * self.unit
