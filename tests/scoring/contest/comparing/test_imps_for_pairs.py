"""IMPs for pairs: cross-IMPs in all their variants, Butler with its datum, and total points."""

from fractions import Fraction

import pytest

from scoring.contest import fold
from scoring.contest.comparing.butler import datum
from scoring.duplicate.outcomes import Part
from tests.scoring.contest.contests import awards, exactly, ns_awards, traveller

THREE = ("+420", "+450", "-50")


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("total", ["9", "12", "-21"]),
        ("average", ["9/2", "6", "-21/2"]),
        ("per-table", ["3", "4", "-7"]),
    ],
)
def test_the_ways_of_printing_cross_imps(way, expected):
    ns, ew = awards(*THREE, scoring="cross-imps", cross_imps=way)
    assert ns == exactly(*expected)
    assert ew == [-points for points in ns]


def test_the_root_way_is_the_mean_times_the_root_of_the_comparisons():
    five = ("+420", "+450", "-50", "+170", "0")
    mean = ns_awards(*five, scoring="cross-imps")
    assert ns_awards(*five, scoring="cross-imps", cross_imps="root") == [
        2 * points for points in mean
    ]
    found = ns_awards(*THREE, scoring="cross-imps", cross_imps="root")
    assert [round(float(points), 6) for points in found] == [
        6.363961,
        8.485281,
        -14.849242,
    ]
    assert sum(found) == 0


def test_the_way_of_a_match_divides_by_the_root_of_results_times_comparisons_over_two():
    four = ("+420", "+450", "-50", "+170")  # 4 × 3 ÷ 2 is 6, and two results 1
    total = ns_awards(*four, scoring="cross-imps", cross_imps="total")
    found = ns_awards(*four, scoring="cross-imps", cross_imps="match")
    assert [round(float(points), 6) for points in found] == [
        round(float(points) / 6**0.5, 6) for points in total
    ]
    assert ns_awards("+420", "-50", scoring="cross-imps", cross_imps="match") == [
        10,
        -10,
    ]
    nine = [f"+{10 * number}" for number in range(9)]  # 9 × 8 ÷ 2 is 36: an exact root
    sums = ns_awards(*nine, scoring="cross-imps", cross_imps="total")
    assert ns_awards(*nine, scoring="cross-imps", cross_imps="match") == [
        points / 6 for points in sums
    ]


def test_a_short_board_counts_as_if_it_were_complete():
    assert ns_awards(
        *THREE, expected=9, scoring="cross-imps", cross_imps="total"
    ) == exactly("27", "36", "-63")
    assert ns_awards(*THREE, expected=9, scoring="cross-imps") == exactly(
        "27/8", "9/2", "-63/8"
    )


def test_the_parts_of_a_weighted_score_are_compared_each():
    ns, ew = awards(
        "+420", "50%=+420,50%=-50", "-50", scoring="cross-imps", cross_imps="total"
    )
    assert ns == exactly("15", "0", "-15")
    assert sum(ew) == 0


def test_cross_imps_say_why():
    slots = fold(traveller(*THREE, expected=9, scoring="cross-imps")).slots
    assert slots[0].ns.steps == (
        "9 IMPs against 2 others",
        "× 9/3 for a short board",
        "÷ 8 comparisons",
        "+3.38",
    )
    slots = fold(traveller(*THREE, scoring="cross-imps", cross_imps="total")).slots
    assert slots[2].ns.steps == ("−21 IMPs against 2 others", "−21")


@pytest.mark.parametrize(
    ("results", "trim", "fives", "expected"),
    [
        ([620] * 4 + [170] * 3, "1", "away", 440),
        ([980] * 3 + [480] * 11 + [450] * 7 + [-50], "0", "away", 510),
        ([300, 305], "0", "away", 300),
        ([420, 430], "0", "even", 420),
        ([420, 430], "0", "away", 430),
        ([430, 440], "0", "even", 440),
        ([430, 440], "0", "away", 440),
        ([-100, -110], "0", "away", -110),
        ([-100, -110], "0", "even", -100),
        ([-420, -430], "0", "even", -420),
        ([100] * 19 + [2000], "5%", "away", 100),
        ([100] * 18 + [2000], "5%", "away", 200),
        ([100, 300], "1", "away", 200),
        ([420], "1", "away", 420),
    ],
)
def test_the_datum(results, trim, fives, expected):
    assert datum(results, trim=trim, fives=fives) == expected


def test_a_weighted_score_enters_the_datum_as_its_mean():
    half = Fraction(1, 2)
    assert datum([(Part(half, 400), Part(half, 0)), 300], trim="0", fives="away") == 250


def test_the_imps_of_a_butler_are_those_against_its_datum():
    ns, ew = awards(*["+620"] * 4, *["+170"] * 3, scoring="butler")
    assert ns == exactly(*["5"] * 4, *["-7"] * 3)
    assert ew == [-points for points in ns]
    assert fold(traveller("+100", "+300", scoring="butler")).slots[0].ns.steps == (
        "100 against a datum of 200",
        "−3",
    )


def test_a_split_score_enters_two_datums():
    ns, ew = awards("ns:-50,ew:-420", "+420", "+420", scoring="butler", trim="0")
    assert ns == exactly("-7", "4", "4")  # a datum of 260
    assert ew == exactly("0", "0", "0")


def test_total_points_are_the_scores_themselves():
    ns, ew = awards(
        "+420", "-50", "50%=+420,50%=-50", "ns:-50,ew:-420", scoring="aggregate"
    )
    assert ns == exactly("420", "-50", "185", "-50")
    assert ew == exactly("-420", "50", "-185", "-420")
    assert fold(traveller("+420", scoring="aggregate")).slots[0].ns.steps == (
        "the points scored",
        "+420",
    )
