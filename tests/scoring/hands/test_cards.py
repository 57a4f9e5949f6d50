"""The fifty-two cards, and reading cards as people write them."""

import pytest

from scoring.errors import InvalidHands
from scoring.hands import CARDS, Card, parse_card


def test_there_are_fifty_two_cards_and_each_knows_its_place():
    assert [card.place for card in CARDS] == list(range(52))
    assert (str(CARDS[0]), str(CARDS[4]), str(CARDS[51])) == ("♠A", "♠10", "♣2")
    assert sum(card.points for card in CARDS) == 40


@pytest.mark.parametrize(
    "text", ["HT", "ht", "Th", "10h", "H10", "♥10", "♡ 10", " t ♥ "]
)
def test_a_card_is_read_suit_or_rank_first(text):
    assert parse_card(text) == Card("H", "T")


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_card_reads_back(card):
    assert parse_card(str(card)) == parse_card(card.rank + card.suit) == card


@pytest.mark.parametrize("text", ["", "H", "H1", "HH", "NT", "H11", "HTT", "A" * 50])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(InvalidHands, match="A card is a suit and a rank, such as SA"):
        parse_card(text)
