"""PBN files: boards are read from the files of any program and written in the export format."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.hands import checked_boards
from scoring.text.hands.deal_tag import deal_text
from scoring.text.hands.pbn_file import read_pbn, read_pbn_sessions
from scoring.text.hands.pbn_lines import pbn_lines
from scoring.text.lines import InvalidLine
from tests.scoring.hands.made_up_hands import PRINTED, board_sets

OTHER = "E:.KQ2.QT9.AK98543 KT653.95.853.T76 J987.JT7643.A4.Q AQ42.A8.KJ762.J2"


def read(text):
    return [
        (board.number, deal_text(board.layout)) for board in read_pbn(text.encode())
    ]


def refusal(content):
    with pytest.raises(InvalidLine) as refused:
        read_pbn(content if isinstance(content, bytes) else content.encode())
    return refused.value.line, refused.value.column, refused.value.message


@given(board_sets())
def test_what_is_written_reads_back(boards):
    ordered = checked_boards(boards)
    written = "".join(pbn_lines(ordered, event="Thursday “pairs”", date="2026.11.22"))
    assert read_pbn(written.encode("latin-1")) == ordered
    assert max(map(len, written.split("\r\n"))) <= 255


def test_the_export_format_has_fifteen_tags_in_their_order():
    boards = read_pbn(f'[Board "7"][Deal "{PRINTED}"]'.encode())
    written = "".join(pbn_lines(boards, event='The "Cup"\\1'))
    assert written == (
        "% PBN 2.1\r\n% EXPORT\r\n%Content-type: text/x-pbn; charset=ISO-8859-1\r\n%Creator: Clubscore\r\n\r\n"
        '[Event "The \\"Cup\\"\\\\1"]\r\n[Site ""]\r\n[Date ""]\r\n[Board "7"]\r\n[West ""]\r\n[North ""]\r\n'
        f'[East ""]\r\n[South ""]\r\n[Dealer "S"]\r\n[Vulnerable "All"]\r\n[Deal "{PRINTED}"]\r\n[Scoring ""]\r\n'
        '[Declarer ""]\r\n[Contract ""]\r\n[Result ""]\r\n\r\n'
    )


def test_comments_escapes_auctions_and_tables_are_passed_over():
    text = f"""% an escaped line with [Deal "nonsense"]
{{ a comment with [Board "99"]
  over two lines }}
