"""Cards: the four hands, dealing, and leads that contradict the hands. Nothing here knows a game or a score."""

from scoring.hands.cards import CARDS, Card, parse_card
from scoring.hands.dealing import deal_boards
from scoring.hands.layout import DealtBoard, Layout, checked_boards
from scoring.hands.leads import contradiction
from scoring.hands.numbering import LAYOUTS, layout_of, number_of

__all__ = [
    "CARDS",
    "LAYOUTS",
    "Card",
    "DealtBoard",
    "Layout",
    "checked_boards",
    "contradiction",
    "deal_boards",
    "layout_of",
    "number_of",
    "parse_card",
]
