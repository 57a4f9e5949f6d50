"""The club's rounding of a rubber's margin."""

import pytest

from clubscore.ledger.rounding import LABELS, Rounding, rounded

MARGINS = [0, 20, 49, 50, 51, 149, 150, 151, 250, 412, 580, 650, 810]
HUNDREDS = {
    Rounding.HALF_UP: [0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 6, 7, 8],
    Rounding.HALF_DOWN: [0, 0, 0, 0, 1, 1, 1, 2, 2, 4, 6, 6, 8],
    Rounding.HALF_EVEN: [0, 0, 0, 0, 1, 1, 2, 2, 2, 4, 6, 6, 8],
}


@pytest.mark.parametrize("rounding", HUNDREDS)
def test_the_nearest_hundred_with_the_fifty_as_the_club_says(rounding):
    assert [rounded(margin, rounding) for margin in MARGINS] == [
        hundreds * 100 for hundreds in HUNDREDS[rounding]
    ]


def test_exact_points_are_left_alone():
    assert [rounded(margin, Rounding.EXACT) for margin in MARGINS] == MARGINS


@pytest.mark.parametrize(("margin", "posted"), [(10, 0), (49, 0), (50, 100), (60, 100)])
def test_a_small_margin_is_a_wash_out_where_the_club_says_so(margin, posted):
    assert rounded(margin, Rounding.HALF_UP, wash_out_below=50) == posted


def test_every_rounding_has_words_for_the_club():
    assert set(LABELS) == set(Rounding)
