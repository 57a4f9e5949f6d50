"""The four ways of rounding, on one board and by themselves."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.contest.rounding import (
    ROUNDINGS,
    as_decimal,
    as_number,
    half_away,
    half_toward,
    shown,
    two_decimals,
)
from tests.scoring.contest.contests import awards, exactly

# Of ten: halves of a tenth.
EIGHT = (
    "+700",
    "+600",
    "+500",
    "+400",
    "+300",
    "+200",
    "+100",
    "0",
)


@pytest.mark.parametrize(
    ("rounding", "ns"),
    [
        ("exact", ["17.75", "15.25", "12.75", "10.25", "7.75", "5.25", "2.75", "0.25"]),
        (
            "ten-thousandth-away",
            ["17.75", "15.25", "12.75", "10.25", "7.75", "5.25", "2.75", "0.25"],
        ),
        (
            "tenth-to-average",
            ["17.7", "15.2", "12.7", "10.2", "7.8", "5.3", "2.8", "0.3"],
        ),
        ("tenth-half-up", ["17.8", "15.3", "12.8", "10.3", "7.8", "5.3", "2.8", "0.3"]),
    ],
)
def test_the_same_board_under_all_four(rounding, ns):
    found, others = awards(*EIGHT, expected=10, rounding=rounding)
    assert found == exactly(*ns)
    assert others == found[::-1]


def test_ten_thousandths_are_kept_of_sevenths():
    found, _ = awards(*EIGHT[1:], expected=10, rounding="ten-thousandth-away")
    assert found[0] == Fraction("17.5714")


@pytest.mark.parametrize(
    ("value", "places", "away", "toward"),
    [
        ("0.05", 1, "0.1", "0"), ("-0.05", 1, "-0.1", "0"), ("0.15", 1, "0.2", "0.1"), ("0.051", 1, "0.1", "0.1"),
        ("0.049", 1, "0", "0"), ("-2.5", 0, "-3", "-2"), ("1/3", 2, "0.33", "0.33"), ("-2/3", 2, "-0.67", "-0.67"),
    ],
)  # fmt: skip
def test_halves_go_away_from_nought_or_toward_it(value, places, away, toward):
    assert half_away(Fraction(value), places) == Fraction(away)
    assert half_toward(Fraction(value), places) == Fraction(toward)


def test_numbers_as_text():
    assert [as_number(Fraction(text), "exact") for text in ("3", "17/3", "-5/2")] == [
        "3",
        "17/3",
        "-5/2",
    ]
    assert [
        as_number(Fraction(text), "tenth-half-up") for text in ("3", "57/10", "-5/2")
    ] == ["3", "5.7", "-2.5"]
    assert as_number(Fraction(1, 3), "tenth-half-up") == "1/3"
    assert [as_decimal(Fraction(text)) for text in ("36", "24.90", "1/8", "-1/20", "1/3")] == [
        "36", "24.9", "0.125", "-0.05", "",
    ]  # fmt: skip
    assert [two_decimals(Fraction(text)) for text in ("66.852", "50", "8.005", "-1/3", "0")] == [
        "66.85", "50.00", "8.01", "-0.33", "0.00",
    ]  # fmt: skip
    assert [shown(Fraction(text)) for text in ("3", "5.7", "17/3", "-50")] == [
        "3",
        "5.7",
        "5.67",
        "−50",
    ]


fractions = some.fractions(min_value=-100, max_value=100, max_denominator=5000)


@given(fractions, some.sampled_from(list(ROUNDINGS)), some.integers(0, 30))
def test_a_rounded_award_is_the_nearest_and_rounding_it_again_changes_nothing(
    award, rounding, average
):
    rule = ROUNDINGS[rounding]
    once = rule(award, average)
    assert rule(once, average) == once
    assert abs(once - award) <= {
        "exact": 0,
        "ten-thousandth-away": Fraction(1, 20_000),
    }.get(rounding, Fraction(1, 20))


@given(fractions, fractions, some.sampled_from(list(ROUNDINGS)), some.integers(0, 30))
def test_no_rounding_puts_a_greater_award_below_a_smaller_one(
    one, other, rounding, average
):
    low, high = sorted((one, other))
    assert ROUNDINGS[rounding](low, average) <= ROUNDINGS[rounding](high, average)


@given(fractions, some.integers(0, 30))
def test_rounding_to_the_average_leaves_the_sum_of_both_sides_whole(award, average):
    rule = ROUNDINGS["tenth-to-average"]
    assert rule(award, average) + rule(2 * average - award, average) == 2 * average


@given(fractions)
def test_trap_57_halves_go_alike_for_both_sides(value):
    assert half_away(-value, 1) == -half_away(value, 1)
    assert half_toward(-value, 1) == -half_toward(value, 1)
