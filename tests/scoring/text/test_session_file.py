"""Session files: they are read, refused with the place of the error, and printed in one form that can be read again."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from scoring.contest import ContestEntry, ContestRules, Penalty, fold
from scoring.text.lines import InvalidLine
from scoring.text.session_file import read_session
from scoring.text.session_lines import session_lines
from scoring.values import Side
from tests.scoring.contest.contests import contests

EXAMPLE = (
    Path(__file__).resolve().parents[1] / "data" / "example_session.txt"
).read_text("utf-8")
HEADER = "session  Thursday pairs rules rounding=exact winners 1\nscoring  matchpoints boards 1-27\n"
PAIRS = HEADER + 'entry 7 "A" "B"\nentry 23 "C" "D"\n'


def read(text):
    return read_session(line.encode() for line in text.splitlines(keepends=True))


def printed(contest):
    return "".join(f"{line}\n" for line in session_lines(contest))


def test_the_worked_example_prints_back_the_same_without_its_comments():
    lines = [
        line.split(" #")[0].rstrip()
        for line in EXAMPLE.splitlines()
        if not line.startswith("#")
    ]
    assert list(session_lines(read(EXAMPLE))) == lines


def test_every_line_is_a_fact():
    contest = read(
        "session  Thursday pairs            rules rounding=exact average_plus=session       winners 1\n"
        "scoring  matchpoints               boards 1-12,17,20-27   # three sets\n"
        'entry    7 "Ann Smith" "Bob #2" handicap=2.5 stratum=B\n'
        'entry    23 "Jo ""JJ"" Ray" standing=without\n'
        "play     12 7 23 4SN+1 /b                  # board, NS, EW, result\n"
        "expected 12 9\n"
        'penalty  7 25% 90B "phone"\n'
    )
    assert contest.name == "Thursday pairs"
    assert contest.rules == ContestRules()
    assert contest.boards == (range(1, 13), range(17, 18), range(20, 28))
    assert contest.entries == (
        ContestEntry(7, ("Ann Smith", "Bob #2"), handicap=Fraction("2.5"), stratum="B"),
        ContestEntry(23, ('Jo "JJ" Ray',), is_ranked=False),
    )
    (slot,) = contest.slots
    assert (slot.board, slot.ns, slot.ew, slot.outcome.points, slot.group) == (
        12,
        7,
        23,
        650,
        "b",
    )
    assert contest.expected == ((12, 9),)
    assert contest.penalties == (Penalty(7, Fraction(25), "%", "90B", "phone"),)


def test_a_team_with_a_bye_has_a_line_for_each():
    teams = (
        "session Swiss rules rounding=exact average_plus=session matches=vp winners 1\nscoring team-imps\n"
        "entry 1\nentry 2\nentry 3\nplay 1 1 2 +420\nplay 1 2 1 +420\nbye 3\nbye 3\n"
    )
    contest = read(teams)
    assert contest.byes == (3, 3) and read("\n".join(session_lines(contest))) == contest
    with pytest.raises(InvalidLine, match="There is no entry 4"):
        read(f"{teams}bye 4\n")


def test_two_winners_have_lines_and_rules_are_printed_where_they_are_not_the_usual_ones():
    contest = read(
        "session rules ties=countback winners 2\nscoring cross-imps\nentry 1 NS\nentry 2 EW\n"
    )
    assert [entry.line for entry in contest.entries] == [Side.NS, Side.EW]
    assert printed(contest).splitlines()[0] == (
        "session                            rules rounding=exact average_plus=session ties=countback winners 2"
    )


@pytest.mark.parametrize(
    "name",
    ["", "Club rules night", "House rules", "winners 2 of May", "C# pairs", "x" * 90],
)
def test_a_session_may_have_any_name(name):
    contest = replace(read(PAIRS), name=name)
    assert read(printed(contest)) == contest


def test_the_lines_may_be_written_freely():
    assert read(
        "\ufeff# a comment\r\n\r\n" + PAIRS.replace("\n", "  # so\r\n")
    ) == read(PAIRS)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "The line “session …” is missing"),
        ("session A\n", (1, 1), "The line “scoring …” is missing"),
        ("scoring matchpoints\n", (1, 1), "The line “session …” comes before this one"),
        ("session A\nentry 1\n", (2, 1), "The line “scoring …” comes before this one"),
        (
            "session A\n  sesion B\n",
            (2, 3),
            "A line begins with one of: session, scoring, entry",
        ),
        ("session A\nsession B\n", (2, 1), "The line “scoring …” comes before"),
        (HEADER + "session B\n", (3, 1), "The session has been named already"),
        (HEADER + "scoring bam\n", (3, 1), "The scoring has been given already"),
        ("session A winners 3\n", (1, 19), "There are 1 or 2 winners"),
        ("session A rules rounding\n", (1, 17), "A rule is written KEY=VALUE"),
        (
            "session A rules rounding=half\n",
            (1, 17),
            "Rule rounding cannot be “half”; it is exact or",
        ),
        (
            "session A rules rounded=1\n",
            (1, 17),
            "There is no rule “rounded”; the rules are",
        ),
        ("session A rules scoring=bam\n", (1, 17), "“scoring” has words of its own"),
        (
            "session A rules fives=even fives=away\n",
            (1, 28),
            "Rule fives is given twice",
        ),
        ("session A\nscoring\n", (2, 8), "Which scoring"),
        (
            "session A\nscoring  imps\n",
            (2, 10),
            "Rule scoring cannot be “imps”; it is matchpoints or",
        ),
        ("session A\nscoring bam 1-4\n", (2, 13), "After the scoring come the boards"),
        ("session A\nscoring bam boards 4-1\n", (2, 20), "Boards are written 1-27"),
        (HEADER + "entry\n", (3, 6), "This line is too short"),
        (HEADER + "entry x\n", (3, 7), "An entry has a number from 1 to 9999"),
        (HEADER + "entry 7 NS\n", (3, 9), "Entry 7 needs no NS or EW with one winner"),
        (HEADER + "entry 7 Ann\n", (3, 9), "An entry has names in quotes"),
        (HEADER + 'entry 7 "Ann\n', (3, 9), "An entry has names in quotes"),
        (HEADER + "entry 7 handicap=much\n", (3, 9), "A handicap is percentage points"),
        (HEADER + "entry 7 stratum=low\n", (3, 9), "A stratum is one letter"),
        (PAIRS + "entry 7\n", (5, 7), "There is an entry 7 already"),
        (
            PAIRS + "play 12 7 23\n",
            (5, 13),
            "This line is too short; it is written: play 12 7 23 4SN",
        ),
        (PAIRS + "play  0 7 23 +420\n", (5, 7), "A board has a number from 1 to 9999"),
        (PAIRS + "play 28 7 23 +420\n", (5, 6), "Board 28 is not one of this session"),
        (
            PAIRS + "play 12 8 23 +420\n",
            (5, 9),
            "There is no entry 8; entries come before what they played",
        ),
        (PAIRS + "play 12 7 24 +420\n", (5, 11), "There is no entry 24"),
        (PAIRS + "play 12 7  7 +420\n", (5, 12), "Entry 7 cannot play against itself"),
        (PAIRS + "play 12 7 23 4SN+4\n", (5, 17), "4♠ cannot make 14 tricks"),
        (
            PAIRS + "play 12 7 23 30%=+420,60%=-50\n",
            (5, 14),
            "The weights add up to 100 %",
        ),
        (PAIRS + "play 12 7 23 +420 /B\n", (5, 14), "A score is a sign and a number"),
        (
            PAIRS + "play 1 7 23 +420\nplay 1 23 7 0\n",
            (6, 8),
            "Entry 23 has played board 1 already",
        ),
        (
            PAIRS + "play 1 7 23 +420\nexpected 1 0\n",
            (6, 12),
            "From 1 to 9999 results can be expected",
        ),
        (
            PAIRS + "expected 1 5 6\n",
            (5, 14),
            "Nothing belongs here; a comment begins with a blank and #",
        ),
        (PAIRS + "penalty 7 much 90B\n", (5, 11), "A penalty is written 25%"),
        (
            PAIRS + "penalty 7 3imp 90B\n",
            (5, 11),
            "With matchpoints there are penalties in",
        ),
        (PAIRS + "penalty 8 25% 90B\n", (5, 9), "There is no entry 8"),
        (PAIRS + "penalty 7 25% 90B phone\n", (5, 19), "The reason stands in quotes"),
    ],
)
def test_a_line_that_is_wrong_is_refused_with_its_place_and_what_would_be_right(
    text, place, message
):
    with pytest.raises(InvalidLine) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == place
    assert message in refusal.value.message


def test_text_that_is_not_utf_8_is_refused():
    with pytest.raises(InvalidLine, match="This is not text in UTF-8") as refusal:
        read_session([b"session A\n", b"scoring \xff\n"])
    assert (refusal.value.line, refusal.value.column) == (2, 9)


@given(contests())
def test_what_is_printed_reads_back_to_an_equal_contest_with_an_equal_result(contest):
    text = printed(contest)
    again = read(text)
    assert again == contest
    assert printed(again) == text
    assert fold(again) == fold(contest)
