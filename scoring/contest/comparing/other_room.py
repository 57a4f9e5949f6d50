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
    """The reason behind the award of a team for a board: the team's results ``here`` and ``there``, in the two rooms.

    Both results are in points of the team. ``in_imps`` is False for board-a-match.
    """

    here: Own
    there: Own
    in_imps: bool

    @property
    def points(self) -> Fraction:
        """The exact award of the team for the board, in IMPs or in points of board-a-match."""
        if self.in_imps:
            return team_imps(self.here, self.there)
        return board_a_match(self.here, self.there)

    def steps(self) -> Iterator[str]:
        """Yield the step to the award: a phrase with the points of the team in each room."""
        here, there = shown(mean(self.here)), shown(mean(self.there))
        yield said("{here} here and {there} in the other room", here=here, there=there)


def board_a_match(here: Own, there: Own) -> Fraction:
    """The award of a team: 2 if the sum of its points in both rooms is above nought, 1 if it is nought, 0 if below.

    Each result is in the points of the team. Weighted results count each of their parts by its weight.

    >>> board_a_match(420, -420), board_a_match(420, -450), board_a_match(430, -420)
    (Fraction(1, 1), Fraction(0, 1), Fraction(2, 1))
    """
    award = Fraction(0)
    for weight, net in _together(here, there):
        if net > 0:
            award += 2 * weight
        elif net == 0:
            award += weight
    return award


def team_imps(here: Own, there: Own) -> Fraction:
    """The IMPs for the sum of a team's points in both rooms. Each result is in the points of the team.

    >>> team_imps(620, 100), team_imps(-620, 140)
    (Fraction(12, 1), Fraction(-10, 1))
    """
    award = Fraction(0)
    for weight, net in _together(here, there):
        award += weight * imps(net)
    return award


def _together(here: Own, there: Own) -> Iterator[tuple[Fraction, int]]:
    """Yield a weight and a sum of points for each combination of a part of ``here`` and a part of ``there``.

    The weight is the product of the weights of the two parts.
    """
    for weight_here, points_here in _weighted(here):
        for weight_there, points_there in _weighted(there):
            yield weight_here * weight_there, points_here + points_there


def _weighted(result: Own) -> Iterator[tuple[Fraction, int]]:
    """Yield the weight and the points of a result, or of each part of a weighted result."""
    if isinstance(result, int):
        yield WHOLE, result
        return
    for part in result:
        yield part.weight, part.points
