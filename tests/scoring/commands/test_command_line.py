"""The command line of the package `scoring`, as a new user runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scoring.command import run, scored
from tests.scoring.table_talk import NINE_DEALS

ROOT = Path(__file__).resolve().parents[3]


def run_apart(*arguments, **environment):
    """Run a command in a process of its own. Returns the exit code, standard output and standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "scoring", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_rubber_is_read_from_standard_input():
    sheet = json.loads(scored("sheet", "--format", "json", feed="\n".join(NINE_DEALS)))
    assert (sheet["winner"], sheet["margin"], sheet["state"]) == ("NS", 810, "complete")


def test_a_whole_evening_is_one_line_for_each_rubber(tmp_path):
    evening = tmp_path / "evening.txt"
    evening.write_text(
        "\ufeff# Thursday\r\n4sn=\r\n\r\n4sn=\r\n---\r\n  # the second rubber\r\n 2he=\r\n---\r\n---\r\n",
        "utf-8",
    )
    lines = scored(
        "sheet", "--format", "json", "--dealer", "w", str(evening)
    ).splitlines()
    sheets = [json.loads(line) for line in lines]
    assert [sheet["state"] for sheet in sheets] == ["complete", "open"]
    assert [sheet["deals"][0]["dealer"] for sheet in sheets] == ["W", "W"]


def test_unfinished_closes_the_rubbers_that_are_open():
    out = scored(
        "sheet",
        "--unfinished",
        "--rule",
        "unfinished_partscore=50",
        "--format",
        "json",
        "-",
        feed="2he=\n---\n4sn=\n4sn=",
    )
    unfinished, complete = map(json.loads, out.splitlines())
    assert (unfinished["state"], unfinished["closing"][0]["points"]) == (
        "unfinished",
        50,
    )
    assert complete["state"] == "complete"


def test_the_text_is_the_paper_sheet():
    out = scored("sheet", feed="\n".join(NINE_DEALS))
    assert out.splitlines()[:18] == [
        "Contract rubber",
        "",
        " North-South │ East-West",
        "             │",
        "         500 │",
        "          50 │",
        "         100 │",
        "         200 │       500",
        "         300 │        30",
        "          60 │        30",
        "━━━━━━━━━━━━━━━━━━━━━━━━",
        "          60 │       100",
        "────────────────────────",
        "         360 │        90",
        "────────────────────────",
        "          60 │        40",
        "             │        90",
        "────────────────────────",
    ]
    assert "North-South won by 810." in out


def test_several_sheets_are_set_apart():
    out = scored("sheet", feed="4sn=\n---\np\n")
    assert out.count("Contract rubber") == 2
    assert "\n\n\nContract rubber" in out
    assert "Next: deal 2, dealt by East, North-South vulnerable." in out
    assert "Next: deal 2, dealt by East, nobody vulnerable." in out


def test_an_empty_file_holds_no_rubber():
    assert scored("sheet", feed="\n# nothing\n---\n") == ""


