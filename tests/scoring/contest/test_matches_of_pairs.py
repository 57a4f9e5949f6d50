"""Matches between two pairs: their boards are compared with the whole field and scored in victory points."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.contest import ContestEntry, ContestRules, Penalty, Slot, fold
from scoring.duplicate.outcomes import Artificial, Played
from scoring.duplicate.percent_scale import percent_victory_points
from scoring.duplicate.victory_points import victory_points
from scoring.errors import InvalidContest
from tests.scoring.contest.contests import contests, points
from tests.scoring.contest.test_matches import contest, places

MATCHPOINTS = ContestRules(scoring="matchpoints", matches="vp")
BUTLER = ContestRules(scoring="butler", trim="0", matches="vp")
CROSS_IMPS = ContestRules(scoring="cross-imps", cross_imps="match", matches="vp")
TWO_ROUNDS = (
    "1: 1 2 +420",
    "1: 3 4 -50",
    "2: 1 2 +110",
    "2: 3 4 +110",
    "3: 1 3 -620",
    "3: 2 4 +100",
)


def test_a_match_of_pairs_is_its_percentage_by_the_scale_for_its_boards():
    found = fold(contest(*TWO_ROUNDS, rules=MATCHPOINTS))
    assert [(match.one.entry, match.other.entry) for match in found.matches] == [
        (1, 2),
        (1, 3),
        (2, 4),
        (3, 4),
    ]
    one, other = found.matches[0]
    assert (one.points, one.boards, one.percent) == (3, 2, 75) and other.percent == 25
    assert (
        one.victory_points == percent_victory_points(2, Fraction(75)) == 19
        and other.victory_points == 1
    )
    assert one.steps == (
        "3 of 4 matchpoints on 2 boards",
        "75.00 %",
        "19 of 20 by the scale for 2 boards",
    )
    assert places(found) == [(2, 21), (3, 21), (1, 19), (4, 19)]
    assert [(row.top, row.percent, row.boards) for row in found.lists[0].rows] == [
        (0, None, 3)
    ] * 4


def test_a_match_of_a_butler_is_its_imps_by_the_scale_of_2013():
    found = fold(contest(*TWO_ROUNDS, rules=BUTLER))
    one, other = found.matches[0]
    # 420 against a datum of 190.
    assert (one.points, other.points, one.boards, one.percent) == (
        6,
        -6,
        2,
        None,
    )
    assert (one.victory_points, other.victory_points) == victory_points(2, 6)
    assert one.steps == (
        "6 IMPs on 2 boards",
        f"{float(victory_points(2, 6).ours)} of 20 by the scale for 2 boards",
    )


def test_a_match_of_cross_imps_is_rounded_to_whole_ones():
    lines = ("1: 1 2 +420", "1: 3 4 -50", "1: 5 6 +170")  # 10 + 6 IMPs over √3
    found = fold(contest(*lines, rules=CROSS_IMPS))
    one, other = found.matches[0]
    assert (
        round(float(one.points), 4) == round(16 / 3**0.5, 4)
        and one.points == -other.points
    )
    assert (one.victory_points, other.victory_points) == victory_points(1, 9)
    assert one.steps[1] == "to whole IMPs 9"


@pytest.mark.parametrize("rules", [MATCHPOINTS, BUTLER, CROSS_IMPS])
def test_a_single_table_is_a_draw(rules):
    found = fold(contest("1: 1 2 +420", "2: 1 2 -50", rules=rules))
    assert places(found) == [(1, 10), (2, 10)]


def test_a_bye_counts_and_a_penalty_is_in_victory_points():
    given = contest(
        "1: 1 2 +420",
        "1: 3 4 -50",
        rules=MATCHPOINTS,
        penalties=(Penalty(1, Fraction(2), "vp", "90B"),),
    )
    with_bye = replace(given, entries=(*given.entries, ContestEntry(5)), byes=(5,))
    assert places(fold(with_bye)) == [(4, 20), (1, 18), (5, 12), (2, 0), (3, 0)]
    for unit in ("%", "mp", "imp"):
        with pytest.raises(InvalidContest, match="penalties in victory points"):
            contest(
                "1: 1 2 +420",
                rules=MATCHPOINTS,
                penalties=(Penalty(1, Fraction(2), unit, "90B"),),
            )


def test_an_average_plus_for_one_side_takes_nothing_from_the_other():
    lines = ("1: 1 2 A6050", "1: 3 4 -50", "1: 5 6 +50")
    one, other = fold(contest(*lines, rules=MATCHPOINTS)).matches[0]
    assert (one.percent, other.percent) == (60, 50)
    assert (
        one.victory_points == percent_victory_points(1, Fraction(60)) == 15
        and other.victory_points == 10
    )


def test_without_the_rule_pairs_have_no_matches():
    found = fold(contest(*TWO_ROUNDS, rules=ContestRules()))
    assert found.matches == () and found.lists[0].rows[0].percent is not None
    total = fold(
        contest(*TWO_ROUNDS, rules=ContestRules(scoring="aggregate", matches="vp"))
    )
    assert total.matches == () and not total.rules.has_victory_points


def test_a_handicap_is_refused_where_the_list_has_no_percentages():
    with pytest.raises(InvalidContest, match="with victory points there are none"):
        replace(
            contest(rules=MATCHPOINTS), entries=(ContestEntry(1, handicap=Fraction(1)),)
        )


def test_an_individual_has_no_matches():
    slot = Slot(1, 1, 3, Artificial(50, 50), south=2, west=4)
    with pytest.raises(InvalidContest, match="no matches"):
        replace(
            contest(rules=MATCHPOINTS),
            entries=tuple(map(ContestEntry, range(1, 5))),
            slots=(slot,),
        )


@given(
    contests(
        some.sampled_from([MATCHPOINTS, BUTLER, CROSS_IMPS]),
        outcomes=lambda board: points.map(Played),
    )
)
def test_both_sides_of_a_match_without_rulings_have_twenty(contest):
    whole = replace(
        contest, slots=tuple(slot._replace(group="") for slot in contest.slots)
    )
    for one, other in fold(whole).matches:
        assert (
            one.boards == other.boards
            and one.victory_points + other.victory_points == 20
        )
