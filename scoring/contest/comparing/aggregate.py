"""Total points (Law 78C): the award is the score itself."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from scoring.contest.comparing.frequencies import Own, mean
from scoring.said import said


class Scored(NamedTuple):
    """The reason behind total points."""

    own: Own

    @property
    def points(self) -> Fraction:
        """The points of the result; of a weighted one the weighted mean."""
        return mean(self.own)

    def steps(self) -> Iterator[str]:
        """The one step there is."""
        yield said("the points scored" if isinstance(self.own, int) else "the mean of the points assigned")


class AggregateChart:
    """The points of each result, for one side."""

    def compare(self, result: Own) -> Scored:
        """A result by itself."""
        return Scored(result)