@pytest.mark.parametrize(
    ("feed", "place"),
    [
        ("4sn+4\n", "-:1:4: 4♠ cannot make 14 tricks: +3 is the most."),
        ("4sn=\n\n  4sx\n", "-:3:6: Who declared?"),
        (
            "4sn=\n4sn=\n  p\n",
            "-:3:3: Play ended after deal 2, so deal 3 cannot be added.",
        ),
        ("4sn=\n---\n4sn=\n4sn=\n---\n4sn= ve\n", "-:6:6: A hand void of trumps"),
        (b"4sn=\n4s\xffn=\n", "-:2:3: This is not text in UTF-8."),
        (b"\xef\xbb\xbf4s\xff\n", "-:1:3: This is not text in UTF-8."),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_refusal_says_where_and_nothing_is_printed(feed, place, form):
    code, out, err = run("sheet", "--format", form, feed=feed)
    assert (code, out) == (2, "")
    assert err.startswith(place)
    assert err.count("\n") == 1


def test_a_refusal_names_the_file(tmp_path):
    evening = tmp_path / "evening.txt"
    evening.write_text("4sn=\nnonsense\n")
    assert run("sheet", str(evening))[2].startswith(f"{evening}:2:2: ")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    code, out, err = run("sheet", str(tmp_path / "none.txt"))
    assert (code, out) == (2, "")
    assert (
        err
        == f"{tmp_path / 'none.txt'}:1:1: This file cannot be read: No such file or directory.\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("sheet", "--rule", "honours=maybe"),
        ("sheet", "--rule", "honours"),
        ("sheet", "--rule", "nothing=1"),
        ("sheet", "--system", "whist"),
        ("sheet", "--dealer", "x"),
        ("deal", "4sn=", "--vulnerable", "us"),
        ("board", "7"),
        ("board",),
        ("board", "7", "4sn=", "--file", "-"),
        (),
    ],
)
def test_wrong_options_exit_with_two_and_print_nothing(arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "error:" in err


def test_one_deal_is_one_element_of_the_sheet():
    out = scored("deal", "4SXN+1", "--vulnerable", "both", "--format", "json")
    assert json.loads(out) == {
        "number": 1,
        "deal": "4SXN+1",
        "dealer": "N",
        "vulnerable": ["NS", "EW"],
        "lines": [
            {"side": "NS", "where": "below", "points": 240, "kind": "tricks", "law": "Law 72, scoring table",
             "text": "4♠ doubled bid and made: 4 × 30 × 2 = 240."},
            {"side": "NS", "where": "above", "points": 200, "kind": "overtricks", "law": "Law 72, scoring table",
             "text": "One overtrick, doubled, vulnerable: 200."},
            {"side": "NS", "where": "above", "points": 50, "kind": "insult", "law": "Law 72, scoring table",
             "text": "For making a doubled contract: 50."},
        ],
        "game_won_by": "NS",
    }  # fmt: skip


def test_one_deal_in_text():
    assert scored("deal", "2he+1", "--vulnerable", "ew").splitlines() == [
        "1. 2♥ by East, made with one overtrick",
        "    60 EW below: 2♥ bid and made: 2 × 30 = 60. [Law 72, scoring table]",
        "    30 EW above: One overtrick: 30. [Law 72, scoring table]",
    ]


def test_a_passed_out_deal_may_be_a_dash():
    assert scored("deal", "-") == "1. Passed out\n"


def test_one_refused_deal_says_where():
    code, out, err = run("deal", "4sn+4")
    assert (code, out, err) == (
        2,
        "",
        "deal:1:4: 4♠ cannot make 14 tricks: +3 is the most.\n",
    )


def test_the_systems_are_listed_with_their_rules():
    out = scored("systems")
    assert (
        "contract: Contract rubber\n  unfinished_partscore: 100 | 50\n  honours: on | off\n"
        in out
    )


def test_the_output_is_utf_8_wherever_it_goes():
    assert "♥" in run_apart("deal", "2he+1", PYTHONIOENCODING="ascii")[1]


def test_it_runs_as_a_module():
    assert run_apart("deal", "p") == (0, "1. Passed out\n", "")
    assert run_apart("deal", "q") == (
        2,
        "",
        "deal:1:1: A contract begins with its level, 1 to 7.\n",
    )


def test_a_reader_that_goes_away_is_no_error_message():
    command = [sys.executable, "-m", "scoring", "systems"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 1)


def test_a_long_file_is_read_in_constant_memory(tmp_path):
    """Two thousand rubbers need no more memory than twenty."""
    rubber = "\n".join(NINE_DEALS) + "\n---\n"
    few, many = tmp_path / "few.txt", tmp_path / "many.txt"
    few.write_text(rubber * 20)
    many.write_text(rubber * 2000)
    peaks = [peak_kilobytes(path) for path in (few, many)]
    assert peaks[1] < peaks[0] + 2000


def peak_kilobytes(path):
    """The peak memory of scoring this file.

    A small process starts the command, as a child inherits its parent's peak.
    """
    program = (
        "import resource, subprocess, sys\n"
        "command = [sys.executable, '-m', 'scoring', 'sheet', '--format', 'json', sys.argv[1]]\n"
        "subprocess.run(command, stdout=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, path], cwd=ROOT, capture_output=True, check=True
    )
    return int(done.stdout)


def test_a_fact_of_another_system_is_refused_where_it_stands():
    assert run("deal", "4sn= h4n !ew")[2].startswith(
        "deal:1:10: In contract bridge a revoke is entered as the tricks"
    )


def test_a_refused_fact_is_found_behind_honours_of_contract_bridge():
    sentence = "A hand void of trumps (chicane) scores in royal auction only.\n"
    assert run("deal", "4sn= h100s ve") == (2, "", f"deal:1:12: {sentence}")
    assert run("sheet", "-", feed="4sn= h100s ve\n") == (2, "", f"-:1:12: {sentence}")
