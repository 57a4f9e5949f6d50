"""The fifty-two cards, spades first and the ace first in each suit."""

from typing import Final, NamedTuple

from scoring.errors import InvalidHands
from scoring.said import said

SUITS: Final = "SHDC"
RANKS: Final = "AKQJT98765432"
SYMBOLS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
_LETTERS: Final = {symbol: letter for letter, symbol in SYMBOLS.items()} | dict(zip("♤♡♢♧", SUITS, strict=True))
_POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}


class Card(NamedTuple):
    """A card: the letter of its suit, S H D C, and of its rank, the ten being T.

    >>> Card("S", "A").place, str(Card("H", "T"))
    (0, '♥10')
    """

    suit: str
    rank: str

    @property
    def place(self) -> int:
        """Index of the card in `CARDS`."""
        return SUITS.index(self.suit) * len(RANKS) + RANKS.index(self.rank)

    @property
    def points(self) -> int:
        """High-card points: 4 for an ace, 3, 2, 1, and none below the jack."""
        return _POINTS.get(self.rank, 0)

    def __str__(self) -> str:
        return SYMBOLS[self.suit] + ("10" if self.rank == "T" else self.rank)


CARDS: Final = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)


def parse_card(text: str) -> Card:
    """A card from text, suit or rank first: ``HK``, ``kh``, ``♥10``, ``T♣``.

    >>> parse_card("10d")
    Card(suit='D', rank='T')

    Raises:
        InvalidHands: for text that is no card.
    """
    plain = "".join(_LETTERS.get(mark, mark) for mark in text.upper().replace("10", "T") if not mark.isspace())
    for order in (plain, plain[::-1]) if len(plain) == 2 else ():
        if order[0] in SUITS and order[1] in RANKS:
            return Card(order[0], order[1])
    raise InvalidHands(said("A card is a suit and a rank, such as SA or H10, not “{text}”.", text=text[:20]))
