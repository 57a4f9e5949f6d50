"""Makeable contracts: twenty numbers of tricks as text, and the highest contracts of a side."""

import pytest

from scoring import Seat, Side, Strain
from scoring.duplicate.makeable import highest_levels, parse_makeable, parse_tricks
from scoring.errors import InvalidHands

# Spades, hearts, diamonds, clubs, no-trump; North, East, South and West in each.
TRICKS = "a3a34949858558587373"


def test_twenty_digits_are_the_tricks_of_each_seat_in_each_strain():
    makeable = parse_makeable(TRICKS)
    assert len(makeable) == 20
    assert makeable[Strain.SPADES, Seat.NORTH] == 10
    assert makeable[Strain.HEARTS, Seat.EAST] == 9
    assert makeable[Strain.CLUBS, Seat.WEST] == 8
    assert makeable[Strain.NOTRUMP, Seat.WEST] == 3


@pytest.mark.parametrize(
    "text", ["", TRICKS[:-1], TRICKS + "1", TRICKS[:-1] + "e", TRICKS[:-1] + "A"]
)
def test_any_other_text_is_refused(text: str):
    with pytest.raises(InvalidHands, match="twenty numbers of tricks, 0 to 13"):
        parse_makeable(text)


def test_tricks_are_digits_to_thirteen():
    assert parse_tricks("09abcd") == (0, 9, 10, 11, 12, 13)
    assert parse_tricks("") == ()


def test_a_side_makes_the_highest_contract_in_each_strain_the_most_tricks_first():
    makeable = parse_makeable(TRICKS)
    assert highest_levels(makeable, Side.NS) == (
        (Strain.SPADES, 4),
        (Strain.DIAMONDS, 2),
        (Strain.NOTRUMP, 1),
    )
    assert highest_levels(makeable, Side.EW) == (
        (Strain.HEARTS, 3),
        (Strain.CLUBS, 2),
    )


def test_of_two_seats_the_better_makes_the_contract():
    makeable = parse_makeable("6090" + "0000" * 4)
    assert highest_levels(makeable, Side.NS) == ((Strain.SPADES, 3),)
