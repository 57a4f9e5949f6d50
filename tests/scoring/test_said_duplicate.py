"""Sentences about duplicate remember their template: reasons, refusals, Law 79 and odd results can be translated."""

from datetime import timedelta
from fractions import Fraction
from itertools import product

import pytest

from scoring import Side, parse_deal
from scoring.contest import Contest, ContestEntry, ContestRules, Penalty, Slot, fold
from scoring.duplicate import law79
from scoring.duplicate.correction_period import (
    Code,
    CorrectionPeriod,
    CorrectionPeriods,
    Moment,
)
from scoring.duplicate.law79 import Conviction, ErrorKind, Need, Question, answer
from scoring.duplicate.oddities import EnteredResult, oddities
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.outcomes import Artificial, Played
from scoring.duplicate.percent_scale import percent_victory_points
from scoring.duplicate.victory_points import victory_points
from scoring.errors import ScoringError
from tests.scoring.wordless import left_in_english


def test_no_answer_of_law_79_is_left_in_english():
    every = product(
        Code, ErrorKind, Moment, (420, 450), (False, True), (False, True), Conviction
    )
    answers = [
        answer(
            Question(
                code,
                error,
                moment,
                found=450,
                recorded=recorded,
                agreed=agreed,
                claimed=claimed,
                conviction=how,
            )
        )
        for code, error, moment, recorded, agreed, claimed, how in every
    ]
    assert {found.words for found in answers if left_in_english(found.words)} == set()
    assert len({found.words for found in answers}) == len(
        [word for word in vars(law79.words) if word.isupper()]
    ) - len(Need)
    assert [need.words for need in Need] == [need.value for need in Need]
    assert [need for need in Need if left_in_english(need.words)] == []


@pytest.mark.parametrize(
    "lines",
    [
        ["4sn=", "4ss=", "4sn+1", "4se="],
        ["3ntn=", "3nts=", "3ntn+1", "3nte="],
        ["1cn=", "1cn+1", "1cn=", "7ntxxn-9"],
        ["4sn= DK", "4sn= DK", "4ss= DK", "4sn+1 DK"],
    ],
)
def test_no_oddity_is_left_in_english(lines):
    results = [
        EnteredResult(parse_deal(line.split()[0]), (line.split() + [""])[1])
        for line in lines
    ]
    found = [words for each in oddities(1, results) for words in each]
    assert found
    assert [words for words in found if left_in_english(words)] == []


@pytest.mark.parametrize(
    "text",
    [
        "A101",
        "4s",
        "420",
        "ns:x",
        "30%=420,60%=50",
        "30%=420,70",
        "0%=420,100%=50",
        "",
        "x",
        "+425",
    ],
)
def test_no_refusal_of_an_outcome_is_left_in_english(text):
    with pytest.raises(ScoringError) as refused:
        for board in (7, None):
            assert parse_outcome(text, board) == parse_outcome("4sn=", None)
    assert left_in_english(refused.value.message) == []


def test_no_step_to_victory_points_is_left_in_english():
    rules = ContestRules(scoring="team-imps", matches="vp")
    slots = [
        Slot(board, *rooms, Played(points))
        for board in (1, 2)
        for rooms, points in (((1, 2), 420), ((2, 1), -50))
    ]
    for played in (slots[:2], slots):
        result = fold(
            Contest("", rules, (ContestEntry(1), ContestEntry(2)), tuple(played))
        )
        steps = [
            step for match in result.matches for side in match for step in side.steps
        ]
        assert len(steps) >= 4
        assert [step for step in steps if left_in_english(step)] == []


def test_no_step_to_victory_points_of_pairs_is_left_in_english():
    rules = ContestRules(matches="vp")
    slots = [
        Slot(board, *pair, Played(points))
        for board in (1, 2)
        for pair, points in (((1, 2), 420), ((3, 4), -50))
    ]
    for played in (slots[:2], slots):
        result = fold(
            Contest("", rules, tuple(map(ContestEntry, range(1, 5))), tuple(played))
        )
        steps = [
            step for match in result.matches for side in match for step in side.steps
        ]
        assert len(steps) == 12
        assert [step for step in steps if left_in_english(step)] == []


