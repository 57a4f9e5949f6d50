"""Matchpoints compared with printed sources: the factor, small groups, weighted and split scores."""

from fractions import Fraction

import pytest

from scoring.contest import fold
from scoring.contest.factor import factored
from tests.scoring.contest.contests import awards, exactly, ns_awards, traveller

SEVEN = ("+600", "+500", "+400", "+300", "+200", "+100", "0")


def test_two_for_each_lower_score_and_one_for_each_equal_one():
    assert awards("+420", "+420", "+450", "-50") == (
        exactly("3", "3", "6", "0"),
        exactly("3", "3", "0", "6"),
    )


def test_seven_results_of_ten_as_the_article_on_fouled_boards_has_them():
    found = ns_awards(*SEVEN, expected=10, rounding="tenth-to-average")
    assert found == exactly("17.6", "14.7", "11.9", "9.0", "6.1", "3.3", "0.4")
    exact = ns_awards(*SEVEN, expected=10)
    assert (exact[0], sum(exact)) == (Fraction(123, 7), 63)


@pytest.mark.parametrize(
    ("raw", "actual", "expected", "award"),
    [
        (18, 10, 11, "19.9"), (12, 7, 10, "123/7"), (4, 6, 7, "29/6"), (9, 6, 7, "32/3"), (4, 3, 10, "47/3"),
        (0, 3, 10, "7/3"),
    ],
)  # fmt: skip
def test_the_check_values_of_the_factor(raw, actual, expected, award):
    assert factored(Fraction(raw), actual, expected) == Fraction(award)


def test_trap_55_the_constant_of_the_factor_is_that_of_two_points_a_comparison():
    assert ns_awards(*(f"+{10 * score}" for score in range(10, 0, -1)), expected=11)[
        0
    ] == Fraction("19.9")
    assert sum(ns_awards("+110", "+140", "-100", expected=4)) == 9


def test_the_factor_of_a_complete_board_changes_nothing():
    assert [factored(Fraction(raw), 9, 9) for raw in range(17)] == list(range(17))


@pytest.mark.parametrize(
    ("results", "percent"),
    [
        (("+110", "+100"), [65, 55]),
        (("+110", "+110"), [60, 60]),
        (("+110", "+100", "+90"), [70, 60, 50]),
        (("+110", "+110", "+90"), [65, 65, 50]),
        (("+110", "+90", "+90"), [70, 55, 55]),
    ],
)
def test_two_or_three_results_among_nine_get_the_percentages_of_a_small_group(
    results, percent
):
    ns, ew = awards(*results, expected=9)
    assert ns == [Fraction(each * 16, 100) for each in percent]
    assert ew == [Fraction((120 - each) * 16, 100) for each in percent]


def test_two_results_among_five_are_no_small_group():
    assert ns_awards("-110", "-200", expected=5) == exactly("13/2", "3/2")


def test_trap_56_the_only_result_is_an_average_plus_for_both():
    assert awards("+420", expected=10) == (exactly("54/5"), exactly("54/5"))
    assert awards("+420", expected=10, scoring="butler") == (exactly("3"), exactly("3"))
    assert awards("+420") == (exactly("0"), exactly("0"))


def test_a_fouled_board_is_compared_in_its_groups_and_each_is_scaled():
    results = [*SEVEN, *(f"{score} /b" for score in ("+50", "0", "-50"))]
    found = ns_awards(*results)
    assert found[:7] == ns_awards(*SEVEN, expected=10)
    assert found[7:] == exactly("63/5", "54/5", "9")


def test_the_parts_of_a_weighted_score_are_compared_and_then_weighted_and_count_as_fractions_for_all():
    ns, ew = awards("+420", "+450", "-50", "30%=+420,70%=-50", "+170")
    assert ns == exactly("5.7", "8", "0.7", "2.2", "3.4")
    assert (sum(ns), sum(ew)) == (20, 20)


def test_a_weighted_score_of_one_part_is_that_score():
    others = ("+420", "+450", "-50", "+170")
    assert awards("100%=+420", *others) == awards("+420", *others)


def test_thirty_per_cent_of_a_result_and_seventy_of_another():
    parts = Fraction(30, 100) * Fraction("9.7") + Fraction(70, 100) * Fraction("5.7")
    assert parts == Fraction("6.90")


def test_a_split_score_stands_in_two_charts_and_need_not_add_up():
    ns, ew = awards("ns:-50,ew:-420", "+420", "-50", "+170")
    assert ns == exactly("1", "6", "1", "4")
    assert ew == exactly("1", "1", "6", "4")
    assert ns[0] + ew[0] == 2 < 6


def test_a_board_that_was_not_played_gets_no_award_and_the_others_are_scaled():
    assert ns_awards("+110", "-100", "NP", "+140") == exactly("3", "1/3") + [
        None
    ] + exactly("17/3")


def test_every_award_says_why():
    whole = fold(traveller("+420", "+420", "+450", "-50")).slots
    assert whole[0].ns.steps == ("beat 1, tied 1 of 3", "+3")
    short = fold(traveller(*SEVEN, expected=10, rounding="tenth-to-average")).slots
    assert short[0].ns.steps == (
        "beat 6, tied 0 of 6",
        "factor 10/7: (12 × 10 + 10 − 7) ÷ 7",
        "rounded from 17.57",
        "+17.6",
    )
    small = fold(traveller("+110", "+110", "+90", expected=9)).slots
    assert small[0].ns.steps == (
        "beat 1, tied 1 of 2",
        "a group of 3 among 9: 60 % + (3 − 2) × 5 % = 65 %",
        "+10.4",
    )
    alone = fold(traveller("+110", expected=9)).slots
    assert alone[0].ew.steps == (
        "the only result where 9 are expected: average plus: 60 %",
        "+9.6",
    )
    weighted = fold(traveller("+420", "30%=+420,70%=-50")).slots
    assert weighted[0].ns.steps == ("beat 0.7, tied 0.3 of 1", "+1.7")
