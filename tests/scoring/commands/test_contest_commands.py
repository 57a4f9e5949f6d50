"""The commands for duplicate contests: imps, vp, matchpoints, session."""

import json
from pathlib import Path

import pytest

from tests.scoring.command import run, scored

EXAMPLE = str(Path(__file__).resolve().parents[1] / "data" / "example_session.txt")
EXPECTED = json.loads(
    (Path(EXAMPLE).parent / "example_session.json").read_text("utf-8")
)


@pytest.mark.parametrize(
    ("points", "worth"),
    [("430", "10"), ("-430", "-10"), ("+20", "1"), ("−4000", "-24"), ("0", "0")],
)
def test_imps(points, worth):
    assert scored("imps", points) == f"{worth}\n"


def test_imps_in_json():
    assert scored("imps", "430", "--format", "json") == '{"points": 430, "imps": 10}\n'


@pytest.mark.parametrize("points", ["45", "4s", "", "1e3", "100000", "9" * 5000])
def test_a_difference_that_no_scores_have_is_refused(points):
    code, out, err = run("imps", points)
    assert (code, out) == (2, "")
    assert (
        err
        == "imps:1:1: A difference of scores is a multiple of ten, up to 99990: such as 430.\n"
    )


def test_victory_points():
    assert scored("vp", "--boards", "16", "--margin", "14") == "13.75 6.25\n"
    assert scored("vp", "--boards", "16", "--margin", "-14") == "6.25 13.75\n"
    assert json.loads(
        scored("vp", "--boards", "16", "--margin", "14", "--format", "json")
    ) == {
        "boards": 16,
        "margin": 14,
        "vp": ["13.75", "6.25"],
    }


def test_the_table_of_victory_points():
    lines = scored("vp", "--boards", "7", "--table").splitlines()
    assert (lines[0].split(), lines[-1].split(), len(lines)) == (
        ["0", "10.00", "10.00"],
        ["40", "20.00", "0.00"],
        41,
    )
    table = json.loads(scored("vp", "--boards", "7", "--table", "--format", "json"))[
        "table"
    ]
    assert [" ".join(map(str, row)) for row in table] == [
        " ".join(line.split()) for line in lines
    ]
    both = scored("vp", "--boards", "7", "--margin", "3", "--table").splitlines()
    assert both[1:] == lines


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--boards", "0", "--margin", "3"),
            "--boards:1:1: A match has from 1 to 999 boards.",
        ),
        (("--boards", "x", "--margin", "3"), "--boards:1:1: A match has"),
        (
            ("--boards", "16", "--margin", "3.5"),
            "--margin:1:1: A margin is a whole number of IMPs",
        ),
        (("--boards", "16"), "Give --margin, or --table for every margin."),
    ],
)
def test_a_match_that_cannot_be_is_refused(arguments, message):
    code, out, err = run("vp", *arguments)
    assert (code, out) == (2, "")
    assert message in err


BOARD = 'a +420\n\n# a comment\n"b c" 420 # the same\nd +450\ne -50\n'


def test_a_traveller_in_text():
    assert scored("matchpoints", "-", feed=BOARD).splitlines() == [
        "  a    +420  3  3  beat 1, tied 1 of 3; +3",
        "  b c  +420  3  3  beat 1, tied 1 of 3; +3",
        "  d    +450  6  0  beat 3, tied 0 of 3; +6",
        "  e    -50   0  6  beat 0, tied 0 of 3; 0",
    ]


def test_a_traveller_in_json():
    found = json.loads(
        scored(
            "matchpoints",
            "-",
            "--expected",
            "10",
            "--format",
            "json",
            feed="a +420\nb A+- \nc NP\nd 0 /b\n",
        )
    )
    assert (found["expected"], found["max"]) == (10, "18")
    keys = "name", "group", "score", "ns_award", "ew_award"
    assert [tuple(each[key] for key in keys) for each in found["awards"]] == [
        ("a", "", 420, "54/5", "54/5"),
        ("b", "", "A+-", "54/5", "36/5"),
        ("c", "", "NP", None, None),
        ("d", "b", 0, "54/5", "54/5"),
    ]  # fmt: skip
    assert found["awards"][1]["why"] == [
        "N-S: average plus: 60 %", "N-S: +10.8", "E-W: average minus: 40 %", "E-W: +7.2",
    ]  # fmt: skip


