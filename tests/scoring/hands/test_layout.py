"""Layouts and boards: fifty-two cards, thirteen in each hand."""

import pytest
from hypothesis import given

from scoring.errors import InvalidBoard, InvalidHands
from scoring.hands import CARDS, DealtBoard, Layout, checked_boards, layout_of
from scoring.hands.layout import MOST_BOARDS
from scoring.text.hands.deal_tag import parse_deal_text
from scoring.values import Seat, Side
from tests.scoring.hands.made_up_hands import PRINTED, layouts


@given(layouts())
def test_a_layout_has_fifty_two_cards_thirteen_in_each_hand(layout):
    hands = {seat: layout.hand(seat) for seat in Seat}
    assert all(len(hand) == 13 for hand in hands.values())
    assert sorted(card for hand in hands.values() for card in hand) == sorted(CARDS)
    assert sum(layout.points(seat) for seat in Seat) == 40
    assert all(
        layout.holder(card) is seat for seat, hand in hands.items() for card in hand
    )
    assert Layout.of(hands) == layout


def test_a_hand_is_read_suit_by_suit():
    layout = parse_deal_text(PRINTED)
    assert layout.suits(Seat.EAST) == ("", "KQ2", "QT9", "AK98543")
    assert [layout.points(seat) for seat in Seat] == [8, 14, 15, 3]


@pytest.mark.parametrize(
    "owners", ["", "N" * 52, "NESW" * 12, "NESX" * 13, "NNEW" * 13]
)
def test_other_owners_are_refused(owners):
    with pytest.raises(InvalidHands, match="thirteen in each hand"):
        Layout(owners)


def test_hands_say_which_card_is_wrong():
    hands = {seat: list(layout_of(7).hand(seat)) for seat in Seat}
    with pytest.raises(InvalidHands, match="North has 12 cards, not thirteen"):
        Layout.of({**hands, Seat.NORTH: hands[Seat.NORTH][1:]})
    with pytest.raises(InvalidHands, match="♠A is twice with North"):
        Layout.of({**hands, Seat.NORTH: [CARDS[0], CARDS[0]]})
    with pytest.raises(InvalidHands, match="♠A is with North and with East"):
        Layout.of({Seat.NORTH: [CARDS[0]], Seat.EAST: [CARDS[0]]})


def test_dealer_and_vulnerability_follow_from_the_number():
    board = DealtBoard(7, layout_of(0))
    assert (board.dealer, board.vulnerable) == (Seat.SOUTH, (Side.NS, Side.EW))
    with pytest.raises(InvalidBoard):
        DealtBoard(0, layout_of(0))


def test_a_set_is_ordered_and_has_each_number_once():
    one, two = DealtBoard(1, layout_of(1)), DealtBoard(2, layout_of(2))
    assert checked_boards([two, one]) == (one, two)
    with pytest.raises(InvalidHands, match="Board 2 is there twice"):
        checked_boards([two, one, DealtBoard(2, layout_of(3))])
    for boards in (
        [],
        [DealtBoard(number, layout_of(0)) for number in range(1, MOST_BOARDS + 2)],
    ):
        with pytest.raises(InvalidHands, match="from 1 to 128 boards"):
            checked_boards(boards)
