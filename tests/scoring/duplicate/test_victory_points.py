"""Victory points: the published table cells that the plain formula misses, and properties of all scales."""

from fractions import Fraction
from math import sqrt

import pytest

from scoring import ScoringError
from scoring.duplicate.victory_points import victory_point_scale, victory_points


@pytest.mark.parametrize(
    ("boards", "margin", "won"),
    [
        (16, 0, "10"), (16, 1, "10.31"), (16, 2, "10.61"), (16, 3, "10.91"), (16, 4, "11.20"), (16, 14, "13.75"),
        (20, 1, "10.28"), (20, 2, "10.55"), (32, 16, "13.12"), (32, 47, "17.21"),
    ],
)  # fmt: skip
def test_the_cells_of_the_published_tables(boards, margin, won):
    assert victory_points(boards, margin) == (Fraction(won), 20 - Fraction(won))


def test_trap_58_the_formula_without_its_repair_is_a_hundredth_low():
    ratio, blitz = sqrt(5) - 2, 15 * sqrt(16)
    assert round(10 + 10 * (1 - ratio ** (14 / blitz)) / (1 - ratio), 2) == 13.74
    assert victory_points(16, 14).ours == Fraction("13.75")


@pytest.mark.parametrize(("boards", "margin"), [(7, 40), (16, 60), (20, 68), (32, 85)])
def test_twenty_are_won_from_this_margin_on(boards, margin):
    assert victory_points(boards, margin - 1).ours < 20
    assert [
        victory_points(boards, more).ours for more in (margin, margin + 1, 1000)
    ] == [20, 20, 20]


@pytest.mark.parametrize(
    "boards", [1, 2, 3, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 128]
)
def test_no_imp_is_worth_more_than_the_one_before_it(boards):
    scale = victory_point_scale(boards)
    steps = [after - before for before, after in zip(scale, scale[1:], strict=False)]
    assert scale[0] == 1000 and scale[-1] == 2000 and all(step >= 0 for step in steps)
    assert steps == sorted(steps, reverse=True)


@pytest.mark.parametrize("margin", [0, 1, 14, 60, 200])
def test_the_loser_has_what_the_winner_left(margin):
    won, lost = victory_points(16, margin)
    assert won + lost == 20
    assert victory_points(16, -margin) == (lost, won)


@pytest.mark.parametrize("boards", [0, -1, 1000, 1.0, "16", None, True])
def test_a_match_without_a_number_of_boards_is_refused(boards):
    with pytest.raises(ScoringError, match="A match has from 1 to 999 boards"):
        victory_points(boards, 3)


@pytest.mark.parametrize("margin", [1.5, "3", None])
def test_a_margin_that_is_no_whole_number_is_refused(margin):
    with pytest.raises(ScoringError, match="a whole number of IMPs"):
        victory_points(16, margin)
