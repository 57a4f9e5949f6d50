"""The address of a board in the hand viewer of Bridge Base Online, which shows and plays the cards in its address."""

from typing import Final
from urllib.parse import urlencode

from scoring.hands.cards import SUITS
from scoring.hands.layout import DealtBoard
from scoring.values import Seat, Side

VIEWER: Final = "https://www.bridgebase.com/tools/handviewer.html"
_VULNERABLE: Final = {(): "-", (Side.NS,): "n", (Side.EW,): "e", (Side.NS, Side.EW): "b"}  # fmt: skip


def viewer_address(board: DealtBoard) -> str:
    """The address that shows a board: its hands, dealer, vulnerability and number, and no name of a person.

    >>> from scoring.hands.numbering import layout_of
    >>> viewer_address(DealtBoard(1, layout_of(0))).partition("?")[2]
    'n=sAKQJT98765432&e=hAKQJT98765432&s=dAKQJT98765432&w=cAKQJT98765432&d=n&v=-&b=1'
    """
    values = {}
    for seat in Seat:
        by_suit = zip(SUITS, board.layout.suits(seat), strict=True)
        held = [f"{suit.lower()}{ranks}" for suit, ranks in by_suit if ranks]
        values[seat.lower()] = "".join(held)
    values["d"] = board.dealer.lower()
    values["v"] = _VULNERABLE[board.vulnerable]
    values["b"] = str(board.number)
    return f"{VIEWER}?{urlencode(values)}"
