"""The rules of cutting cards for partners."""

from random import Random

import pytest

from clubscore.tables import services
from clubscore.tables.cuts import cut_for_partners
from clubscore.tables.cutting import (
    HIGHEST,
    PACK,
    CutCard,
    custom_of,
    draw,
    order_of_cut,
)
from clubscore.tables.queries import cut_result, open_cut
from tests.factories import NOON, four, seated_table


def card(words: str) -> CutCard:
    return next(card for card in PACK if card.words == words)


def test_the_pack_has_fifty_two_different_cards():
    assert len(set(PACK)) == 52


def test_nobody_draws_a_card_that_another_holds():
    assert len(set(draw(52, Random(1)))) == 52


def test_the_two_highest_play_together_and_the_highest_comes_first():
    cards = {
        "Anna": "7 of clubs",
        "Ben": "king of hearts",
        "Cleo": "ace of clubs",
        "Dan": "2 of spades",
    }
    drawn = [(name, card(words)) for name, words in cards.items()]
    assert order_of_cut(drawn) == ["Cleo", "Ben", "Anna", "Dan"]


def test_equal_ranks_go_by_suit_spades_highest():
    drawn = [
        (suit, card(f"9 of {suit}"))
        for suit in ("clubs", "spades", "diamonds", "hearts")
    ]
    assert order_of_cut(drawn) == ["spades", "hearts", "diamonds", "clubs"]


@pytest.mark.parametrize(
    ("words", "index"),
    [("ace of spades", "A"), ("10 of hearts", "10"), ("jack of clubs", "J")],
)
def test_a_card_shows_its_index(words, index):
    assert card(words).index == index


def test_in_royal_auction_the_lowest_come_first_and_the_ace_is_low():
    cards = {
        "Anna": "7 of clubs",
        "Ben": "king of hearts",
        "Cleo": "ace of clubs",
        "Dan": "2 of spades",
    }
    drawn = [(name, card(words)) for name, words in cards.items()]
    assert order_of_cut(drawn, custom_of("royal")) == ["Cleo", "Dan", "Anna", "Ben"]


def test_in_royal_auction_the_heart_is_lowest_of_its_rank():
    drawn = [
        (suit, card(f"9 of {suit}"))
        for suit in ("clubs", "spades", "diamonds", "hearts")
    ]
    assert order_of_cut(drawn, custom_of("royal")) == [
        "hearts",
        "diamonds",
        "clubs",
        "spades",
    ]


@pytest.mark.parametrize("system", ["contract", "chicago"])
def test_the_other_games_cut_for_the_highest(system: str):
    assert custom_of(system) is HIGHEST


@pytest.mark.django_db
def test_a_cut_keeps_the_custom_of_the_game_it_was_made_for():
    table = seated_table(four())
    services.choose_game(table=table, system="royal", rules={})
    result = cut_result(cut_for_partners(table=table, by=table.opened_by, now=NOON))
    services.choose_game(table=table, system="contract", rules={})
    again = open_cut(table)
    assert again is not None
    assert again.dealer == result.dealer == result.drawn[0].member
    heights = [custom_of("royal").height(drawn.card) for drawn in again.drawn]
    assert heights == sorted(heights)
