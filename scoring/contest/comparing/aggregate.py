"""Total points (Law 78C): the award is the score itself."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from scoring.contest.comparing.frequencies import Own, mean
from scoring.said import said


class Scored(NamedTuple):
    """The reason for an award by total points."""

    own: Own

    @property
    def points(self) -> Fraction:
        """The points that the side scored; for a weighted result, the weighted mean of its parts."""
        return mean(self.own)

    def steps(self) -> Iterator[str]:
        """Yield the only step: a phrase that says where the points come from."""
        if isinstance(self.own, int):
            yield said("the points scored")
        else:
            yield said("the mean of the points assigned")


class AggregateChart:
    """The chart for total points: the award of each result is its own points, for one side."""

    def compare(self, result: Own) -> Scored:
        """The reason for the award of a result, which is its own points: it is compared with nothing."""
        return Scored(result)
