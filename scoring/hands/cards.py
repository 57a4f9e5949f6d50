"""The fifty-two cards, spades first and the ace first in each suit."""

from typing import Final, NamedTuple

from scoring.errors import InvalidHands
from scoring.said import said

SUITS: Final = "SHDC"
RANKS: Final = "AKQJT98765432"
SYMBOLS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
_LETTERS: Final = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")
_POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}


class Card(NamedTuple):
    """A playing card: the letter of its suit (S, H, D, C) and its rank; the ten is T.

    >>> Card("S", "A").place, str(Card("H", "T"))
    (0, '♥10')
    """

    suit: str
    rank: str

    @property
    def place(self) -> int:
        """The index of the card in `CARDS`."""
        return SUITS.index(self.suit) * len(RANKS) + RANKS.index(self.rank)

    @property
    def points(self) -> int:
        """The high-card points: 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack, 0 for lower cards."""
        return _POINTS.get(self.rank, 0)

    def __str__(self) -> str:
        rank = "10" if self.rank == "T" else self.rank
        return f"{SYMBOLS[self.suit]}{rank}"


CARDS: Final = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)


def parse_card(text: str) -> Card:
    """The card that a text names, suit or rank first: ``HK``, ``kh``, ``♥10``, ``T♣``.

    >>> parse_card("10d")
    Card(suit='D', rank='T')

    Raises:
        InvalidHands: for text that is no card.
    """
    plain = text.upper().replace("10", "T").translate(_LETTERS)
    marks = "".join(plain.split())
    if len(marks) == 2:
        first, second = marks[0], marks[1]
        if first in SUITS and second in RANKS:
            return Card(first, second)
        if second in SUITS and first in RANKS:
            return Card(second, first)
    raise InvalidHands(
        said(
            "A card is a suit and a rank, such as SA or H10, not “{text}”.",
            text=text[:20],
        )
    )
