"""Two rooms: the results of a team's two tables on a board together, as board-a-match or in IMPs."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from scoring.contest.comparing.frequencies import Own, mean
from scoring.contest.rounding import shown
from scoring.duplicate.imps import imps
from scoring.duplicate.outcomes import WHOLE
from scoring.said import said


class BothRooms(NamedTuple):
    """The reason behind an award for two rooms: a team's results in both, each in the points of the team."""

    here: Own
    there: Own
    in_imps: bool

    @property
    def points(self) -> Fraction:
        """The exact award."""
        return (team_imps if self.in_imps else board_a_match)(self.here, self.there)

    def steps(self) -> Iterator[str]:
        """The points of the team in both rooms."""
        here, there = shown(mean(self.here)), shown(mean(self.there))
        yield said("{here} here and {there} in the other room", here=here, there=there)


def board_a_match(here: Own, there: Own) -> Fraction:
    """2 for a team whose points of both rooms together are more than nought, 1 for nought, 0 for less.

    Each result is in the points of the team. Weighted results count each of their parts by its weight.

    >>> board_a_match(420, -420), board_a_match(420, -450), board_a_match(430, -420)
    (Fraction(1, 1), Fraction(0, 1), Fraction(2, 1))
    """
    return sum((weight * (1 + (net > 0) - (net < 0)) for weight, net in _together(here, there)), Fraction(0))


def team_imps(here: Own, there: Own) -> Fraction:
    """The IMPs of a team's points of both rooms together, each result in the points of the team.

    >>> team_imps(620, 100), team_imps(-620, 140)
    (Fraction(12, 1), Fraction(-10, 1))
    """
    return sum((weight * imps(net) for weight, net in _together(here, there)), Fraction(0))


def _together(here: Own, there: Own) -> Iterator[tuple[Fraction, int]]:
    for weight, points in _weighted(here):
        for other, more in _weighted(there):
            yield weight * other, points + more


def _weighted(result: Own) -> Iterator[tuple[Fraction, int]]:
    if isinstance(result, int):
        yield WHOLE, result
    else:
        yield from ((part.weight, part.points) for part in result)
