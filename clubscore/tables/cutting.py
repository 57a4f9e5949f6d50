"""Cutting for partners with a real pack: the partnerships, the dealer, and the choice of seats.

Four play, the first two of the cut against the next two; the first of the cut deals and chooses seats. The custom of
the game says who comes first: the member with the highest card, or in royal auction with the lowest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Self, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.web.templatetags.scores import index

SUITS = "CDHS"
RANKS = range(2, 15)  # 11 jack … 14 ace
ACE = 14
COURT = {11: _("jack"), 12: _("queen"), 13: _("king"), ACE: _("ace")}
INDEX = {11: "J", 12: "Q", 13: "K", ACE: "A"}
OF_SUIT = (
    _("%(rank)s of clubs"),
    _("%(rank)s of diamonds"),
    _("%(rank)s of hearts"),
    _("%(rank)s of spades"),
)


@dataclass(frozen=True, slots=True)
class CutCard:
    """A playing card. `rank` is 2–14 (14 is the ace), `suit` an index into SUITS."""

    rank: int
    suit: int

    @classmethod
    def of(cls, rank: int, letter: str) -> Self:
        return cls(rank, SUITS.index(letter))

    @property
    def letter(self) -> str:
        return SUITS[self.suit]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self.suit]

    @property
    def index(self) -> str:
        """The index in the corner of the card: 2 … 10, J, Q, K, A."""
        return index(INDEX.get(self.rank, str(self.rank)))

    @property
    def words(self) -> str:
        """The card in words, such as `queen of hearts`, for a screen reader."""
        return OF_SUIT[self.suit] % {"rank": COURT.get(self.rank, self.rank)}


@dataclass(frozen=True, slots=True)
class Custom:
    """The custom of a game for cutting. `words` explain it; `suits` ranks cards of equal rank by suit, lowest first."""

    words: Promise
    highest_first: bool = True
    ace_is_low: bool = False
    suits: str = "CDHS"

    def height(self, card: CutCard) -> tuple[int, int]:
        """The sort key of a card under this custom: its rank, then its suit."""
        rank = 1 if self.ace_is_low and card.rank == ACE else card.rank
        return rank, self.suits.index(card.letter)


HIGHEST = Custom(
    _(
        "The two highest play together against the next two; the highest deals and chooses seats. "
        "The ace is high, and equal ranks go by suit, spades highest."
    )
)
# The code of 25 October 1912 on forming a table, Laws 14 to 27.
LOWEST = Custom(
    _(
        "The two lowest play together against the next two; the lowest deals and chooses seats. "
        "The ace is low, and of equal ranks the heart is lowest, then diamond, club and spade."
    ),
    highest_first=False,
    ace_is_low=True,
    suits="HDCS",
)
CUSTOMS = {"royal": LOWEST}

PACK = [CutCard(rank, suit) for suit in range(4) for rank in RANKS]


def custom_of(system: str) -> Custom:
    """The custom for cutting in the game with that name."""
    return CUSTOMS.get(system, HIGHEST)


def draw(count: int, pack: Random | None = None) -> list[CutCard]:
    """`count` different cards, drawn at random from a full pack. Raises ValueError if `count` is more than 52.

    `pack` is the source of randomness; None stands for that of the operating system.
    """
    return (pack or SystemRandom()).sample(PACK, count)


T = TypeVar("T")


def order_of_cut(
    drawn: Sequence[tuple[T, CutCard]], custom: Custom = HIGHEST
) -> list[T]:
    """The members in the order of their cards by this custom.

    In a cut for partners they are the dealer, the dealer's partner, the two opponents, and then the members who wait.
    """

    def height(member_and_card: tuple[T, CutCard]) -> tuple[int, int]:
        return custom.height(member_and_card[1])

    in_order = sorted(drawn, key=height, reverse=custom.highest_first)
    return [member for member, _ in in_order]
