"""The money for a margin: a stake for each hundred points and the rest in proportion, in whole units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.ledger.stakes import stake_on


@pytest.mark.parametrize(
    ("points", "stake", "amount"),
    [
        (800, 10, 80),
        (-800, 10, -80),
        (810, 25, 203),
        (-810, 25, -203),
        (40, 1, 0),
        (50, 1, 1),
        (0, 10, 0),
        (810, 0, 0),
    ],
)
def test_a_margin_is_paid_in_hundreds_and_the_rest_in_proportion(points, stake, amount):
    assert stake_on(points, stake) == amount


MARGINS, STAKES = st.integers(0, 100_000), st.integers(0, 100_000)


@given(MARGINS, STAKES)
def test_the_winner_gets_what_the_loser_pays_to_the_nearest_unit(margin, stake):
    won = stake_on(margin, stake)
    assert won + stake_on(-margin, stake) == 0
    assert abs(100 * won - margin * stake) <= 50


@given(st.integers(-1000, 1000), STAKES)
def test_whole_hundreds_come_out_exactly(hundreds, stake):
    assert stake_on(100 * hundreds, stake) == hundreds * stake
