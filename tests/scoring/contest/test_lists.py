"""The ranking lists of a contest: places, ties, strata, handicaps and penalties."""

from fractions import Fraction

import pytest

from scoring.contest import Contest, ContestEntry, ContestRules, Penalty, Slot, fold
from scoring.contest.handicap import handicaps
from scoring.contest.ranking import places, share
from scoring.contest.strata import stratum_of
from scoring.duplicate.outcome_line import parse_outcome
from scoring.values import Side


def contest(slots, *, entries=None, penalties=(), **rules):
    """The folded contest of slots given as (board, North-South, East-West, outcome)."""
    played = tuple(
        Slot(board, ns, ew, parse_outcome(text)) for board, ns, ew, text in slots
    )
    numbers = sorted({number for slot in played for number in (slot.ns, slot.ew)})
    known = entries or tuple(map(ContestEntry, numbers))
    return fold(
        Contest("", ContestRules(**rules), known, played, penalties=tuple(penalties))
    )


def standing(result, name="all"):
    found = next(each for each in result.lists if each.name == name)
    return [f"{row.place}{'=' * row.is_tied} {row.entry}" for row in found.rows]


TWO_TABLES = [(1, 1, 2, "+420"), (1, 3, 4, "-50")]


def test_equals_share_the_place_and_the_next_one_is_left_out():
    ranked = places(
        [
            (number, Fraction(score))
            for number, score in ((7, 5), (8, 9), (9, 5), (3, 1))
        ],
        share,
    )
    assert [tuple(place) for place in ranked] == [
        (1, False, 8),
        (2, True, 7),
        (2, True, 9),
        (4, False, 3),
    ]
    assert standing(contest(TWO_TABLES)) == ["1= 1", "1= 4", "3= 2", "3= 3"]


HOWELL = [  # three rounds of two tables; 3 and 4 end equal, and 4 beat 3 where they met
    (1, 1, 2, "+100"), (1, 3, 4, "+50"),
    (2, 1, 3, "+100"), (2, 2, 4, "+100"),
    (3, 1, 4, "+100"), (3, 2, 3, "+50"),
]  # fmt: skip


def test_equals_are_set_apart_by_the_board_on_which_they_met():
    assert standing(contest(HOWELL)) == ["1 1", "2= 3", "2= 4", "4 2"]
    assert standing(contest(HOWELL, ties="head-to-head")) == [
        "1 1",
        "2 4",
        "3 3",
        "4 2",
    ]


def test_equals_who_did_not_meet_stay_equal():
    assert standing(contest(TWO_TABLES, ties="head-to-head")) == [
        "1= 1",
        "1= 4",
        "3= 2",
        "3= 3",
    ]


def test_equals_are_set_apart_by_their_best_board_and_then_by_the_next():
    slots = [
        (1, 1, 4, "+100"), (1, 2, 5, "-100"), (1, 3, 6, "+100"),
        (2, 1, 5, "+50"), (2, 2, 6, "+50"), (2, 3, 4, "-100"),
        (3, 1, 6, "+100"), (3, 2, 4, "+100"), (3, 3, 5, "-100"),
    ]  # fmt: skip
    assert standing(contest(slots)) == ["1= 1", "1= 5", "3= 2", "3= 4", "5= 3", "5= 6"]
    assert standing(contest(slots, ties="countback")) == [
        "1 5",
        "2 1",
        "3 4",
        "4 2",
        "5 3",
        "6 6",
    ]


def test_with_two_winners_each_line_has_its_list():
    entries = (
        ContestEntry(1, line=Side.NS),
        ContestEntry(2, line=Side.EW),
        ContestEntry(3, line=Side.NS),
        ContestEntry(4, line=Side.EW),
    )
    result = contest(TWO_TABLES, entries=entries, winners=2)
    assert [each.name for each in result.lists] == ["ns", "ew"]
    assert (standing(result, "ns"), standing(result, "ew")) == (
        ["1 1", "2 3"],
        ["1 4", "2 2"],
    )


def test_who_plays_without_standing_is_compared_but_not_ranked():
    entries = (
        ContestEntry(1, is_ranked=False),
        ContestEntry(2),
        ContestEntry(3),
        ContestEntry(4),
    )
    result = contest(TWO_TABLES, entries=entries)
    assert standing(result) == ["1 4", "2= 2", "2= 3"]
    assert result.slots[0].ns.points == 2


def test_a_penalty_is_taken_off_the_sum_and_the_top_stays():
    result = contest(
        TWO_TABLES,
        penalties=[
            Penalty(1, Fraction(25), "%", "90B", "phone"),
            Penalty(4, Fraction(1), "mp", "90"),
        ],
    )
    rows = {row.entry: row for row in result.lists[0].rows}
    assert (rows[1].score, rows[1].penalty, rows[1].top, rows[1].percent) == (
        Fraction("1.5"),
        Fraction("0.5"),
        2,
        75,
    )
    assert (rows[4].score, rows[4].percent) == (1, 50)