def awards(*arguments, feed):
    found = json.loads(
        scored("matchpoints", "-", "--format", "json", *arguments, feed=feed)
    )["awards"]
    return [each["ns_award"] for each in found]


def test_a_board_by_other_methods_and_rules():
    three = "a 420\nb 450\nc -50\n"
    assert awards(
        "--method", "cross-imps", "--rule", "cross_imps=total", feed=three
    ) == ["9", "12", "-21"]
    assert awards("--method", "butler", "--rule", "trim=0", feed=three) == [
        "4",
        "5",
        "-8",
    ]
    seven = "".join(
        f"{index} {score}\n" for index, score in enumerate(range(600, -100, -100))
    )
    assert awards("--expected", "10", "--rule", "rounding=tenth-half-up", feed=seven) == [
        "17.6", "14.7", "11.9", "9", "6.1", "3.3", "0.4",
    ]  # fmt: skip


def test_contracts_are_scored_by_the_board_that_is_named():
    assert awards("--board", "7", feed="a 4SN+1\nb +650\nc 4sn=") == ["3", "3", "0"]


@pytest.mark.parametrize(
    ("arguments", "feed", "message"),
    [
        ((), "a 420\nb 455\n", "-:2:3: A score is a multiple of ten"),
        ((), "a 420\nb\n", "-:2:2: A line is a name and a result"),
        ((), "a 4sn=\n", "-:1:3: A contract needs the number of its board"),
        (
            ("--expected", "1"),
            "a 420\nb 420\n",
            "-:2:1: Board 1 has 2 results, more than the 1 expected.",
        ),
        (
            ("--expected", "0"),
            "a 420\n",
            "--expected:1:1: From 1 to 9999 results can be expected.",
        ),
        (
            ("--board", "0"),
            "a 420\n",
            "--board:1:1: A board has a number from 1 to 9999.",
        ),
        (
            ("--rule", "rounding=none"),
            "a 420\n",
            "Rule rounding cannot be “none”; it is exact or",
        ),
        (("--rule", "scoring=bam"), "a 420\n", "One board is compared by --method"),
        (("--rule", "trim"), "a 420\n", "A rule is given as KEY=VALUE"),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_traveller_that_is_wrong_is_refused_and_nothing_is_printed(
    arguments, feed, message, form
):
    code, out, err = run("matchpoints", "-", *arguments, "--format", form, feed=feed)
    assert (code, out) == (2, "")
    assert message in err


def test_the_worked_example_in_json():
    found = json.loads(scored("session", EXAMPLE, "--format", "json"))
    assert list(found) == ["lists", "awards"]
    rows = {str(row["entry"]): row for each in found["lists"] for row in each["rows"]}
    assert {entry: row["percent"] for entry, row in rows.items()} == EXPECTED[
        "percent"
    ]["session"]
    assert rows["7"] == {
        "place": 1, "tied": False, "entry": 7, "score": "147/10", "max": "18", "percent": "81.67", "boards": 3,
    }  # fmt: skip
    awards = {
        (each["board"], f"{each['ns']}-{each['ew']}"): each for each in found["awards"]
    }
    for board, expected in EXPECTED["awards_ns_ew"].items():
        for seats, both in expected.items():
            assert [
                awards[int(board), seats][key] for key in ("ns_award", "ew_award")
            ] == both
    assert awards[1, "1-5"] == {
        "board": 1, "ns": 1, "ew": 5, "score": 420, "ns_award": "3", "ew_award": "3",
        "why": ["beat 1, tied 1 of 3", "+3"],
    }  # fmt: skip
    assert (awards[2, "2-7"]["score"], awards[2, "2-7"]["ns_award"]) == ("NP", None)


def test_the_worked_example_in_text():
    lines = scored("session", EXAMPLE).splitlines()
    assert lines[:4] == [
        "Worked example, matchpoints",
        "",
        "North-South",
        "  1  2  C & D  12.03 of 18  66.85 %  3 boards",
    ]
    assert lines[-4:] == [
        "  2 - 5  +420              5.7  0.3",
        "  3 - 6  -50               0.7  5.3",
        "  4 - 7  30%=+420,70%=-50  2.2  3.8",
        "  1 - 8  +170              3.4  2.6",
    ]


def test_the_reason_behind_one_award():
    assert scored("session", EXAMPLE, "--why", "3/7").splitlines() == [
        "Board 3, entry 7, A++: 4.9 of 6",
        "  average plus: the greater of 60 % and 81.67 % on the other boards",
        "  +4.9",
    ]
    assert json.loads(
        scored("session", EXAMPLE, "--why", "2/1", "--format", "json")
    ) == {
        "board": 2,
        "entry": 1,
        "award": "1/3",
        "why": ["beat 0, tied 0 of 2", "factor 4/3: (0 × 4 + 4 − 3) ÷ 3", "+0.33"],
    }
    assert (
        scored("session", EXAMPLE, "--why", "2/7").splitlines()[0]
        == "Board 2, entry 7, NP: no award"
    )


@pytest.mark.parametrize(
    ("why", "message"),
    [
        ("12", "--why takes a board and an entry"),
        ("1/9", "Entry 9 has not played board 1"),
    ],
)
def test_a_reason_that_is_not_there_is_refused(why, message):
    code, out, err = run("session", EXAMPLE, "--why", why)
    assert (code, out) == (2, "")
    assert message in err


def test_ties_penalties_and_handicaps_stand_in_the_text():
    text = scored(
        "session",
        "-",
        feed='session Friday rules rounding=tenth-half-up\nscoring matchpoints\nentry 1 "A"\nentry 2 "B" handicap=1.5\n'
        'entry 3 "C"\nentry 4 "D"\nplay 1 1 2 +420\nplay 1 3 4 -50\npenalty 1 25% 90B\n',
    )
    assert text.splitlines() == [
        "Friday, matchpoints",
        "",
        "All",
        "  1   4  D    2 of 2  100.00 %  1 board",
        "  2   1  A  1.5 of 2   75.00 %  1 board  after a penalty of 0.5",
        "  3=  2  B    0 of 2    0.00 %  1 board",
        "  3=  3  C    0 of 2    0.00 %  1 board",
        "",
        "Handicap",
        "  1  4  D    2 of 2  100.00 %  1 board",
        "  2  1  A  1.5 of 2   75.00 %  1 board  after a penalty of 0.5",
        "  3  2  B    0 of 2    1.50 %  1 board",
        "  4  3  C    0 of 2    0.00 %  1 board",
        "",
        "Board 1",
        "  1 - 2  +420  2  0",
        "  3 - 4  -50   0  2",
    ]


def test_a_session_of_imps_has_no_percentages():
    feed = "session\nscoring butler\nentry 1\nentry 2\nentry 3\nentry 4\nplay 1 1 2 +420\nplay 1 3 4 -50\n"
    rows = json.loads(scored("session", "-", "--format", "json", feed=feed))["lists"][
        0
    ]["rows"]
    assert (rows[0]["max"], rows[0]["percent"], rows[0]["score"]) == (None, None, "6")
    assert "%" not in scored("session", "-", feed=feed)


def test_a_session_of_pairs_is_ranked_by_the_victory_points_of_its_matches():
    lines = "session Swiss rules matches=vp\nscoring matchpoints\n" + "".join(
        f"entry {n}\n" for n in range(1, 6)
    )
    plays = "play 1 1 2 +420\nplay 1 3 4 -50\nplay 2 1 2 +110\nplay 2 3 4 +110\nbye 5\n"
    code, out, _ = run("session", "-", "--format", "json", feed=lines + plays)
    rows = json.loads(out)["lists"][0]["rows"]
    assert code == 0 and [(row["entry"], row["score"]) for row in rows] == [
        (1, "19"), (4, "19"), (5, "12"), (2, "1"), (3, "1"),
    ]  # fmt: skip
    assert {(row["max"], row["percent"]) for row in rows} == {(None, None)}


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_session_file_that_is_wrong_is_refused_and_nothing_is_printed(tmp_path, form):
    wrong = tmp_path / "session.txt"
    wrong.write_text(
        "session A\nscoring matchpoints\nentry 1\nentry 2\nplay 1 1 2 4sn+4\n", "utf-8"
    )
    code, out, err = run("session", str(wrong), "--format", form)
    assert (code, out, err) == (
        2,
        "",
        f"{wrong}:5:15: 4♠ cannot make 14 tricks: +3 is the most.\n",
    )
    code, out, err = run("session", str(tmp_path / "none.txt"), "--format", form)
    assert (code, out) == (2, "")
    assert "This file cannot be read" in err
