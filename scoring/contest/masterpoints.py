"""Masterpoints: the points of each place of a list on a scale, in hundredths. A scale is data, as JSON has it.

On a scale of *shares* the winner gets a number of points for each entry in the list, up to a maximum, and the next
places get a percentage of the winner's points. On a scale of *steps* the last place that gets points gets one step, and
each place above gets one step more than the place below it.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from scoring.contest.result import RankedRow
from scoring.contest.rounding import half_away
from scoring.errors import InvalidContest

SCALES: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "acbl-club": {
            "depth": "0.4",
            "each": 10,
            "most": 150,
            "shares": ["100", "70", "50", "35", "20", "16.7"],
        },
        "ebu-club": {"depth": "1/3", "step": 6},
    }
)
_SHARES: Final = {"depth", "each", "most", "shares"}
_STEPS: Final = {"depth", "step"}


class MasterpointScale(NamedTuple):
    """A scale of masterpoints. Points are hundredths."""

    depth: Fraction
    """The fraction of the entries that get points; the number of entries is rounded up."""
    each: int = 0
    """The points that the winner gets for each entry in the list, up to ``most``."""
    most: int = 0
    """The maximum of the winner's points."""
    shares: tuple[Fraction, ...] = ()
    """The points of each place in per cent of the winner's points. The last number holds for all later places too."""
    step: int = 0
    """The difference in points between one place and the next, on a scale of steps; otherwise 0."""

    def of_place(self, place: int, entries: int) -> Fraction:
        """The exact points of a place (counted from 1) among ``entries`` entries, if nobody shares the place.

        >>> acbl = scale_from(SCALES["acbl-club"])
        >>> [float(acbl.of_place(place, 10)) for place in range(1, 6)]
        [100.0, 70.0, 50.0, 35.0, 0.0]
        """
        paid = -(-entries * self.depth.numerator // self.depth.denominator)
        if place > paid:
            return Fraction(0)
        if self.step:
            return Fraction(self.step * (paid - place + 1))
        share = self.shares[min(place, len(self.shares)) - 1]
        return min(self.each * entries, self.most) * share / 100


def scale_from(data: Mapping[str, Any]) -> MasterpointScale:
    """The scale that a mapping describes; it must have the keys of a scale in ``SCALES``.

    Raises:
        InvalidContest: for data that does not describe a scale; the message says what a scale needs.
    """
    if not isinstance(data, Mapping) or set(data) not in (_SHARES, _STEPS):
        raise InvalidContest(
            "A scale has depth and step, or depth, each, most and shares."
        )

    try:
        scale = _scale_of_numbers(data)
    except (TypeError, ValueError, ZeroDivisionError):
        raise InvalidContest(
            "A scale is made of numbers, or of fractions such as 1/3."
        ) from None

    has_points = scale.step > 0 or (
        scale.each > 0 and scale.most > 0 and scale.shares != ()
    )
    if not has_points or not 0 < scale.depth <= 1:
        raise InvalidContest(
            "The depth of a scale is from 0 to 1; its points are more than nought."
        )

    return scale


def _scale_of_numbers(data: Mapping[str, Any]) -> MasterpointScale:
    """The scale with the numbers of the data. Raises TypeError, ValueError or ZeroDivisionError for a wrong value."""
    return MasterpointScale(
        depth=Fraction(data["depth"]),
        each=int(data.get("each", 0)),
        most=int(data.get("most", 0)),
        shares=tuple(map(Fraction, data.get("shares", ()))),
        step=int(data.get("step", 0)),
    )


def masterpoints(rows: Sequence[RankedRow], scale: MasterpointScale) -> dict[int, int]:
    """The masterpoints of each entry of a ranked list, in hundredths.

    Entries that share a place share the points of the places that they take up.
    """
    tied: dict[int, list[int]] = {}
    for row in rows:
        tied.setdefault(row.place, []).append(row.entry)

    points: dict[int, int] = {}
    for place, equals in tied.items():
        shared = Fraction(0)
        for untied in range(place, place + len(equals)):
            shared += scale.of_place(untied, len(rows))
        share = half_away(shared / len(equals), 0)
        points |= dict.fromkeys(equals, int(share))

    return points
