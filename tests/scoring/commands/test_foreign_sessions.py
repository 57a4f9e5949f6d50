"""The command ``session`` with the files of other programs."""

import json

import pytest

from scoring.text.reading import xml_tree
from tests.scoring.command import run, scored
from tests.scoring.text.reading.made_up_files import (
    BOARDS,
    MITCHELL,
    board,
    event,
    flat,
    line,
    usebio,
    xml,
)

WRONG = flat(
    boards=[
        board(
            1,
            line("1NS", "1EW", score=420, mps=(0, 2)),
            line("2NS", "2EW", score=-50, mps=(0, 2)),
        )
    ]
)
PBN = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;MP_NS"]\n1 2 420 2\n3 4 50 0\n'
TWO = usebio(
    *[
        event(xml("PARTICIPANTS", *MITCHELL), *BOARDS, EVENT_DESCRIPTION=name)
        for name in ("One", "Two")
    ]
)


def test_usebio_is_scored_like_a_session_file():
    text = scored("session", "-", feed=flat())
    assert text.startswith("Monday Pairs, matchpoints\n\nNorth-South\n")
    assert (
        "North-South\n  1  1  Ann Smith & Bob Jones  4 of 4  100.00 %  2 boards" in text
    )
    assert "Board 1\n  1 - 101  4SN=   2  0\n" in text


def test_pbn_is_scored_like_a_session_file():
    assert "  1 - 2  +420  2  0\n" in scored("session", "-", feed=PBN)
    assert "  1 - 2  +420  2  0\n" in scored("session", "-", feed=PBN.encode("utf-16"))


def test_compare_tells_what_differs_or_that_nothing_does():
    assert scored("session", "-", "--compare", feed=flat()).endswith(
        "\nEvery figure that the file prints follows from its results.\n"
    )
    told = scored("session", "-", "--compare", feed=WRONG).splitlines()
    start = told.index("Printed otherwise than it follows from the results")
    assert (
        told[start + 1]
        == "  Board 1, 1NS against 1EW: North-South has 0 in the file, and 2 by the results."
    )


def test_compare_in_json_has_differences_and_notes():
    found = json.loads(
        scored("session", "-", "--compare", "--format", "json", feed=WRONG)
    )
    assert list(found) == ["lists", "awards", "differences", "notes"]
    assert found["differences"][0] == {
        "kind": "award", "board": 1, "entry": 1, "printed": "0", "folded": "2",
        "text": "Board 1, 1NS against 1EW: North-South has 0 in the file, and 2 by the results.",
    }  # fmt: skip


def test_notes_say_what_was_read_otherwise():
    content = flat(
        boards=[board(1, line("1NS", "1EW", mps=(1, 1)), line("2NS", "2EW", score=50))]
    )
    text = scored("session", "-", "--compare", feed=content)
    assert (
        "\nRead otherwise than it is written\n  Board 1, 1NS against 1EW: there is no score"
        in text
    )


def test_a_file_of_another_program_becomes_a_session_file():
    text = scored("session", "-", "--format", "session", feed=flat())
    assert text.startswith("session  Monday Pairs ")
    assert scored("session", "-", feed=text) == scored("session", "-", feed=flat())


def test_several_sessions_are_all_printed_or_one_is_chosen():
    assert scored("session", "-", feed=TWO).count(", matchpoints\n") == 2
    assert scored("session", "-", "--part", "2", feed=TWO).startswith("Two, ")
    assert len(scored("session", "-", "--format", "json", feed=TWO).splitlines()) == 2
    assert "<EVENT_DESCRIPTION>One" in scored(
        "session", "-", "--part", "1", "--format", "usebio", feed=TWO
    )


def test_the_reason_of_an_award_is_told_for_files_of_others():
    text = scored("session", "-", "--why", "1/101", feed=flat())
    assert text.startswith("Board 1, entry 101, 4SN=: 0 of 2\n")


@pytest.mark.parametrize(
    ("arguments", "feed", "message"),
    [
        (["--part", "3"], TWO, "The sessions of this file are 1 to 2."),
        (["--format", "pbn"], TWO, "This file has several sessions: choose one with --part."),
        (["--why", "1/1"], TWO, "This file has several sessions: choose one with --part."),
        (["--compare"], b"session x rules winners 1\nscoring matchpoints\n", "--compare and --part are for files"),
        (["--compare", "--format", "usebio"], flat(), "--compare is told in text or json."),
        (["--why", "1/1", "--format", "session"], flat(), "--why is told in text or json."),
        ([], b"<a>\n<b></a>", "-:2:"),
        ([], b"<html/>", "-:1:1: This XML is not USEBIO: it begins with HTML."),
        ([], PBN.replace("4 50", "x 50").replace("3 x 50 0", "3 x 55 0").encode(), "-:4:1: A score is a multiple"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_without_output(arguments, feed, message):
    code, out, err = run("session", "-", *arguments, feed=feed)
    assert (code, out) == (2, "")
    assert message in err


def test_a_file_that_is_too_large_is_not_read_to_its_end(monkeypatch):
    content = flat() + b" " * xml_tree.MOST_BYTES
    assert "-:1:1: A file has at most 20 MB." in run("session", "-", feed=content)[2]