def test_a_penalty_in_imps_is_taken_off_imps():
    result = contest(
        TWO_TABLES,
        scoring="butler",
        trim="0",
        penalties=[Penalty(1, Fraction(2), "imp", "90")],
    )
    assert {row.entry: row.score for row in result.lists[0].rows} == {
        1: 4,
        2: -6,
        3: -6,
        4: 6,
    }


SIX = [(1, pair, pair + 6, f"+{10 * pair}") for pair in range(1, 7)]


def test_a_pair_is_in_the_list_of_its_stratum_and_in_every_higher_one():
    strata = dict(zip(range(1, 13), "AAAABBBCCCCC", strict=True))
    result = contest(
        SIX,
        entries=tuple(
            ContestEntry(number, stratum=letter) for number, letter in strata.items()
        ),
    )
    members = {each.name: {row.entry for row in each.rows} for each in result.lists}
    assert members == {
        "all": set(range(1, 13)),
        "stratum B": set(range(5, 13)),
        "stratum C": set(range(8, 13)),
    }
    assert standing(result, "stratum C") == ["1 8", "2 9", "3 10", "4 11", "5 12"]


def test_a_lower_list_needs_five_pairs():
    strata = dict(zip(range(1, 13), "AAAABBBBCCCC", strict=True))
    result = contest(
        SIX,
        entries=tuple(
            ContestEntry(number, stratum=letter) for number, letter in strata.items()
        ),
    )
    assert [each.name for each in result.lists] == ["all", "stratum B"]


@pytest.mark.parametrize(
    ("holdings", "by_mean", "stratum"),
    [
        ([100, 200], False, "C"),
        ([100, 300], False, "B"),
        ([100, 300], True, "C"),
        ([100, 500], False, "A"),
    ],
)
def test_a_stratum_goes_by_the_higher_player_or_by_the_mean(holdings, by_mean, stratum):
    assert stratum_of(holdings, {"B": 500, "C": 300}, by_mean=by_mean) == stratum


def test_the_handicap_list_stands_beside_the_scratch_list():
    entries = (
        ContestEntry(1, handicap=Fraction(-30)),
        ContestEntry(2),
        ContestEntry(3, handicap=Fraction(80)),
        ContestEntry(4),
    )
    result = contest(TWO_TABLES, entries=entries)
    assert standing(result) == ["1= 1", "1= 4", "3= 2", "3= 3"]
    assert standing(result, "handicap") == ["1 4", "2 3", "3 1", "4 2"]
    assert [row.percent for row in result.lists[1].rows] == [100, 80, 70, 0]


def test_a_handicap_is_a_share_of_the_distance_to_the_mean_of_all():
    means = {1: Fraction(56), 2: Fraction(44), 3: Fraction(47)}
    assert handicaps(means) == {1: Fraction(-7), 2: Fraction(5), 3: Fraction(2)}
    assert handicaps(means, Fraction(1, 3))[1] == Fraction("-2.33")
    assert handicaps({}) == {}


def test_places_go_by_the_exact_percentage_unless_the_rounding_says_as_printed():
    # 99.995 per cent, printed as 100.00.
    penalties = [Penalty(1, Fraction("0.0001"), "mp", "90")]
    assert standing(contest(TWO_TABLES, penalties=penalties))[:2] == ["1 4", "2 1"]
    printed = contest(TWO_TABLES, penalties=penalties, rounding="tenth-half-up")
    assert standing(printed)[:2] == ["1= 1", "1= 4"]


def test_who_has_no_award_is_in_no_list():
    assert standing(
        contest([*TWO_TABLES, (2, 5, 6, "NP"), (2, 1, 4, "NP")])
    ) == standing(contest(TWO_TABLES))
    assert fold(Contest("", ContestRules(), (ContestEntry(1),), ())).lists[0].rows == ()


def test_the_results_expected_are_those_of_the_fullest_board_or_as_given():
    slots = [*TWO_TABLES, (2, 1, 4, "+100")]
    assert (
        contest(slots)
        .slots[2]
        .ns.steps[0]
        .startswith("the only result where 2 are expected")
    )
    played = tuple(
        Slot(board, ns, ew, parse_outcome(text)) for board, ns, ew, text in slots
    )
    result = fold(
        Contest(
            "",
            ContestRules(),
            tuple(map(ContestEntry, range(1, 5))),
            played,
            expected=((2, 1),),
        )
    )
    assert (result.slots[2].ns.points, result.slots[2].ns.top, result.top) == (0, 0, 2)