[Event "Cup"] ; a comment [Board "98"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[ Deal
  "{PRINTED}" ]
[Auction "N"]
1S =1= Pass 2NT $3 AP
[Note "1:a \\"[quoted]\\" bracket"]
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 7
"""
    assert read(text) == [(1, PRINTED)]


def test_several_tags_stand_on_a_line_and_line_ends_are_those_of_any_system():
    one = f'[Board "1"][Deal "{PRINTED}"]'
    for end in ("\n", "\r\n", "\r"):
        assert read(one + end + end + f'[board "2"] [DEAL "{PRINTED}"]') == [
            (1, PRINTED),
            (2, PRINTED),
        ]
    assert read_pbn(b"\xef\xbb\xbf" + one.encode()) == read_pbn(one.encode())
    assert read_pbn(b'[Event "Caf\xe9"]' + one.encode()) == read_pbn(one.encode())


def test_games_without_an_empty_line_are_told_apart_by_their_first_tag():
    assert read(
        f'[Board "1"]\n[Deal "{PRINTED}"]\n[Board "2"]\n[Deal "{PRINTED}"]\n'
    ) == [(1, PRINTED), (2, PRINTED)]
    assert (
        read(
            f'[Event ""]\n[Board "1"]\n[Deal "{PRINTED}"]\n[Event ""]\n[Board "2"]\n[Deal "{PRINTED}"]\n'
        )[1][0]
        == 2
    )


def test_a_board_may_be_there_for_every_table_that_played_it():
    game = f'[Board "3"]\n[Deal "{PRINTED}"]\n\n'
    again = '[Board "#"]\n[Deal "#"]\n[Table "2"]\n\n'
    assert read(game + again + game) == [(3, PRINTED)]
    assert refusal(game + f'[Board "3"]\n[Deal "{OTHER}"]\n') == (
        5, 8, "Board 3 has other cards here than in line 2.",
    )  # fmt: skip


def test_a_value_may_hold_for_all_games_that_follow():
    assert read(f'[Deal "##{PRINTED}"]\n[Board "1"]\n\n[Board "2"]\n') == [
        (1, PRINTED),
        (2, PRINTED),
    ]


def test_a_game_without_cards_is_none_for_us():
    assert read(
        f'[Board "1"]\n[Result "9"]\n\n[Board "2"]\n[Deal "{PRINTED}"]\n\n[Board "3"][Deal "?"]'
    ) == [(2, PRINTED)]


@pytest.mark.parametrize(
    ("number", "spelling"),
    [
        (1, "None"),
        (1, "Love"),
        (1, "-"),
        (1, "Neither"),
        (2, "NS"),
        (2, "N-S"),
        (3, "E/W"),
        (3, "ew"),
        (4, "All"),
        (4, "Both"),
        (4, ""),
        (4, "?"),
    ],
)
def test_vulnerability_has_several_spellings(number, spelling):
    assert (
        read(f'[Board "{number}"][Vulnerable "{spelling}"][Deal "{PRINTED}"]')[0][0]
        == number
    )


@pytest.mark.parametrize(
    ("number", "spelling"), [(1, "North"), (2, "east"), (3, "SOUTH"), (4, " w ")]
)
def test_the_dealer_is_a_letter_or_a_word(number, spelling):
    text = f'[Board "{number}"][Dealer "{spelling}"][Deal "{PRINTED}"]'
    assert read(text) == [(number, PRINTED)]


@pytest.mark.parametrize("rest", ["\n", ' [Site ""]\n', ' ; a "comment"\n'])
def test_a_value_may_end_in_a_backslash_that_is_not_doubled(rest):
    text = f'[Annotator "C:\\Bridge\\"]{rest}[Board "1"]\n[Deal "{PRINTED}"]\n'
    assert read(text) == [(1, PRINTED)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
def test_a_file_may_be_in_utf_16_if_it_begins_with_the_mark(encoding):
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    text = f'{mark}[Event "Łódź"]\r\n[Board "1"]\r\n[Deal "{PRINTED}"]\r\n'
    assert read_pbn(text.encode(encoding))[0].number == 1
    assert read_pbn_sessions(text.encode(encoding))[0].title == "Łódź"


def test_a_name_in_a_table_may_have_brackets():
    table = '[ScoreTable "PairId_NS;Names_NS"]\n1 "Robot [GiB];{Ann"\n'
    assert read(f'[Board "1"]\n[Deal "{PRINTED}"]\n{table}') == [(1, PRINTED)]


def test_a_file_of_several_sessions_has_a_set_of_boards_for_each():
    def games(event, *boards):
        return "".join(
            f'[Event "{event}"]\n[Date "2026.11.2{event[-1]} 19:30"]\n[Board "{number}"]\n[Deal "{deal}"]\n\n'
            for number, deal in boards
        )

    first = games("Pairs 1", (2, PRINTED), (1, OTHER))
    second = games("Pairs 2", (1, PRINTED), (2, PRINTED))
    sessions = read_pbn_sessions((first + second).encode())
    assert [
        (session.title, [board.number for board in session.boards])
        for session in sessions
    ] == [("Pairs 1, 2026.11.21", [1, 2]), ("Pairs 2, 2026.11.22", [1, 2])]
    assert read_pbn((first + second).encode()) == sessions[0].boards


def test_events_that_agree_about_all_boards_are_one_session():
    text = f'[Event "A"][Board "1"][Deal "{PRINTED}"]\n\n[Event "B"][Board "2"][Deal "{OTHER}"]'
    assert [board for board, _ in read(text)] == [1, 2]


def test_a_file_may_be_larger_than_a_megabyte():
    comment = "{" + "a long auction " * 100_000 + "}\n"
    assert read(comment + f'[Board "1"][Deal "{PRINTED}"]') == [(1, PRINTED)]


GOOD = f'[Board "1"]\n[Deal "{PRINTED}"]\n'


@pytest.mark.parametrize(
    ("content", "line", "column", "message"),
    [
        ("", 1, 1, "There is no deal in here"),
        ('[Board "1"]\n', 1, 1, "There is no deal in here"),
        (b"PK\x03\x04\0\0", 1, 1, "This is not PBN: it is not plain text"),
        (GOOD.encode("utf-32"), 1, 1, "This is not PBN: it is not plain text"),
        (b"\xff\xfe\0\xd8", 1, 1, "This is not PBN: it is not plain text"),
        (GOOD + "\n{ no end", 4, 1, "This comment begins with { and has no }"),
        (GOOD + "\n  [Board 2]", 4, 3, "A tag is a name and a value in quotes"),
        (GOOD + '\n[Board "2]\n', 4, 1, "A tag is a name and a value in quotes"),
        (f'\n\n[Deal "{PRINTED}"]', 3, 8, "This deal has no number"),
        (
            f'[Board "0"]\n[Deal "{PRINTED}"]',
            1,
            9,
            "A board has a number from 1 to 9999",
        ),
        (f'[Board "one"]\n[Deal "{PRINTED}"]', 1, 9, "A board has a number"),
        (
            f'[Board "#"]\n[Deal "{PRINTED}"]',
            1,
            9,
            "“#” stands for the Board of the game before, and there is none",
        ),
        (
            f'[Board "1"]\n[Board "2"]\n[Deal "{PRINTED}"]',
            2,
            9,
            "This game has two tags Board",
        ),
        (
            f'[Board "1"]\n[Dealer "S"]\n[Deal "{PRINTED}"]',
            2,
            10,
            "The dealer of board 1 is North .Law 2., not “S”",
        ),
        (
            f'[Board "1"]\n[Dealer "East"]\n[Deal "{PRINTED}"]',
            2,
            10,
            "The dealer of board 1 is North .Law 2., not “East”",
        ),
        (
            f'[Board "1"]\n[Vulnerable "NS"]\n[Deal "{PRINTED}"]',
            2,
            14,
            "On board 1 Vulnerable is None .Law 2., not “NS”",
        ),
        (
            f'[Board "1"]\n[Deal "{PRINTED.replace("J987", "J9X7")}"]',
            2,
            12,
            "“X” is not a rank",
        ),
        (
            f'[Board "1"]\n[Deal\n   "{PRINTED.replace("J987", "J98")}"]',
            3,
            7,
            "North has 12 cards",
        ),
    ],
)
def test_a_bad_file_is_refused_with_line_and_column(content, line, column, message):
    found = refusal(content)
    assert found[:2] == (line, column)
    assert re.search(message, found[2])


def test_a_set_has_not_more_boards_than_there_is_room_for():
    games = "".join(
        f'[Board "{number}"]\n[Deal "{PRINTED}"]\n\n' for number in range(1, 130)
    )
    assert refusal(games) == (
        386,
        8,
        "A set has at most 128 boards, and this is one more.",
    )


@given(
    some.binary(max_size=200)
    | some.text(alphabet='[]{}";%\\#NESWDeal:.- \n', max_size=200).map(str.encode)
)
def test_whatever_comes_is_read_or_refused_with_a_place(content):
    try:
        assert read_pbn(content)
    except InvalidLine as refused:
        assert refused.line >= 1 and refused.column >= 1


@given(board_sets(), some.integers(0, 10_000), some.sampled_from('"[]{}.XA \n'))
def test_a_file_with_one_mark_changed_is_read_or_refused_with_a_place(boards, at, mark):
    written = "".join(pbn_lines(checked_boards(boards)))
    at %= len(written)
    try:
        read_pbn((written[:at] + mark + written[at + 1 :]).encode())
    except InvalidLine as refused:
        assert 1 <= refused.line <= written.count("\n") + 2
