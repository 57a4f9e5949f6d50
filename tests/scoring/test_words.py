"""Contracts and deals in plain English."""

import pytest

from scoring import Contract, Deal, Risk, Seat, Side, Strain, parse_deal
from scoring.words import contract_in_words, deal_in_words, result_in_words

NAMES = {Seat.NORTH: "Anna", Seat.EAST: "Ben", Seat.SOUTH: "Cleo", Seat.WEST: "Dan"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("4sxn-1", "4♠ doubled by Anna, one down"),
        ("3nte=", "3NT by Ben, made"),
        ("1cs+1", "1♣ by Cleo, made with one overtrick"),
        ("2dxxw+2", "2♦ redoubled by Dan, made with two overtricks"),
        ("7ntw-13", "7NT by Dan, thirteen down"),
        ("p", "Passed out"),
    ],
)
def test_a_deal_in_words(line, words):
    assert deal_in_words(parse_deal(line), NAMES) == words


def test_seats_stand_in_for_names():
    assert deal_in_words(parse_deal("2hs=")) == "2♥ by South, made"
    assert (
        deal_in_words(parse_deal("2hs="), {Seat.NORTH: "Anna"}) == "2♥ by South, made"
    )


def test_a_passed_out_deal_has_no_result():
    assert result_in_words(Deal.passed_out()) == ""


def test_royals_are_spelt_out():
    assert (
        contract_in_words(Contract(2, Strain.ROYALS, Risk.DOUBLED))
        == "2 royals doubled"
    )
    assert contract_in_words(Contract(1, Strain.ROYALS)) == "1 royal"


def test_every_strain_has_a_symbol_and_a_word():
    assert [strain.symbol for strain in Strain] == ["♣", "♦", "♥", "♠", "NT", "R"]
    assert [strain.word for strain in Strain] == [
        "clubs",
        "diamonds",
        "hearts",
        "spades",
        "no-trump",
        "royals",
    ]


def test_seats_go_clockwise_and_sit_in_sides():
    assert [seat.next for seat in Seat] == [
        Seat.EAST,
        Seat.SOUTH,
        Seat.WEST,
        Seat.NORTH,
    ]
    assert [seat.partner for seat in Seat] == [
        Seat.SOUTH,
        Seat.WEST,
        Seat.NORTH,
        Seat.EAST,
    ]
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert [side.seats for side in Side] == [
        (Seat.NORTH, Seat.SOUTH),
        (Seat.EAST, Seat.WEST),
    ]
    assert [seat.word for seat in Seat] == ["North", "East", "South", "West"]
    assert [side.word for side in Side] == ["North-South", "East-West"]
    assert Side.NS.other is Side.EW
    assert Side.EW.other is Side.NS
