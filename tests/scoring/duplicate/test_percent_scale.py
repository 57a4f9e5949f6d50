"""Victory points from percentages: the printed columns, and properties that hold for all scales."""

from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring import ScoringError
from scoring.duplicate.percent_scale import (
    MOST_BOARDS,
    percent_scale,
    percent_victory_points,
)

PRINTED = (
    "50.65",
    "51.98",
    "53.33",
    "54.74",
    "56.23",
    "57.83",
    "59.64",
    "61.75",
    "64.40",
    "68.35",
)
"""The highest percentages that win 10, 11, … 19 victory points, from a congress's printed table for
seven-board matches.
"""
ALL_BOARDS = range(1, MOST_BOARDS + 1)


@pytest.mark.parametrize(
    ("won", "last"), list(enumerate(map(Fraction, PRINTED), start=10))
)
def test_the_printed_scale_of_seven_boards(won, last):
    assert percent_victory_points(7, last) == won
    assert percent_victory_points(7, last + Fraction(1, 100)) == won + 1
    assert percent_victory_points(7, 100 - last) == 20 - won


@pytest.mark.parametrize(
    ("boards", "percent", "won"),
    [
        (1, "75.95", 19), (4, "75.96", 20), (4, "50.92", 10), (5, "50.92", 11), (6, "72.13", 19), (10, "58.04", 16),
        (13, "65.31", 20), (14, "51.38", 11), (19, "60.03", 18), (20, "50.38", 10), (27, "60.72", 20), (27, "39.28", 0),
    ],
)  # fmt: skip
def test_cells_of_the_other_columns(boards, percent, won):
    assert percent_victory_points(boards, Fraction(percent)) == won


@pytest.mark.parametrize("boards", ALL_BOARDS)
def test_the_columns_are_twenty_one_equally_likely_results(boards):
    scale = percent_scale(boards)
    assert list(scale) == sorted(set(scale)) and len(scale) == 10
    # So that one column has one free number.
    spread = scale[-1] / NormalDist().inv_cdf(20 / 21)
    likely = [NormalDist(0, spread).inv_cdf((22 + 2 * step) / 42) for step in range(10)]
    assert all(
        abs(printed - each) < 4 for printed, each in zip(scale, likely, strict=True)
    )


def test_more_boards_ask_for_less():
    columns = [percent_scale(boards) for boards in ALL_BOARDS]
    for fewer, more in zip(columns, columns[1:], strict=False):
        assert all(one >= other for one, other in zip(fewer, more, strict=True))


@given(
    some.sampled_from(ALL_BOARDS),
    some.fractions(min_value=0, max_value=100),
    some.fractions(min_value=0, max_value=100),
)
def test_both_sides_have_twenty_and_more_is_never_less(boards, percent, other):
    won = percent_victory_points(boards, percent)
    assert won + percent_victory_points(boards, 100 - percent) == 20
    assert 0 <= won <= 20 and won.denominator == 1
    if other >= percent:
        assert percent_victory_points(boards, other) >= won


def test_a_percentage_between_two_hundredths_is_rounded_away_from_fifty_first():
    assert percent_victory_points(7, Fraction("50.6549")) == 10
    assert percent_victory_points(7, Fraction("50.655")) == 11
    assert percent_victory_points(7, Fraction("49.345")) == 9


@pytest.mark.parametrize("boards", [0, 28, 7.0, "7"])
def test_a_match_of_pairs_has_from_1_to_27_boards(boards):
    with pytest.raises(ScoringError, match="from 1 to 27 boards"):
        percent_victory_points(boards, Fraction(50))
