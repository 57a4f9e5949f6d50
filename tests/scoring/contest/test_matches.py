"""Matches of teams and the victory points of each match."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.contest import Contest, ContestEntry, ContestRules, Penalty, Slot, fold
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.victory_points import victory_points
from scoring.errors import InvalidContest

VICTORY_POINTS = ContestRules(scoring="team-imps", matches="vp")


def contest(*lines, rules=VICTORY_POINTS, penalties=()):
    """The folded contest of lines such as `1: 1 2 +420 /b`: board, team North-South, team East-West, outcome, group."""
    slots = []
    for line in lines:
        facts, _, group = line.partition(" /")
        board, ns, ew, outcome = facts.replace(":", "").split()
        slots.append(
            Slot(
                int(board), int(ns), int(ew), parse_outcome(outcome, int(board)), group
            )
        )
    numbers = sorted({number for slot in slots for number in (slot.ns, slot.ew)})
    return Contest(
        "", rules, tuple(map(ContestEntry, numbers)), tuple(slots), penalties=penalties
    )


def places(found):
    return [(row.entry, row.score) for row in found.lists[0].rows]


def test_a_match_is_all_boards_of_two_teams_and_each_counts_once():
    found = fold(contest("1: 1 2 +620", "1: 2 1 -100", "2: 1 2 -50", "2: 2 1 +50"))
    [match] = found.matches
    assert [(side.entry, side.points, side.boards) for side in match] == [
        (1, 9, 2),
        (2, -9, 2),
    ]
    won = victory_points(2, 9)
    assert [side.victory_points for side in match] == [won.ours, won.theirs]
    assert match.one.steps[:1] == ("9 IMPs on 2 boards",)
    assert match.one.steps[-1].endswith("of 20 by the scale for 2 boards")
    assert places(found) == [(1, won.ours), (2, won.theirs)]
    assert [(row.top, row.percent, row.boards) for row in found.lists[0].rows] == [
        (0, None, 2)
    ] * 2


def test_every_match_has_its_own_victory_points_and_they_are_added_up():
    found = fold(
        contest(
            "1: 1 2 +620",
            "1: 2 1 -100",
            "2: 1 3 +420",
            "2: 3 1 +420",
            "3: 2 3 -50",
            "3: 3 2 +110",
        )
    )
    assert [(match.one.entry, match.other.entry) for match in found.matches] == [
        (1, 2),
        (1, 3),
        (2, 3),
    ]
    assert sum(score for _, score in places(found)) == 60
    assert dict(places(found))[1] == victory_points(1, 12).ours + 10


def test_without_the_rule_the_imps_count_and_board_a_match_has_its_points():
    lines = ("1: 1 2 +620", "1: 2 1 -100")
    imps = fold(contest(*lines, rules=ContestRules(scoring="team-imps")))
    assert (
        places(imps) == [(1, 12), (2, -12)]
        and imps.matches[0].one.victory_points is None
    )
    bam = fold(contest(*lines, rules=ContestRules(scoring="bam", matches="vp")))
    assert places(bam) == [(1, 2), (2, 0)] and bam.matches[0].one.points == 2


def test_an_average_plus_for_one_side_takes_nothing_from_the_other():
    found = fold(contest("1: 1 2 A+-", "1: 2 1 +420"))
    [match] = found.matches
    assert [side.points for side in match] == [3, -3]
    both = fold(contest("1: 1 2 A++", "1: 2 1 +420")).matches[0]
    assert [side.victory_points for side in both] == [victory_points(1, 3).ours] * 2


def test_a_weighted_margin_is_rounded_to_whole_imps_and_says_so():
    found = fold(contest("1: 1 2 55%=+420,45%=-50", "1: 2 1 +420"))
    side = found.matches[0].one
    assert (
        side.points.denominator > 1
        and len(side.steps) == 3
        and "to whole IMPs" in side.steps[1]
    )


def test_a_board_waits_for_the_other_room_and_a_match_without_a_board_has_no_points():
    found = fold(contest("1: 1 2 +420"))
    assert found.matches[0].one.victory_points is None and found.lists[0].rows == ()


def test_rooms_that_had_other_cards_are_not_compared():
    found = fold(contest("1: 1 2 +620", "1: 2 1 -100 /b", "2: 1 2 +620", "2: 2 1 -100"))
    assert [each.ns is None for each in found.slots] == [True, True, False, False]
    assert found.matches[0].one.boards == 1
    ruled = fold(contest("1: 1 2 +620", "1: 2 1 A++ /b"))
    assert ruled.matches[0].one.points == 3


def test_penalties_are_in_victory_points():
    taken = Penalty(1, Fraction(1, 2), "vp", "90B")
    found = fold(contest("1: 1 2 +420", "1: 2 1 +420", penalties=(taken,)))
    assert places(found) == [(2, 10), (1, Fraction(19, 2))]
    with pytest.raises(InvalidContest, match="victory points"):
        contest("1: 1 2 +420", penalties=(taken._replace(unit="imp"),))


def test_victory_points_are_given_for_an_artificial_score_where_the_other_room_is_empty():
    found = fold(contest("1: 1 2 A++"))
    assert [(side.points, side.boards) for side in found.matches[0]] == [(3, 1), (3, 1)]
    assert dict(places(found)) == dict.fromkeys((1, 2), victory_points(1, 3).ours)


def test_a_bye_is_worth_twelve_and_needs_no_board():
    found = fold(
        replace(
            contest("1: 1 2 +620", "1: 2 1 -100"),
            entries=tuple(map(ContestEntry, (1, 2, 3))),
            byes=(3, 1),
        )
    )
    won = victory_points(1, 12).ours
    assert places(found) == [(1, won + 12), (3, 12), (2, 20 - won)]
    assert [row.boards for row in found.lists[0].rows] == [1, 0, 1]


@pytest.mark.parametrize(
    ("rules", "bye", "message"),
    [
        (VICTORY_POINTS, 9, "There is no entry 9"),
        (ContestRules(scoring="bam"), 1, "A bye is worth victory points"),
    ],
)
def test_a_bye_of_nobody_or_without_victory_points_is_refused(rules, bye, message):
    with pytest.raises(InvalidContest, match=message):
        replace(contest("1: 1 2 +620", rules=rules), byes=(bye,))
