"""Layouts by number: each number is exactly one layout, so a uniform random number gives a uniform deal."""

import random
from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.errors import InvalidHands
from scoring.hands import LAYOUTS, Layout, layout_of, number_of
from scoring.values import Seat


def test_there_are_as_many_as_the_books_say():
    assert LAYOUTS == 53_644_737_765_488_792_839_237_440_000


@pytest.mark.parametrize("number", [0, 1, 2, LAYOUTS // 2, LAYOUTS - 2, LAYOUTS - 1])
def test_the_first_and_the_last_come_back(number):
    assert number_of(layout_of(number)) == number


def test_the_order_is_that_of_the_seats_card_by_card():
    assert layout_of(0).owners == "N" * 13 + "E" * 13 + "S" * 13 + "W" * 13
    assert layout_of(LAYOUTS - 1).owners == "W" * 13 + "S" * 13 + "E" * 13 + "N" * 13
    for number in (0, 10**9, LAYOUTS // 3):
        here, following = (
            ["NESW".index(seat) for seat in layout_of(each).owners]
            for each in (number, number + 1)
        )
        assert here < following


@given(some.integers(0, LAYOUTS - 1))
def test_the_number_of_the_layout_of_a_number_is_that_number(number):
    assert number_of(layout_of(number)) == number


@given(some.permutations("NESW" * 13))
def test_the_layout_of_the_number_of_a_layout_is_that_layout(owners):
    layout = Layout("".join(owners))
    assert 0 <= number_of(layout) < LAYOUTS
    assert layout_of(number_of(layout)) == layout


def test_ten_thousand_numbers_come_back():
    drawn = random.Random(20261122)
    numbers = [drawn.randrange(LAYOUTS) for _ in range(10_000)]
    assert [number_of(layout_of(number)) for number in numbers] == numbers


def test_the_share_of_each_seat_in_the_numbers_is_exactly_its_share_of_the_deals():
    """Each seat holds the ace of spades in exactly a quarter of the numbers."""
    quarter = LAYOUTS // 4
    assert quarter * 4 == LAYOUTS
    edges = [
        layout_of(at).owners[0]
        for at in (0, quarter - 1, quarter, 2 * quarter - 1, 2 * quarter, LAYOUTS - 1)
    ]
    assert edges == ["N", "N", "E", "E", "S", "W"]


def test_spades_fall_to_a_hand_as_often_as_they_should():
    """Among evenly spaced numbers, North holds two to five spades nearly as often as combinatorics says."""
    deals = 2_000
    found = Counter(
        len(layout_of(number).suits(Seat.NORTH)[0])
        for number in range(0, LAYOUTS, LAYOUTS // deals)
    )
    for spades in range(2, 6):
        expected = comb(13, spades) * comb(39, 13 - spades) / comb(52, 13) * deals
        assert abs(found[spades] - expected) < 0.02 * deals


@pytest.mark.parametrize("number", [-1, LAYOUTS, True, 1.0, "1"])
def test_other_numbers_are_refused(number):
    with pytest.raises(
        InvalidHands, match="numbered from 0 to 53644737765488792839237439999"
    ):
        layout_of(number)
