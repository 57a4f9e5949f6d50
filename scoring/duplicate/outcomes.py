"""Outcomes: what became of one board at one table, in the five kinds that the laws know.

Points are those of North-South, but in a split score, where each side has points of its own.
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
    """One side's artificial score of Law 12C2: it was at fault, partly at fault, or not at fault."""

    MINUS = "-"
    EVEN = "="
    PLUS = "+"


class Part(NamedTuple):
    """One result of an assigned score, and its weight: a share of 1."""

    weight: Fraction
    points: int
    deal: Deal | None = None
    """The contract and its result, where they are known."""


@dataclass(frozen=True, slots=True)
class Played:
    """A result that was obtained, or assigned whole (Law 12C1).

    Raises:
        InvalidOutcome: for points that no deal has.
    """

    points: int
    deal: Deal | None = None
    """The contract and its result, where they are known."""

    def __post_init__(self) -> None:
        _check_points(self.points)


@dataclass(frozen=True, slots=True)
class Weighted:
    """An assigned score of several results (Law 12C1c): each is compared, then the awards are weighted.

    >>> Weighted(((Fraction(3, 10), 420), (Fraction(7, 10), -50))).parts[0].points
    420

    Raises:
        InvalidOutcome: for weights that do not add up to 1, or points that no deal has.
    """

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", _parts(self.parts))


@dataclass(frozen=True, slots=True)
class Split:
    """An assigned score for each side by itself, in its own points; they need not balance (Law 12C1e).

    Raises:
        InvalidOutcome: for weights of a side that do not add up to 1, or points that no deal has.
    """

    ns: tuple[Part, ...]
    ew: tuple[Part, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ns", _parts(self.ns))
        object.__setattr__(self, "ew", _parts(self.ew))


@dataclass(frozen=True, slots=True)
class Artificial:
    """A score without a result (Law 12C2): for each side an average, or exactly that many per cent.

    Raises:
        InvalidOutcome: for a percentage outside 0 to 100.
    """

    ns: Average | int
    ew: Average | int

    def __post_init__(self) -> None:
        for side in (self.ns, self.ew):
            if not isinstance(side, Average) and (type(side) is not int or not 0 <= side <= 100):
                raise InvalidOutcome("An artificial score is an average, or from 0 to 100 per cent.")


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """A board that was not played here: no award, and it does not count among the boards played."""


RealOutcome = Played | Weighted | Split
Outcome = RealOutcome | Artificial | NotPlayed
REAL: Final = (Played, Weighted, Split)


def single(points: int, deal: Deal | None = None) -> tuple[Part, ...]:
    """One result that has the whole weight.

    >>> Split(single(-50), single(-420)).ew[0].points
    -420
    """
    return (Part(WHOLE, points, deal),)


def _parts(parts: Iterable[tuple[Fraction, int] | Part]) -> tuple[Part, ...]:
    read = tuple(Part(*part) for part in parts)
    for part in read:
        _check_points(part.points)
        if not isinstance(part.weight, Fraction) or not 0 < part.weight <= 1 or BASIS % part.weight.denominator:
            raise InvalidOutcome("A weight is more than 0 and at most 100 %, with two decimals at most.")
    total = sum(part.weight for part in read)
    if total != 1:
        raise InvalidOutcome(
            said("The weights add up to 100 %, not to {total} %.", total=Figure(f"{float(100 * total):g}"))
        )
    return read


def _check_points(points: object) -> None:
    if type(points) is not int or points % 10 or not -MOST_POINTS <= points <= MOST_POINTS:
        raise InvalidOutcome(said("A score is a multiple of ten, from −{most} to +{most}.", most=MOST_POINTS))
