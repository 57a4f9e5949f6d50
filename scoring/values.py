"""Sides, seats, strains, risks and contracts: the vocabulary of all scores."""

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Final

from scoring.errors import InvalidDeal
from scoring.said import Said, said

BOOK: Final = 6
TRICKS: Final = 13
LEVELS: Final = range(1, 8)


class Side(StrEnum):
    """A side at the table, North-South or East-West; ``other`` is the opposing side.

    >>> Side.EW.other, Side.EW.seats
    (<Side.NS: 'NS'>, (<Seat.EAST: 'E'>, <Seat.WEST: 'W'>))
    """

    other: "Side"

    NS = "NS"
    EW = "EW"

    @property
    def seats(self) -> tuple["Seat", "Seat"]:
        """The two seats of the side."""
        return _SEATS[self]

    @property
    def word(self) -> Said:
        """The name of the side: "North-South" or "East-West"."""
        return _SIDE_WORDS[self]


class Seat(StrEnum):
    """A seat at the table. ``side`` is its partnership; ``next`` is the seat on its left, which deals next.

    >>> Seat.WEST.side, Seat.WEST.next, Seat.WEST.partner
    (<Side.EW: 'EW'>, <Seat.NORTH: 'N'>, <Seat.EAST: 'E'>)
    """

    side: Side
    next: "Seat"

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def partner(self) -> "Seat":
        """The seat opposite, where the partner sits."""
        return self.next.next

    @property
    def word(self) -> Said:
        """The name of the seat, such as "North"."""
        return _SEAT_WORDS[self]


_SEATS: Final = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}
_SIDE_WORDS: Final = {Side.NS: said("North-South"), Side.EW: said("East-West")}
_SEAT_WORDS: Final = dict(
    zip(Seat, (said("North"), said("East"), said("South"), said("West")), strict=True)
)

# Set once on the members, because every deal of every fold asks for them.
for _seat, _next, _side in zip(
    Seat, [*Seat][1:] + [Seat.NORTH], [*Side, *Side], strict=True
):
    _seat.next, _seat.side = _next, _side
Side.NS.other, Side.EW.other = Side.EW, Side.NS


class Strain(StrEnum):
    """The denomination of a contract. ROYALS, the nine-point spades, exist in royal auction only."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"
    ROYALS = "R"

    @property
    def symbol(self) -> str:
        """The symbol of the strain: ♣ ♦ ♥ ♠, NT, or R for royals."""
        return _SYMBOLS[self]

    @property
    def word(self) -> Said:
        """The name of the strain, such as "hearts" or "no-trump"."""
        return _STRAIN_WORDS[self]


_STRAIN_WORDS: Final = dict(
    zip(
        Strain,
        (
            said("clubs"),
            said("diamonds"),
            said("hearts"),
            said("spades"),
            said("no-trump"),
            said("royals"),
        ),
        strict=True,
    )
)
_SYMBOLS: Final = dict(
    zip(Strain, ("♣", "♦", "♥", "♠", said("NT"), said("R")), strict=True)
)


class Risk(StrEnum):
    """The doubling of a contract: undoubled, doubled or redoubled."""

    UNDOUBLED = ""
    DOUBLED = "X"
    REDOUBLED = "XX"

    @property
    def factor(self) -> int:
        """The factor by which trick values are multiplied: 1, 2 or 4."""
        return _FACTORS[self]


_FACTORS: Final = {Risk.UNDOUBLED: 1, Risk.DOUBLED: 2, Risk.REDOUBLED: 4}
# Every contract there is, by level, strain and risk, each of the last two with its text too: a StrEnum equals its text.
_CONTRACTS: Final[dict[tuple[object, object, object], tuple[Strain, Risk, int]]] = {}
for _ordinal, (_strain, _level, _risk) in enumerate(product(Strain, LEVELS, Risk)):
    _CONTRACTS[_level, _strain, _risk] = _strain, _risk, _ordinal


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: the final bid, with its level, its strain and its doubling.

    >>> str(Contract(4, Strain.SPADES, Risk.DOUBLED)), Contract(4, Strain.SPADES).tricks_needed
    ('4SX', 10)

    Raises:
        InvalidDeal: for a level outside 1 to 7, or for a strain or risk that does not exist.
    """

    level: int
    """The number of odd tricks bid, 1 to 7: tricks over six."""
    strain: Strain
    risk: Risk = Risk.UNDOUBLED
    ordinal: int = field(init=False, repr=False, compare=False)
    """The index of the contract in tables, from 0; contracts in royals come last."""

    def __post_init__(self) -> None:
        try:
            known = _CONTRACTS[self.level, self.strain, self.risk]
        except (KeyError, TypeError):  # TypeError: not even hashable
            raise self._refusal() from None

        if type(self.level) is not int:  # True and 1.0 are found as 1 is
            raise self._refusal()

        put = object.__setattr__
        strain, risk, ordinal = known
        if self.strain is not strain:
            put(self, "strain", strain)
        if self.risk is not risk:
            put(self, "risk", risk)

        put(self, "ordinal", ordinal)

    def _refusal(self) -> InvalidDeal:
        if type(self.level) is not int or self.level not in LEVELS:
            return InvalidDeal(
                "The level of a contract is a number from 1 to 7.", field="contract"
            )
        return InvalidDeal(
            "A contract needs one of the strains and one of the risks.",
            field="contract",
        )

    @property
    def tricks_needed(self) -> int:
        """The number of tricks, 7 to 13, that make the contract."""
        return self.level + BOOK

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{self.risk}"
