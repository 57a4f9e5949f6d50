"""The frequency chart of a group: how often each score occurs. The parts of a weighted result count by their weight."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from scoring.duplicate.outcomes import Part, Played, RealOutcome, Split

Own = int | tuple[Part, ...]
"""A result in the points of one side: one score, or the parts of a weighted result."""


def own_results(outcome: RealOutcome) -> tuple[Own, Own]:
    """The result in the points of North-South, and the result in the points of East-West."""
    if isinstance(outcome, Played):
        return outcome.points, -outcome.points
    if isinstance(outcome, Split):
        return _own(outcome.ns), _own(outcome.ew)
    ns = outcome.parts
    ew = tuple(Part(part.weight, -part.points) for part in ns)
    return _own(ns), _own(ew)


def _own(parts: tuple[Part, ...]) -> Own:
    if len(parts) == 1:
        return parts[0].points
    return parts


def mean(result: Own) -> Fraction:
    """The score of a result; for a weighted result, the weighted mean of its scores."""
    if isinstance(result, int):
        return Fraction(result)
    return sum((part.weight * part.points for part in result), Fraction(0))


class Frequencies:
    """The frequency chart of a group: the number of times that each score was made, in the points of one side."""

    def __init__(self, results: Sequence[Own]) -> None:
        parts: list[Part] = []
        for result in results:
            if not isinstance(result, int):
                parts += result

        self.results = len(results)
        self.unit = lcm(*{part.weight.denominator for part in parts})
        """The weight of one whole result, chosen so that the weight of every part is a whole number too."""
        self.weights: dict[int, int] = {}
        """The total weight of the results that have a score, by the score."""
        for result in results:
            if isinstance(result, int):
                self.weights[result] = self.weights.get(result, 0) + self.unit

        for part in parts:
            self.weights[part.points] = self.weights.get(
                part.points, 0
            ) + self.weight_of(part)

        self._below: dict[int, int] = {}
        """The total weight of the results below a score, by the score."""
        below = 0
        for score in sorted(self.weights):
            self._below[score] = below
            below += self.weights[score]

    def weight_of(self, part: Part) -> int:
        """The weight of a part as a whole number; a whole result has the weight ``unit``."""
        return part.weight.numerator * (self.unit // part.weight.denominator)

    def beaten_and_tied(self, result: Own) -> tuple[int, int, int]:
        """The number of other results that ``result`` beats, the number that it equals, and a factor.

        Both numbers are multiplied by the factor, so that they are whole.
        """
        if isinstance(result, int):
            return self._below[result], self.weights[result] - self.unit, self.unit

        own = Frequencies([result])
        scale = self.unit // own.unit
        beat = tied = 0
        for points, weight in own.weights.items():
            weight *= scale
            beat += weight * (self._below[points] - own._below[points] * scale)
            tied += weight * (self.weights[points] - weight)

        return beat, tied, self.unit * self.unit
