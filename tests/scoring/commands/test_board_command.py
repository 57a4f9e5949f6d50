"""Scoring duplicate boards on the command line."""

import json

import pytest

from tests.scoring.command import run, scored


def test_one_board_in_text():
    assert scored("board", "7", "4SXN+1 # a fine finesse").splitlines() == [
        "Board 7, dealt by South, North-South and East-West vulnerable",
        "4♠ doubled by North, made with one overtrick (a fine finesse)",
        "   240 NS: 4♠ doubled bid and made: 4 × 30 × 2 = 240. [Law 77 of duplicate bridge]",
        "   200 NS: One overtrick, doubled, vulnerable: 200. [Law 77 of duplicate bridge]",
        "    50 NS: For making a doubled contract: 50. [Law 77 of duplicate bridge]",
        "   500 NS: Game bid and made, vulnerable: 500. [Law 77 of duplicate bridge]",
        "  +990 for North-South",
    ]


def test_one_board_in_json():
    out = scored("board", "7", "4sxn=", "--format", "json")
    assert (
        out
        == '{"board": 7, "dealer": "S", "vulnerable": ["NS", "EW"], "deal": "4SXN=", "score": 790}\n'
    )


@pytest.mark.parametrize(
    ("line", "score"),
    [("4se=", -620), ("4se-1", 100), ("p", 0), ("-", 0), ("4sn= h5s", 420)],
)
def test_the_score_is_as_north_south_see_it(line, score):
    assert json.loads(scored("board", "3", line, "--format", "json"))["score"] == score


def test_a_score_against_north_south_has_a_true_minus_sign():
    assert scored("board", "3", "4se=").splitlines()[-1] == "  −620 for North-South"
    assert scored("board", "1", "p").splitlines()[1:] == [
        "Passed out",
        "     0 for North-South",
    ]


FILE = "\ufeff# table 4\r\n 1  4SN=\r\n\r\n002\tp # nobody dared\r\n1 3nte-2\r\n"


def test_a_file_of_boards_is_one_line_of_json_for_each():
    assert scored(
        "board", "--file", "-", "--format", "json", feed=FILE
    ).splitlines() == [
        '{"board": 1, "dealer": "N", "vulnerable": [], "deal": "4SN=", "score": 420}',
        '{"board": 2, "dealer": "E", "vulnerable": ["NS"], "deal": "P # nobody dared", "score": 0}',
        '{"board": 1, "dealer": "N", "vulnerable": [], "deal": "3NTE-2", "score": 100}',
    ]


def test_a_file_of_boards_in_text_sets_them_apart(tmp_path):
    boards = tmp_path / "boards.txt"
    boards.write_text(FILE, "utf-8")
    blocks = scored("board", "--file", str(boards)).split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [
        "Board 1, dealt by North, nobody vulnerable",
        "Board 2, dealt by East, North-South vulnerable",
        "Board 1, dealt by North, nobody vulnerable",
    ]
    assert blocks[1].splitlines()[1:] == [
        "Passed out (nobody dared)",
        "     0 for North-South",
    ]


def test_an_empty_file_holds_no_board():
    assert scored("board", "--file", "-", feed="# nothing\n\n") == ""


@pytest.mark.parametrize(
    ("feed", "place"),
    [
        ("1 4sn=\n 22 4sn+4\n", "-:2:8: 4♠ cannot make 14 tricks: +3 is the most."),
        ("1 4sn=\n  17\n", "-:2:5: The contract is missing"),
        ("4sn=\n", "-:1:1: A board has a number from 1 to 9999."),
        ("1 4sn=\n---\n", "-:2:1: A board has a number"),
        ("\n  0 4sn=\n", "-:2:3: A board has a number"),
        ("12 4sn= h4n !ew\n", "-:1:13: In contract bridge a revoke is entered"),
        ("12 4sn= h4n ve\n", "-:1:13: A hand void of trumps"),
        ("12 4rn=\n", "-:1:5: Royals are bid in royal auction only."),
        (b"1 p\n2 4s\xffn=\n", "-:2:5: This is not text in UTF-8."),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_refused_line_says_where_and_nothing_is_printed(feed, place, form):
    code, out, err = run("board", "--file", "-", "--format", form, feed=feed)
    assert (code, out) == (2, "")
    assert err.startswith(place)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("board", "deal", "refusal"),
    [
        ("0", "4sn=", "board:1:1: A board has a number from 1 to 9999.\n"),
        ("x", "4sn=", "board:1:1: A board has a number from 1 to 9999.\n"),
        ("-1", "4sn=", "board:1:1: A board has a number from 1 to 9999.\n"),
        ("7", "4sn+4", "deal:1:4: 4♠ cannot make 14 tricks: +3 is the most.\n"),
        (
            "7",
            "4sn= ve",
            "deal:1:6: A hand void of trumps (chicane) scores in royal auction only.\n",
        ),
        (
            "7",
            "4sn= h100s ve",  # h100 can be read by the rules of contract bridge alone
            "deal:1:12: A hand void of trumps (chicane) scores in royal auction only.\n",
        ),
    ],
)
def test_a_refused_board_says_where(board, deal, refusal):
    assert run("board", board, deal) == (2, "", refusal)


def test_a_file_of_boards_that_is_not_there_is_refused(tmp_path):
    missing = tmp_path / "none.txt"
    refusal = f"{missing}:1:1: This file cannot be read: No such file or directory.\n"
    assert run("board", "--file", str(missing)) == (2, "", refusal)
