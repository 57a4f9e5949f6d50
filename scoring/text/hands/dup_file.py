"""Boards for dealing machines: the DUP file of Duplimate, 156 bytes a deal and nothing between them.

78 bytes name the cards of North, East and South by numbers from 01 (the ace of spades) to 52 (the two of clubs); 68
show all four hands, with the symbols of the suits in code page 437; 10 say how the set is dealt.
"""

from collections.abc import Sequence
from typing import Final

from scoring.errors import InvalidHands
from scoring.hands.cards import SUITS
from scoring.hands.layout import DealtBoard
from scoring.said import said
from scoring.values import Seat

LAST_NUMBER: Final = 999
_SYMBOLS: Final = dict(zip(SUITS, "\x06\x03\x04\x05", strict=True))
_WRITTEN: Final = (Seat.NORTH, Seat.EAST, Seat.SOUTH)


def dup_file(
    boards: Sequence[DealtBoard], *, is_random: bool, copies: int = 1
) -> bytes:
    """The content of a DUP file with boards whose numbers follow one another.

    ``is_random`` says whether the cards were dealt at random, ``copies`` how many copies of each board are to be dealt.

    Raises:
        InvalidHands: for numbers with a gap, for numbers above 999, which do not fit, or for copies outside 1 to 99.
    """
    first, last = boards[0].number, boards[-1].number
    numbers = [board.number for board in boards]
    if numbers != list(range(first, last + 1)):
        raise InvalidHands(
            "A DUP file has no numbers of its own: its boards follow one another without a gap."
        )
    if last > LAST_NUMBER or not 1 <= copies <= 99:
        form = "A DUP file has boards up to {last}, and from 1 to 99 copies of each."
        raise InvalidHands(said(form, last=LAST_NUMBER))

    random = "Y" if is_random else "N"
    ending = f"{random}N{first:<3}{copies:<2}{last:<3}"
    parts = []
    for board in boards:
        parts += [_cards(board), _hands(board), ending]

    return "".join(parts).encode("ascii")


def _cards(board: DealtBoard) -> str:
    """The numbers of the cards of North, East and South, two digits each."""
    digits = []
    for seat in _WRITTEN:
        for card in board.layout.hand(seat):
            digits.append(f"{card.place + 1:02}")
    return "".join(digits)


def _hands(board: DealtBoard) -> str:
    """All four hands as text: for each suit its symbol and the ranks."""
    parts = []
    for seat in Seat:
        for suit, ranks in zip(SUITS, board.layout.suits(seat), strict=True):
            parts += [_SYMBOLS[suit], ranks]
    return "".join(parts)
