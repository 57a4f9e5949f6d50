"""Masterpoints: what places are worth on a scale, in hundredths. A scale is data: a mapping as JSON has it.

A scale of *shares* gives the winner so much for each entry, up to a most, and the places after it shares of that. A
scale of *steps* gives the last place of its depth one step, and each place above one more.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from scoring.contest.result import Row
from scoring.contest.rounding import half_away
from scoring.errors import InvalidContest

SCALES: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "acbl-club": {"depth": "0.4", "each": 10, "most": 150, "shares": ["100", "70", "50", "35", "20", "16.7"]},
        "ebu-club": {"depth": "1/3", "step": 6},
    }
)
_SHARES: Final = {"depth", "each", "most", "shares"}
_STEPS: Final = {"depth", "step"}


class Scale(NamedTuple):
    """A scale of masterpoints. Points are hundredths."""

    depth: Fraction
    """The part of the entries that gets points, rounded up."""
    each: int = 0
    """Points of the winner for each entry."""
    most: int = 0
    """The most that the winner can get."""
    shares: tuple[Fraction, ...] = ()
    """Per cent of the winner's points by place, the winner's own first; the last for all places after it."""
    step: int = 0
    """Points between one place and the next, on a scale of steps."""

    def of_place(self, place: int, entries: int) -> Fraction:
        """The exact points of an untied place, from 1.

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


def scale_from(data: Mapping[str, Any]) -> Scale:
    """A scale from its data, as of ``SCALES``.

    Raises:
        InvalidContest: for data that is no scale; the message says what is missing.
    """
    if not isinstance(data, Mapping) or set(data) not in (_SHARES, _STEPS):
        raise InvalidContest("A scale has depth and step, or depth, each, most and shares.")
    try:
        depth = Fraction(data["depth"])
        shares = tuple(Fraction(share) for share in data.get("shares", ()))
        numbers = {name: int(data[name]) for name in ("each", "most", "step") if name in data}
    except (TypeError, ValueError, ZeroDivisionError):
        raise InvalidContest("A scale is made of numbers, or of fractions such as 1/3.") from None
    if not 0 < depth <= 1 or any(number <= 0 for number in numbers.values()) or ("step" not in data and not shares):
        raise InvalidContest("The depth of a scale is from 0 to 1; its points are more than nought.")
    return Scale(depth, shares=shares, **numbers)


def masterpoints(rows: Sequence[Row], scale: Scale) -> dict[int, int]:
    """The masterpoints of each entry of a list, in hundredths; equals share what their places are worth."""
    tied: dict[int, list[int]] = {}
    for row in rows:
        tied.setdefault(row.place, []).append(row.entry)
    points: dict[int, int] = {}
    for place, equals in tied.items():
        shared = sum((scale.of_place(place + index, len(rows)) for index in range(len(equals))), Fraction(0))
        points |= dict.fromkeys(equals, int(half_away(shared / len(equals), 0)))
    return points
