from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.contest.practices import (
    CONVENTIONS,
    NAMES,
    OWN,
    PRACTICES,
    practice_of,
    with_practice,
)
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.whole_scale import whole_victory_points
from scoring.errors import InvalidRules
from scoring.text.session_file import read_session
from scoring.text.session_lines import session_lines
from tests.scoring.contest.contests import (
    awards,
    exactly,
    likely_points,
    ns_awards,
    traveller,
)


@pytest.mark.parametrize("practice", PRACTICES)
def test_a_practice_decides_every_convention_and_its_rules_name_it(practice):
    conventions = PRACTICES[practice]
    assert set(conventions) == set(CONVENTIONS)
    rules = ContestRules.from_mapping({**conventions, "scoring": "butler"})
    assert practice_of(rules) == practice
    assert practice in NAMES


def test_practices_differ():
    assert len({tuple(values.values()) for values in PRACTICES.values()}) == len(
        PRACTICES
    )


def test_rules_without_a_practice_are_the_clubs_own():
    assert practice_of(ContestRules(scoring="butler", trim="0")) == OWN


def test_a_practice_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(InvalidRules) as refusal:
        with_practice({"practice": "martian"})
    assert refusal.value.message == (
        "There is no practice martian; the practices are: wbf, acbl, polish, french."
    )


def test_a_session_file_names_a_practice_and_is_written_with_its_conventions():
    lines = [
        b"session Short rules practice=polish rounding=exact winners 1\n",
        b"scoring cross-imps\n",
    ]
    contest = read_session(lines)
    assert contest.rules.comparison_cap == "17"
    assert contest.rules.rounding == "exact"
    written = [f"{line}\n".encode() for line in session_lines(contest)]
    assert read_session(written) == contest


def test_without_a_factor_a_short_board_has_a_lower_top():
    slots = fold(
        traveller("+420", "+170", "-50", expected=4, short_boards="none")
    ).slots
    assert [scored.ns.points for scored in slots] == [4, 2, 0]
    assert {scored.ns.top for scored in slots} == {4}


def test_without_a_factor_the_groups_of_a_fouled_board_have_tops_of_their_own():
    results = "+420 /a", "+170 /a", "-50 /a", "+110 /b", "-100 /b"
    slots = fold(traveller(*results, short_boards="none", small_groups="none")).slots
    assert [scored.ns.points for scored in slots] == [4, 2, 0, 2, 0]
    assert [scored.ns.top for scored in slots] == [4, 4, 4, 2, 2]


def test_in_america_a_short_board_of_two_results_is_no_small_group():
    factored = ns_awards("+420", "-50", expected=3, small_groups="two")
    assert factored == exactly("7/2", "1/2")


def test_in_america_three_results_are_a_small_group_beside_a_greater_one():
    results = "+420 /a", "+170 /a", "-50 /a", *["+110 /b"] * 4
    assert ns_awards(*results, small_groups="two")[:3] == exactly("42/5", "36/5", "6")


def test_without_small_groups_the_factor_counts_alone():
    results = "+420 /b", "+170 /b", *["+130 /a"] * 4
    ns, ew = awards(*results, small_groups="none")
    assert ns[:2] == exactly("8", "2")
    assert ew[:2] == exactly("2", "8")


@pytest.mark.parametrize(
    ("mode", "award"),
    [("average", "-4"), ("total", "-12"), ("per-table", "-3"), ("match", "-12")],
)
def test_cross_imps_by_the_comparisons_made_are_scaled_by_comparisons(mode, award):
    made = ns_awards(
        *("-50", "+110", "+110"),
        expected=4,
        scoring="cross-imps",
        comparisons="made",
        cross_imps=mode,
    )[0]
    unit = {"match": Fraction(10**10, 24494897427)}.get(mode, 1)
    assert made == Fraction(award) * unit


def test_a_capped_comparison_says_so():
    scored = fold(
        traveller("+2220", "-100", scoring="cross-imps", comparison_cap="17")
    ).slots[0]
    assert scored.ns.points == 17
    assert scored.ns.steps[:2] == (
        "17 IMPs against 1 other",
        "at most 17 IMPs a comparison",
    )


@given(some.lists(likely_points, min_size=2, max_size=6))
def test_capped_cross_imps_of_both_sides_are_opposite(points):
    results = [f"{score:+}" for score in points]
    ns, ew = awards(
        *results, scoring="cross-imps", comparison_cap="17", comparisons="made"
    )
    assert [-award for award in ns] == ew
    assert sum(ns) == 0


def contest_of_three(scoring, **rules):
    """Pair 1 plays one board; pairs 2 and 3 play two."""
    entries = tuple(ContestEntry(number) for number in range(1, 5))
    slots = []
    for board, ns, ew, text in (
        (1, 1, 2, "+420"),
        (1, 3, 4, "-50"),
        (2, 2, 3, "+110"),
    ):
        slots.append(Slot(board, ns, ew, parse_outcome(text, board)))
    chosen = ContestRules(scoring=scoring, **rules)
    return Contest("", chosen, entries, tuple(slots), expected=((2, 1),))


def test_imps_are_raised_to_the_greatest_number_of_boards():
    contest = contest_of_three("cross-imps", unequal_boards="scaled")
    scores = {row.entry: row.score for row in fold(contest).lists[0].rows}
    assert scores == {1: 20, 2: -10, 3: -10, 4: 20}


def test_matchpoints_are_never_raised():
    contest = contest_of_three("matchpoints", unequal_boards="scaled")
    scores = {row.entry: row.score for row in fold(contest).lists[0].rows}
    assert scores == {1: 2, 2: 0, 3: 0, 4: 2}


@pytest.mark.parametrize(
    ("percentages", "places"), [("exact", [1, 2]), ("tenth", [1, 1])]
)
def test_percentages_decide_as_the_rules_round_them(percentages, places):
    entries = tuple(ContestEntry(number) for number in range(1, 5))
    slots = Slot(1, 1, 2, parse_outcome("A5050")), Slot(1, 3, 4, parse_outcome("A5050"))
    handicaps = {1: Fraction("0.04"), 3: Fraction("0.01")}
    with_handicaps = tuple(
        entry._replace(handicap=handicaps.get(entry.number)) for entry in entries
    )
    contest = Contest("", ContestRules(percentages=percentages), with_handicaps, slots)
    handicap_list = fold(contest).lists[-1]
    found = {row.entry: row.place for row in handicap_list.rows}
    assert [found[1], found[3]] == places


@pytest.mark.parametrize(
    ("boards", "margin", "ours"),
    [
        (6, 0, 10),
        (7, 1, 11),
        (7, 2, 11),
        (7, 3, 12),
        (8, 27, 19),
        (8, 28, 20),
        (8, -28, 0),
        (9, 2, 11),
        (9, 3, 12),
        (11, 35, 19),
        (11, 36, 20),
        (5, 28, 20),
    ],
)
def test_the_whole_scale_has_its_limits(boards, margin, ours):
    assert whole_victory_points(boards, margin) == (ours, 20 - ours)


def test_a_match_has_whole_victory_points_by_that_scale():
    entries = ContestEntry(1), ContestEntry(2)
    slots = []
    for board in range(1, 8):
        slots.append(Slot(board, 1, 2, parse_outcome("+50", board)))
        slots.append(Slot(board, 2, 1, parse_outcome("+0", board)))
    rules = ContestRules(scoring="team-imps", matches="vp", victory_point_scale="whole")
    result = fold(Contest("", rules, entries, tuple(slots)))
    assert [row.score for row in result.lists[0].rows] == [16, 4]
    assert not rules.scores_in_hundredths
