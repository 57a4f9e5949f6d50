"""Facts that no contest can have are refused, with a message that says what is allowed."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.contest import Contest, ContestEntry, ContestRules, Penalty, Slot
from scoring.duplicate.outcomes import Artificial, Played
from scoring.errors import InvalidContest
from scoring.values import Side

GOOD = Contest(
    "Thursday",
    ContestRules(),
    (ContestEntry(1), ContestEntry(2), ContestEntry(3), ContestEntry(4)),
    (Slot(1, 1, 2, Played(420)), Slot(1, 3, 4, Played(-50))),
    (range(1, 4),),
)


def test_a_contest_never_changes_and_can_be_compared():
    assert {GOOD: "found"}[replace(GOOD)] == "found"
    with pytest.raises(AttributeError):
        GOOD.name = "Friday"


@pytest.mark.parametrize(
    ("facts", "field", "message"),
    [
        (
            {"entries": (ContestEntry(0),)},
            "entry",
            "An entry has a number from 1 to 9999",
        ),
        (
            {"entries": (*GOOD.entries, ContestEntry(2))},
            "entry",
            "There is an entry 2 already",
        ),
        (
            {"entries": (ContestEntry(1, line=Side.NS),)},
            "line",
            "Entry 1 needs no NS or EW with one winner",
        ),
        (
            {"rules": ContestRules(winners=2)},
            "line",
            "Entry 1 needs NS or EW with two winners",
        ),
        (
            {"entries": (ContestEntry(1, stratum="b"),)},
            "stratum",
            "A stratum is one letter",
        ),
        ({"entries": (ContestEntry(1, ("A\nB",)),)}, "names", "A name is one line"),
        (
            {"entries": (ContestEntry(1, handicap=Fraction(1, 3)),)},
            "handicap",
            "with two decimals at most",
        ),
        (
            {"entries": (ContestEntry(1, handicap=Fraction(101)),)},
            "handicap",
            "A handicap is from -100 to 100",
        ),
        (
            {"slots": (Slot(0, 1, 2, Played(0)),)},
            "board",
            "A board has a number from 1 to 9999",
        ),
        (
            {"slots": (Slot(4, 1, 2, Played(0)),)},
            "board",
            "Board 4 is not one of this session",
        ),
        ({"slots": (Slot(1, 9, 2, Played(0)),)}, "ns", "There is no entry 9"),
        ({"slots": (Slot(1, 1, 9, Played(0)),)}, "ew", "There is no entry 9"),
        (
            {"slots": (Slot(1, 1, 1, Played(0)),)},
            "ew",
            "Entry 1 cannot play against itself",
        ),
        (
            {"slots": (*GOOD.slots, Slot(1, 2, 3, Played(0)))},
            "ns",
            "Entry 2 has played board 1 already",
        ),
        (
            {"slots": (Slot(1, 1, 2, Played(0), "B"),)},
            "outcome",
            "A group is one small letter",
        ),
        ({"expected": ((1, 0),)}, "expected", "From 1 to 9999 results can be expected"),
        (
            {"expected": ((1, 1),)},
            "expected",
            "Board 1 has 2 results, more than the 1 expected",
        ),
        ({"expected": ((9, 1),)}, "board", "Board 9 is not one of this session"),
        (
            {"expected": ((1, 3), (1, 4))},
            "board",
            "The results expected of board 1 have been given already",
        ),
        (
            {"penalties": (Penalty(9, Fraction(1), "mp", "90"),)},
            "entry",
            "There is no entry 9",
        ),
        (
            {"penalties": (Penalty(1, Fraction(1), "imp", "90"),)},
            "amount",
            "penalties in per cent of the top or match",
        ),
        (
            {"penalties": (Penalty(1, Fraction(0), "mp", "90"),)},
            "amount",
            "A penalty is more than nought",
        ),
        (
            {"penalties": (Penalty(1, Fraction(1), "mp", "90 B"),)},
            "law",
            "The law of a penalty is one word",
        ),
        (
            {"penalties": (Penalty(1, Fraction(1), "mp", "90", "a\n"),)},
            "reason",
            "The reason of a penalty is one line",
        ),
        ({"name": " Thursday"}, "", "The name of a session is one line"),
        ({"name": "Club #1"}, "", "in which no # follows a blank"),
    ],
)
def test_facts_that_cannot_be_are_refused(facts, field, message):
    with pytest.raises(InvalidContest, match=message) as refusal:
        replace(GOOD, **facts)
    assert refusal.value.field == field


def test_total_points_know_no_artificial_score_no_handicap_and_no_penalty():
    rules = ContestRules(scoring="aggregate")
    with pytest.raises(
        InvalidContest, match="With total points there is no artificial score"
    ):
        replace(GOOD, rules=rules, slots=(Slot(1, 1, 2, Artificial(60, 40)),))
    with pytest.raises(InvalidContest, match="With aggregate there are no penalties"):
        replace(GOOD, rules=rules, penalties=(Penalty(1, Fraction(1), "imp", "90"),))
    with pytest.raises(InvalidContest, match="with aggregate there are none"):
        replace(
            GOOD,
            rules=rules,
            entries=(ContestEntry(1, handicap=Fraction(1)), *GOOD.entries[1:]),
        )


def test_a_team_plays_a_board_once_in_each_room():
    rules = ContestRules(scoring="bam")
    both = (Slot(1, 1, 2, Played(420)), Slot(1, 2, 1, Played(420)))
    assert replace(GOOD, rules=rules, slots=both).slots == both
    with pytest.raises(
        InvalidContest, match="Entry 1 has played board 1 as North-South already"
    ):
        replace(GOOD, rules=rules, slots=(*both, Slot(1, 1, 3, Played(0))))


def test_the_rules_can_be_written_down_and_read():
    rules = ContestRules(scoring="butler", winners=2, fives="even")
    assert ContestRules.from_mapping(rules.as_json()) == rules
    assert ContestRules.from_mapping({"winners": "2"}).winners == 2
