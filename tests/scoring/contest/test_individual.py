"""Individual contests: each of the four players at a table gets the score of his or her side."""

from fractions import Fraction

import pytest

from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.duplicate.outcome_line import parse_outcome
from scoring.errors import InvalidContest


def individual(*lines, players=8, **rules):
    """The folded contest of lines such as `1: 8 1 2 4 +420`: board, North, South, East, West, outcome."""
    slots = []
    for line in lines:
        board, north, south, east, west, outcome = line.replace(":", "").split()
        slot = Slot(
            int(board),
            int(north),
            int(east),
            parse_outcome(outcome),
            "",
            int(south),
            int(west),
        )
        slots.append(slot)
    entries = tuple(ContestEntry(number) for number in range(1, players + 1))
    return Contest("", ContestRules(**rules), entries, tuple(slots))


def scores(contest):
    return {row.entry: row.score for row in fold(contest).lists[0].rows}


def test_both_partners_get_the_award_of_their_side():
    found = scores(individual("1: 8 1 2 4 +420", "1: 3 7 5 6 -50"))
    assert found == {8: 2, 1: 2, 5: 2, 6: 2, 2: 0, 4: 0, 3: 0, 7: 0}


def test_another_partner_on_the_next_board_makes_another_score():
    found = scores(
        individual(
            "1: 8 1 2 4 +420", "1: 3 7 5 6 -50", "2: 8 2 3 5 +100", "2: 4 1 6 7 -100"
        ),
    )
    assert found == {8: 4, 1: 2, 2: 2, 5: 2, 6: 4, 7: 2, 3: 0, 4: 0}


def test_an_average_plus_is_each_player_s_own():
    contest = individual(
        "1: 8 1 2 4 +420", "1: 3 7 5 6 -50", "2: 8 3 2 5 A++", "2: 4 1 6 7 -100"
    )
    [ruled] = [
        each
        for each in fold(contest).slots
        if each.slot.board == 2 and each.slot.ns == 8
    ]
    north, south = ruled.ns, ruled.south
    assert (north.points, south.points) == (2, Fraction(6, 5))
    assert "100 %" in north.steps[0] and "0 %" in south.steps[0]


def test_in_imps_too():
    assert (
        scores(individual("1: 8 1 2 4 +420", "1: 3 7 5 6 -50", scoring="cross-imps"))[1]
        == 10
    )


def test_ties_are_broken_by_the_best_boards_of_a_player_not_of_north_alone():
    contest = individual(
        "1: 8 1 2 4 +420",
        "1: 3 7 5 6 -50",
        "2: 8 2 3 5 +100",
        "2: 4 1 6 7 -100",
        ties="countback",
    )
    places = {row.entry: row.place for row in fold(contest).lists[0].rows}
    assert (places[8], places[6]) == (1, 1)
    assert places[1] == places[2] == places[5] == places[7] == 3


@pytest.mark.parametrize(
    ("line", "rules", "words"),
    [
        ("1: 8 8 2 4 +420", {}, "Four players"),
        ("1: 8 9 2 4 +420", {}, "no entry 9"),
        ("1: 8 1 2 4 +420", {"scoring": "bam"}, "no matches"),
        ("1: 8 1 2 4 +420", {"matches": "vp"}, "no matches"),
        ("1: 8 1 2 4 +420", {"ties": "head-to-head"}, "who met whom"),
    ],
)
def test_what_cannot_be_is_refused(line, rules, words):
    with pytest.raises(InvalidContest, match=words):
        individual(line, **rules)


def test_nobody_plays_a_board_twice_as_a_partner_either():
    with pytest.raises(InvalidContest, match="Entry 1 has played board 1"):
        individual("1: 8 1 2 4 +420", "1: 3 1 5 6 -50")