MATCHPOINTS, IMPS, TOTAL = (
    ContestRules(),
    ContestRules(scoring="cross-imps"),
    ContestRules(scoring="aggregate"),
)
TEAMS = ContestRules(scoring="team-imps", matches="vp")
# As in files, alike in every language.
NAMES_OF_SCORINGS = {
    "matchpoints",
    "aggregate",
    "cross",
    "imps",
    "team",
}
TWO = (ContestEntry(1), ContestEntry(2))
ONCE = Slot(1, 1, 2, Played(420))
REFUSED = {
    "a name of two lines": lambda: Contest("a\nb", MATCHPOINTS, (), ()),
    "a number out of range": lambda: Contest("", MATCHPOINTS, (ContestEntry(0),), ()),
    "an entry again": lambda: Contest(
        "", MATCHPOINTS, (ContestEntry(1), ContestEntry(1)), ()
    ),
    "a line with one winner": lambda: Contest(
        "", MATCHPOINTS, (ContestEntry(1, line=Side.NS),), ()
    ),
    "no line with two winners": lambda: Contest(
        "", ContestRules(winners=2), (ContestEntry(1),), ()
    ),
    "a stratum": lambda: Contest("", MATCHPOINTS, (ContestEntry(1, stratum="ab"),), ()),
    "a name": lambda: Contest("", MATCHPOINTS, (ContestEntry(1, ("a\n",)),), ()),
    "a handicap in IMPs": lambda: Contest(
        "", IMPS, (ContestEntry(1, handicap=Fraction(1)),), ()
    ),
    "a great handicap": lambda: Contest(
        "", MATCHPOINTS, (ContestEntry(1, handicap=Fraction(101)),), ()
    ),
    "no entry": lambda: Contest("", MATCHPOINTS, (ContestEntry(1),), (ONCE,)),
    "oneself": lambda: Contest("", MATCHPOINTS, TWO, (ONCE._replace(ew=1),)),
    "a board again": lambda: Contest("", MATCHPOINTS, TWO, (ONCE, ONCE)),
    "a board again in one room": lambda: Contest("", TEAMS, TWO, (ONCE, ONCE)),
    "a group": lambda: Contest("", MATCHPOINTS, TWO, (ONCE._replace(group="ab"),)),
    "an average in total points": lambda: Contest(
        "", TOTAL, TWO, (ONCE._replace(outcome=Artificial(60, 40)),)
    ),
    "two players": lambda: Contest(
        "", MATCHPOINTS, TWO, (ONCE._replace(south=1, west=2),)
    ),
    "players with two winners": lambda: Contest(
        "",
        ContestRules(ties="head-to-head"),
        (*TWO, ContestEntry(3), ContestEntry(4)),
        (ONCE._replace(south=3, west=4),),
    ),
    "a penalty of nobody": lambda: Contest(
        "", MATCHPOINTS, (), (), penalties=(Penalty(1, Fraction(1), "%", "90"),)
    ),
    "no board": lambda: Contest("", MATCHPOINTS, TWO, (ONCE._replace(board=0),)),
    "a board of another session": lambda: Contest(
        "", MATCHPOINTS, TWO, (ONCE,), (range(2, 3),)
    ),
    "results out of range": lambda: Contest(
        "", MATCHPOINTS, (), (), expected=((1, 0),)
    ),
    "results expected twice": lambda: Contest(
        "", MATCHPOINTS, (), (), expected=((1, 2), (1, 2))
    ),
    "more results than expected": lambda: Contest(
        "",
        MATCHPOINTS,
        (*TWO, ContestEntry(3), ContestEntry(4)),
        (ONCE, ONCE._replace(ns=3, ew=4)),
        expected=((1, 1),),
    ),
    "a match of no boards": lambda: victory_points(0, 1),
    "a match of pairs of no boards": lambda: percent_victory_points(0, Fraction(50)),
    "a handicap in victory points": lambda: Contest(
        "", ContestRules(matches="vp"), (ContestEntry(1, handicap=Fraction(1)),), ()
    ),
    "half an IMP": lambda: victory_points(1, 0.5),
    "an artificial score": lambda: Artificial(101, 0),
    "a period of no time": lambda: CorrectionPeriod(timedelta(-1)),
    "a short period": lambda: CorrectionPeriod(timedelta(minutes=1)),
    "no period": lambda: CorrectionPeriods(Code.OF_2017, ()),
    "two periods in 2007": lambda: CorrectionPeriods(
        Code.OF_2007, (CorrectionPeriod(), CorrectionPeriod(name="x"))
    ),
    "two periods of one name": lambda: CorrectionPeriods(
        Code.OF_2017, (CorrectionPeriod(), CorrectionPeriod())
    ),
    "nothing recorded": lambda: Question(
        Code.OF_2017, ErrorKind.SCORE, Moment.PERIOD_ON, found=420
    ),
} | {
    f"a penalty {how}": lambda rules=rules, penalty=penalty: Contest(
        "", rules, TWO, (), penalties=(penalty,)
    )
    for how, rules, penalty in (
        ("in IMPs for matchpoints", MATCHPOINTS, Penalty(1, Fraction(1), "imp", "90")),
        ("in matchpoints for IMPs", IMPS, Penalty(1, Fraction(1), "mp", "90")),
        ("in IMPs for victory points", TEAMS, Penalty(1, Fraction(1), "imp", "90")),
        ("in total points", TOTAL, Penalty(1, Fraction(1), "imp", "90")),
        ("of nothing", MATCHPOINTS, Penalty(1, Fraction(0), "%", "90")),
        ("without a law", MATCHPOINTS, Penalty(1, Fraction(1), "%", "")),
        ("with two lines", MATCHPOINTS, Penalty(1, Fraction(1), "%", "90", "a\nb")),
    )
}


@pytest.mark.parametrize("name", REFUSED)
def test_no_refusal_of_a_contest_is_left_in_english(name):
    with pytest.raises(ScoringError) as refused:
        REFUSED[name]()
    assert set(left_in_english(refused.value.message)) <= NAMES_OF_SCORINGS
