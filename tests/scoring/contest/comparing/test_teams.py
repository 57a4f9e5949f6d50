"""Scoring a match of two teams in two rooms: board-a-match, and IMPs."""

import pytest

from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.duplicate.outcome_line import parse_outcome
from tests.scoring.contest.contests import exactly


def match(here, there, scoring):
    """The folded contest of one board between teams 1 and 2; `here` is the result with team 1 sitting North-South."""
    slots = [Slot(1, 1, 2, parse_outcome(here))]
    slots += [] if there is None else [Slot(1, 2, 1, parse_outcome(there))]
    return fold(
        Contest(
            "",
            ContestRules(scoring=scoring),
            (ContestEntry(1), ContestEntry(2)),
            tuple(slots),
        )
    )


@pytest.mark.parametrize(
    ("here", "there", "ours"),
    [
        ("+420", "+420", "1"),
        ("+430", "+420", "2"),
        ("-50", "+420", "0"),
        ("50%=+420,50%=-50", "+420", "1/2"),
    ],
)
def test_a_board_is_won_drawn_or_lost_against_the_other_room(here, there, ours):
    result = match(here, there, "bam")
    first, second = result.slots
    assert (
        [first.ns.points, first.ew.points]
        == [second.ew.points, second.ns.points]
        == exactly(ours, str(2 - first.ns.points))
    )
    assert result.top == 2


def test_a_board_counts_once_for_a_team_that_plays_it_in_two_rooms():
    rows = match("+430", "+420", "bam").lists[0].rows
    assert [(row.entry, row.score, row.top, row.boards) for row in rows] == [
        (1, 2, 2, 1),
        (2, 0, 2, 1),
    ]


def test_the_rooms_in_imps():
    result = match("+620", "-100", "team-imps")
    assert [result.slots[0].ns.points, result.slots[0].ew.points] == exactly(
        "12", "-12"
    )
    assert result.slots[0].ns.steps == ("620 here and 100 in the other room", "+12")
    assert [(row.entry, row.score, row.percent) for row in result.lists[0].rows] == [
        (1, 12, None),
        (2, -12, None),
    ]


def test_a_split_score_is_compared_by_each_side_for_itself():
    result = match("ns:-50,ew:-420", "+420", "team-imps")
    assert [result.slots[0].ns.points, result.slots[0].ew.points] == exactly("-10", "0")


@pytest.mark.parametrize("other", [None, "NP"])
def test_a_board_waits_for_the_other_room(other):
    result = match("+420", other, "bam")
    assert (result.slots[0].ns, result.slots[0].ew, result.lists[0].rows) == (
        None,
        None,
        (),
    )


def test_an_artificial_score_of_either_room_is_that_of_the_board():
    result = match("+420", "A--", "bam")
    assert [result.slots[0].ns.points, result.slots[0].ew.points] == exactly(
        "4/5", "4/5"
    )
    assert [row.score for row in result.lists[0].rows] == exactly("4/5", "4/5")
    assert match("A+-", "+420", "team-imps").slots[0].ns.points == 3


def test_of_two_artificial_scores_a_team_has_the_lesser():
    for here, there in (("A6040", "A5030"), ("A3050", "A4060")):
        result = match(here, there, "bam")
        assert [result.slots[0].ns.points, result.slots[0].ew.points] == exactly(
            "3/5", "4/5"
        )


@pytest.mark.parametrize(
    ("scoring", "scores"), [("bam", ["6/5", "4/5"]), ("team-imps", ["3", "-3"])]
)
def test_an_artificial_score_where_the_other_room_is_empty_counts_for_both_teams(
    scoring, scores
):
    for line in ("A+-", "A-+"):
        result = match(line, None, scoring)
        found = {row.entry: (row.score, row.boards) for row in result.lists[0].rows}
        won, lost = exactly(*scores)
        assert found == (
            {1: (won, 1), 2: (lost, 1)}
            if line == "A+-"
            else {1: (lost, 1), 2: (won, 1)}
        )
        [both] = result.matches
        assert {side.entry: (side.points, side.boards) for side in both} == found


def test_a_room_counts_once_though_another_board_has_one_room():
    slots = (
        Slot(1, 1, 2, parse_outcome("A++")),
        Slot(2, 1, 2, parse_outcome("A++")),
        Slot(2, 2, 1, parse_outcome("NP")),
    )
    result = fold(
        Contest(
            "", ContestRules(scoring="bam"), (ContestEntry(1), ContestEntry(2)), slots
        )
    )
    assert [(row.score, row.boards) for row in result.lists[0].rows] == [
        (exactly("12/5")[0], 2)
    ] * 2


def test_an_average_by_the_own_boards_counts_for_the_team_of_a_lone_room_as_well():
    slots = (
        Slot(1, 1, 2, parse_outcome("+420")),
        Slot(1, 2, 1, parse_outcome("-50")),
        Slot(2, 1, 2, parse_outcome("A++")),
    )
    result = fold(
        Contest(
            "", ContestRules(scoring="bam"), (ContestEntry(1), ContestEntry(2)), slots
        )
    )
    assert {row.entry: row.boards for row in result.lists[0].rows} == {1: 2, 2: 2}
