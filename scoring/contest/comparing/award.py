"""Awards: the points of a side for a board, and the reason for them."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, Protocol

from scoring.contest.rounding import shown
from scoring.said import Figure, said


class Reason(Protocol):
    """The reason behind an award."""

    def steps(self) -> Iterator[str]:
        """Yield the steps of the calculation that lead to the award, each step as a phrase."""
        ...


class Compared(Reason, Protocol):
    """A comparison with the other results: a reason from which the points follow. It is hashable."""

    @property
    def points(self) -> Fraction:
        """The exact points."""
        ...


class Award(NamedTuple):
    """The points of one side for one board, and the reason behind them."""

    points: Fraction
    """The points, rounded as the rules of the contest say."""
    top: int
    """The most points that the board can bring; 0 on a scale without a top."""
    exact: Fraction
    """The points before rounding."""
    why: Reason

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps to the award, the award itself last: "beat 9, tied 2 of 11", "factor 13/12: …", "+21.75"."""
        steps = [*self.why.steps()]
        if self.points != self.exact:
            steps.append(said("rounded from {exact}", exact=shown(self.exact)))
        sign = "+" if self.points > 0 else ""
        steps.append(Figure(f"{sign}{shown(self.points)}"))
        return tuple(steps)
