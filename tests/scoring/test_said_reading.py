"""Sentences about files of other programs remember their template, so that they can be said in other languages."""

import pytest

from scoring.errors import ScoringError
from scoring.text.reading.bws import read_bws
from scoring.text.reading.comparing import compared
from scoring.text.reading.files import read_sessions
from tests.scoring.text.reading.made_up_files import (
    MITCHELL,
    NAMES,
    board,
    event,
    flat,
    line,
    pair,
    usebio,
    xml,
)
from tests.scoring.wordless import left_in_english

# Of files: the names of their formats and elements, and the words that a refusal repeats.
AS_IN_FILES = {"nicode", "indows", "atin", "eceived", "ata", "nt", "on", "air", "it"}
LINE = line("1NS", "1EW", score=50)
REFUSED = {
    "another kind": b"session",
    "another document": b"<html/>",
    "no event": usebio(),
    "no number": flat(participants=[pair("", *NAMES[0])]),
    "a number twice": flat(participants=[*MITCHELL, MITCHELL[0]]),
    "no board": flat(boards=[board("x", LINE)]),
    "no pairs": flat(boards=[board(1, line("1NS", score=50))]),
    "no contract": flat(boards=[board(1, line("1NS", "1EW", "9S", "N", 9, 50))]),
    "no declarer": flat(boards=[board(1, line("1NS", "1EW", "4S", "Q", 9, 50))]),
    "no tricks": flat(boards=[board(1, line("1NS", "1EW", "4S", "N", 14, 50))]),
    "no score": flat(boards=[board(1, line("1NS", "1EW", score="X"))]),
    "no points": flat(boards=[board(1, line("1NS", "1EW", score=55))]),
    "a board twice": flat(boards=[board(1, LINE, line("2NS", "1EW", score=50))]),
    "an entity": b'<!DOCTYPE a [<!ENTITY b "c">]><a/>',
    "a character": b'<!DOCTYPE a SYSTEM "b"><a>&b1;</a>',
    "an undeclared entity": b"<a>&b;</a>",
    "an encoding": b'<?xml version="1.0" encoding="utf-7"?><a/>',
    "too deep": b"<a>" * 40,
    "no end": b"<a",
    "no beginning": b"<a><b></a>",
    "more": b"<a/><a/>",
    "a mark": b"<a>\x01</a>",
    "twice": b'<a b="1" b="1"/>',
    "no result": b'[Board "1"]\n',
    "no row": b'[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2\n',
    "no pair in a row": b'[Board "1"]\n[ScoreTable "PairId_NS;Score_NS"]\n1 420\n',
    "no column": b'[Board "1"]\n[ScoreTable "a\\b"]\n1 420\n',
    "no names": b'[Board "1"]\n[Contract "1NT"]\n',
    "other cards": b'[Board "1"][Dealer "E"][Contract "1NT"]\n',
}


@pytest.mark.parametrize("name", REFUSED)
def test_no_refusal_of_a_file_is_left_in_english(name):
    with pytest.raises(ScoringError) as refused:
        for session in read_sessions(REFUSED[name]):
            compared(session)
    assert set(left_in_english(refused.value.message)) <= AS_IN_FILES


def test_no_refusal_of_a_bws_file_is_left_in_english():
    for rows in (
        [],
        [{"Board": 1}],
        [{"Board": 1, "PairNS": 1, "PairEW": 2, "Contract": "9S"}],
    ):
        with pytest.raises(ScoringError) as refused:
            read_bws({"ReceivedData": rows})
        assert set(left_in_english(refused.value.message)) <= AS_IN_FILES


def test_no_difference_or_note_is_left_in_english():
    lines = [
        line("1NS", "1EW", "4S", "N", 10, 450, mps=(0, 2)),
        line("2NS", "2EW", mps=(1, 1)),
    ]
    hands = xml("HANDSET", board(1, xml("HAND", DIRECTION="North", SPADES="A")))
    participants = [
        pair(
            "1NS", *NAMES[0], DIRECTION="NS", TOTAL_SCORE="9", PERCENTAGE="1", PLACE="9"
        ),
        *MITCHELL[1:],
    ]
    content = usebio(
        event(xml("PARTICIPANTS", *participants), board(1, *lines), day="x"), hands
    )
    found = compared(read_sessions(content)[0])
    assert {each.kind for each in found.differences} == {
        "points",
        "award",
        "score",
        "percent",
        "place",
    }
    assert len(found.session.notes) == 3
    for text in [*(each.text for each in found.differences), *found.session.notes]:
        assert set(left_in_english(text)) <= AS_IN_FILES
