"""The hands of a USEBIO file."""

from collections.abc import Iterator
from typing import Final

from scoring.duplicate.board import parse_board
from scoring.errors import InvalidBoard, InvalidHands
from scoring.hands.layout import DealtBoard
from scoring.said import said
from scoring.text.hands.deal_tag import parse_deal_text
from scoring.text.reading.outcome_words import read_seat
from scoring.text.reading.xml_tree import XmlElement
from scoring.values import Seat

_SUITS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_CLEARED: Final = str.maketrans("", "", " -,.\u2014")


def hands_of(
    root: XmlElement, event: XmlElement, *, is_alone: bool
) -> tuple[tuple[DealtBoard, ...], list[str]]:
    """The boards with cards, in the order of their numbers, and sentences about boards that are left out.

    If a session is not alone in its event, hands that are not its own are left out.

    Raises:
        InvalidLine: for cards that no deal can have, with the place of the board.
    """
    dealt: dict[int, DealtBoard] = {}
    notes: list[str] = []
    sets = list(event.within("HANDSET"))
    if not sets and is_alone:
        sets = list(root.all("HANDSET"))
    if not is_alone:
        sets = []
    for hand_set in sets:
        for board in hand_set.within("BOARD"):
            try:
                number = parse_board(board.text("BOARD_NUMBER"))
                text = " ".join(_hands(board))
                if text.count(" ") != len(Seat) - 1:
                    form = "The hands of board {number} are not complete, and are left out."
                    notes.append(said(form, number=number))
                    continue
                layout = parse_deal_text(f"N:{text}")
            except (InvalidBoard, InvalidHands) as refusal:
                board.refuse(refusal.message)
            dealt.setdefault(number, DealtBoard(number, layout))
    return tuple(dealt[number] for number in sorted(dealt)), notes


def _hands(board: XmlElement) -> Iterator[str]:
    """Yield the four hands from North clockwise, as a Deal tag has them; fewer if cards are not there."""
    by_seat = {}
    for hand in board.all("HAND"):
        suits = []
        for suit in _SUITS:
            suits.append(hand.text(suit).translate(_CLEARED))
        by_seat[read_seat(hand.text("DIRECTION"))] = ".".join(suits)
    for seat in Seat:
        if by_seat.get(seat, "...") != "...":
            yield by_seat[seat]
