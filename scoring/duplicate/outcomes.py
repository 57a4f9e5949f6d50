"""The outcome of one board at one table, in the five kinds that the laws know.

All points are points of North-South. Only in a split score does each side have its own points.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.deals import Deal
from scoring.errors import InvalidOutcome
from scoring.said import Figure, said

MOST_POINTS: Final = 7600
WHOLE: Final = Fraction(1)
BASIS: Final = 10_000  # a weight is a whole number of hundredths of a per cent


class Average(Enum):
    """An average as the artificial score of one side (Law 12C2): minus, even or plus.

    MINUS is for a side at fault, EVEN for a side partly at fault, and PLUS for a side not at fault.
    """

    MINUS = "-"
    EVEN = "="
    PLUS = "+"


class Part(NamedTuple):
    """One result of an assigned score, and its weight: a fraction; the weights of one side add up to 1."""

    weight: Fraction
    points: int
    deal: Deal | None = None
    """The contract and its result; None if they are not known."""


@dataclass(frozen=True, slots=True)
class Played:
    """One result, obtained at the table or assigned by the director (Law 12C1).

    Raises:
        InvalidOutcome: for points that no deal has.
    """

    points: int
    deal: Deal | None = None
    """The contract and its result; None if they are not known."""

    def __post_init__(self) -> None:
        _require_points(self.points)


@dataclass(frozen=True, slots=True)
class Weighted:
    """An assigned score of several results (Law 12C1c): each result is compared, then the awards are weighted.

    >>> Weighted(((Fraction(3, 10), 420), (Fraction(7, 10), -50))).parts[0].points
    420

    Raises:
        InvalidOutcome: for a weight that is not above 0 or has more than four decimals, for weights that do not add up
            to 1, or for points that no deal has.
    """

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", _parts(self.parts))


@dataclass(frozen=True, slots=True)
class Split:
    """A score that is assigned to each side separately; the points of the sides need not balance (Law 12C1e).

    The points of each side are as that side sees them: a gain of East-West is positive in ``ew``.

    Raises:
        InvalidOutcome: for a weight that is not above 0 or has more than four decimals, for weights of a side that do
            not add up to 1, or for points that no deal has.
    """

    ns: tuple[Part, ...]
    ew: tuple[Part, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ns", _parts(self.ns))
        object.__setattr__(self, "ew", _parts(self.ew))


@dataclass(frozen=True, slots=True)
class Artificial:
    """A score without a result (Law 12C2): for each side an average, or a fixed percentage.

    Raises:
        InvalidOutcome: for a percentage outside 0 to 100.
    """

    ns: Average | int
    ew: Average | int

    def __post_init__(self) -> None:
        for side in (self.ns, self.ew):
            if not isinstance(side, Average) and (
                type(side) is not int or not 0 <= side <= 100
            ):
                raise InvalidOutcome(
                    "An artificial score is an average, or from 0 to 100 per cent."
                )


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """The outcome of a board not played at a table: no award, and the board does not count as played."""


RealOutcome = Played | Weighted | Split
Outcome = RealOutcome | Artificial | NotPlayed
REAL: Final = (Played, Weighted, Split)


def single(points: int, deal: Deal | None = None) -> tuple[Part, ...]:
    """The parts of a side that has only one result: one part, with the whole weight.

    >>> Split(single(-50), single(-420)).ew[0].points
    -420
    """
    return (Part(WHOLE, points, deal),)


def _parts(given: Iterable[tuple[Fraction, int] | Part]) -> tuple[Part, ...]:
    """The parts of one side's score. Raises InvalidOutcome for points that no deal has, a weight that is not above 0 or
    has more than four decimals, and weights that do not add up to 1.
    """
    parts = tuple(Part(*part) for part in given)
    total = Fraction(0)
    for part in parts:
        _require_points(part.points)
        if (
            not isinstance(part.weight, Fraction)
            or not 0 < part.weight <= 1
            or BASIS % part.weight.denominator
        ):
            raise InvalidOutcome(
                "A weight is more than 0 and at most 100 %, with two decimals at most."
            )
        total += part.weight

    if total != 1:
        percent = Figure(f"{float(100 * total):g}")
        raise InvalidOutcome(
            said("The weights add up to 100 %, not to {total} %.", total=percent)
        )

    return parts


def _require_points(points: object) -> None:
    """Require that a deal can have these points. Raises InvalidOutcome."""
    if (
        type(points) is not int
        or points % 10
        or not -MOST_POINTS <= points <= MOST_POINTS
    ):
        raise InvalidOutcome(
            said(
                "A score is a multiple of ten, from −{most} to +{most}.",
                most=MOST_POINTS,
            )
        )
