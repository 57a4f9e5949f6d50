"""PBN with results of several programs, read into sessions. All names and figures are made up."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.duplicate.outcomes import Artificial, NotPlayed, Split, single
from scoring.errors import ScoringError
from scoring.text.lines import InvalidLine
from scoring.text.reading import pbn_results, pbn_tables
from scoring.text.reading.comparing import compared
from scoring.text.reading.pbn_results import read_pbn_results
from scoring.values import Side
from tests.scoring.hands.made_up_hands import PRINTED

FRENCH = r"""% PBN 2.1
[Event "Open de la ville - Séance 5"]
[Site "Le club"]
[Date "2022.02.06"]
[Board "28"]
[Dealer "W"]
[Vulnerable "NS"]
[Scoring "MatchPoints;MP1"]
[Competition "Pairs"]
[Application "Some program"]
[ScoreTable "Table\2R;Round\2R;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;Score_NS\6R;Score_EW\6R;MP_NS\4R;MP_EW\4R;Percentage_NS\3R;Percentage_EW\3R"]
19 14  4 11 2HX  S  8 S6   "670"      -  6.0  0.0 100   0
20 14  5 10 Pass -  - -      "0"      -  4.0  2.0  67  33
21 14  6  9 2H   S  7 D2       -  "100"  1.0  5.0  17  83
 2 14 28 30 2N   N  7 C6       -  "100"  1.0  5.0  17  83
[OptimumScore "NS 110"]
[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]
W  S  6
"""  # noqa: E501
TOTALS = """[TotalScoreTable "Rank\\3R;PairId\\2R;Names;TotalMP\\5R;MeanPercentage\\5R;Direction\\2"]
1 1 "Ann Smith;Bob [robot]" 2 100.00 NS
2 2 "Cleo;Dan {2}" 0 0.00 NS
1 1 "Eve;Finn" 2.0 100.00 EW
2 2 "Gail;Hugo" 0 0.00 EW
"""
MITCHELL = f"""[Event "Monday"]
[Board "1"]
[Scoring "MP"]
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;MP_NS;MP_EW"]
1 2 4S N 10 420 - 2 0
2 1 4S N 9 - 50 0 2
{TOTALS}"""
GAMES = "".join(
    f"""[Event "Turniej par"]
[Date "2026.09.02 18:{table:02}"]
[Board "01"]
[Dealer "North"]
[Vulnerable "Neither"]
[Deal "{PRINTED}"]
[North "N{table}"]
[South "S{table}"]
[East "E{table}"]
[West "W{table}"]
[Contract "{contract}"]
[Declarer "{declarer}"]
[Result "{tricks}"]
[Auction "N"]
Pass 1C Pass 1S
Pass Pass Pass
[Note "1:weak; or [strong]"]
[Play "S"]
DJ D3 - -

"""
    for table, contract, declarer, tricks in (
        (1, "5Cx", "N", 8),
        (2, "4H", "W", 10),
        (3, "Pass", "", ""),
    )
)


def only(text):
    (session,) = read_pbn_results(text.encode())
    return session


def refusal(text):
    with pytest.raises(InvalidLine) as refused:
        for session in read_pbn_results(text.encode()):
            compared(session)
    return refused.value.line, refused.value.message


def test_a_table_of_scores_is_read_with_its_awards():
    session = only(FRENCH)
    assert (session.name, session.club, session.day) == (
        "Open de la ville - Séance 5", "Le club", date(2022, 2, 6),
    )  # fmt: skip
    assert (session.scoring, session.program) == ("matchpoints", "Some program")
    found = [
        (play.ns, play.ew, play.outcome.points, str(play.outcome.deal), play.line)
        for play in session.plays
    ]
    assert found == [
        (4, 11, 670, "2HXS=", 12), (5, 10, 0, "P", 13), (6, 9, -100, "2HS-1", 14), (28, 30, -100, "2NTN-1", 15),
    ]  # fmt: skip
    assert [play.lead for play in session.plays] == ["S6", "", "D2", "C6"]
    assert compared(session).differences == ()


def test_a_ranking_gives_names_lines_and_figures():
    session = only(MITCHELL)
    entries = [(entry.number, entry.line, entry.names) for entry in session.entries]
    assert entries == [
        (1, Side.NS, ("Ann Smith", "Bob [robot]")), (2, Side.NS, ("Cleo", "Dan {2}")),
        (101, Side.EW, ("Eve", "Finn")), (102, Side.EW, ("Gail", "Hugo")),
    ]  # fmt: skip
    assert [(play.ns, play.ew) for play in session.plays] == [(1, 102), (2, 101)]
    found = compared(session)
    assert (found.contest.rules.winners, found.differences) == (2, ())


def test_numbers_that_both_lines_have_are_those_of_two_pairs():
    text = (
        MITCHELL.replace(TOTALS, "")
        .replace("1 2 4S", "1 1 4S")
        .replace("2 1 4S", "2 2 4S")
    )
    session = only(text)
    assert [(play.ns, play.ew) for play in session.plays] == [(1, 101), (2, 102)]
    assert [entry.line for entry in session.entries] == [
        Side.NS,
        Side.EW,
        Side.NS,
        Side.EW,
    ]
    without = (
        TOTALS.replace(";Direction\\2", "")
        .replace(" NS\n", "\n")
        .replace(" EW\n", "\n")
    )
    session = only(MITCHELL.replace(TOTALS, without))
    assert [entry.line for entry in session.entries] == [
        Side.NS,
        Side.NS,
        Side.EW,
        Side.EW,
    ]


def test_a_game_for_each_result_gives_pairs_by_their_names():
    session = only(GAMES)
    assert [entry.names for entry in session.entries[:2]] == [
        ("N1", "S1"),
        ("E1", "W1"),
    ]
    assert [entry.line for entry in session.entries[:2]] == [Side.NS, Side.EW]
    assert [(play.ns, play.ew, play.outcome.points) for play in session.plays] == [
        (1, 2, -500), (3, 4, -420), (5, 6, 0),
    ]  # fmt: skip
    assert (session.day, [board.number for board in session.hands]) == (
        date(2026, 9, 2),
        [1],
    )
    assert [play.line for play in session.plays] == [3, 23, 43]


def test_players_who_change_partners_play_an_individual():
    def game(board, north, south, tricks):
        players = f'[North "{north}"][South "{south}"][East "E"][West "W"]'
        return f'[Board "{board}"]{players}[Contract "1NT"][Declarer "N"][Result "{tricks}"]\n\n'

    session = only(game(1, "A", "B", 7) + game(2, "A", "C", 8))
    play = session.plays[0]
    assert [entry.names for entry in session.entries] == [
        ("A",),
        ("E",),
        ("B",),
        ("W",),
        ("C",),
    ]
    assert (play.ns, play.ew, play.south, play.west) == (1, 2, 3, 4)


def test_a_robot_may_sit_at_several_tables_with_several_partners():
    def game(north, south, east, west):
        players = f'[North "{north}"][South "{south}"][East "{east}"][West "{west}"]'
        return f'[Board "1"]{players}[Contract "1NT"][Declarer "N"][Result "7"]\n\n'

    session = only(game("A", "GiB", "GiB", "B") + game("C", "GiB", "D", "E"))
    names = [entry.names for entry in session.entries]
    assert names == [("A", "GiB"), ("B", "GiB"), ("C", "GiB"), ("D", "E")]


def test_hands_that_are_not_all_known_are_left_out():
    some_hands = f"N:{PRINTED[2:].split()[0]} - - -"
    assert only(GAMES.replace(PRINTED, some_hands)).hands == ()


def test_two_rooms_are_a_match_of_teams():
    def game(room, tricks):
        about = f'[Room "{room}"][HomeTeam "Lions"][VisitTeam "Tigers"][Scoring "IMP"]'
        return f'[Board "2"]{about}[Contract "4S"][Declarer "N"][Result "{tricks}"]\n\n'

    session = only(game("Open", 10) + game("Closed", 9))
    assert session.scoring == "team-imps"
    assert [entry.team for entry in session.entries] == ["Lions", "Tigers"]
    assert [(play.ns, play.ew) for play in session.plays] == [(1, 2), (2, 1)]
    assert compared(session).result.matches[0].one.points == 12


def test_scores_and_tricks_may_name_a_side():
    players = '[North "A"][South "B"][East "C"][West "D"]'
    head = f'[Board "1"]{players}[Contract "3NT"]'
    assert (
        only(f'{head}[Declarer "^E"][Result "EW 9 NS 4"]').plays[0].outcome.points
        == -400
    )
    assert only(f'{head}[Declarer "W"][Score "EW 400"]').plays[0].outcome.points == -400
    assert only(f'{head}[Declarer "W"][Score "400"]').plays[0].outcome.points == -400
    assert (
        only(f'{head}[Declarer "W"][Score "NS 50"][ScoreMP "NS 12.5"]')
        .plays[0]
        .ns_award.value
        == 12.5
    )


def table(columns, *rows):
    return f'[Event "E"]\n[Board "1"]\n[ScoreTable "{columns}"]\n' + "".join(
        f"{row}\n" for row in rows
    )


@pytest.mark.parametrize(
    ("columns", "row", "wanted"),
    [
        (
            "PairId_NS;PairId_EW;Score_NS;Score_EW;MP_NS;MP_EW",
            "5 6 - - ^1.2 ^0.8",
            Artificial(60, 40),
        ),
        (
            "PairId_NS;PairId_EW;Score_NS;Score_EW;IMP_NS;IMP_EW",
            "5 6 - - ^3 ^-3",
            Artificial(60, 40),
        ),
        (
            "PairId_NS;PairId_EW;Score_NS;Score_EW;Percentage_NS;Percentage_EW",
            "5 6 - - ^60 ^60",
            Artificial(60, 60),
        ),
        (
            "PairId_NS;PairId_EW;Score_NS;Score_EW;MP_NS;MP_EW",
            "5 6 - - - -",
            NotPlayed(),
        ),
        (
            "PairId_NS;PairId_EW;Score_NS;Score_EW;MP_NS;MP_EW",
            "5 6 420 50 2 0",
            Split(single(420), single(50)),
        ),
    ],
)
def test_rows_without_a_result_have_the_score_of_their_points(columns, row, wanted):
    text = table(columns, "1 2 420 - 2 0", "3 4 - 50 0 2", row)
    assert only(text).plays[2].outcome == wanted


def test_rows_may_run_over_lines_and_names_may_have_blanks():
    assert (
        len(only(table("PairId_NS;PairId_EW;Score_NS", "1 2", "420 3", "4 50")).plays)
        == 2
    )
    session = only(table("Score_NS;PairId_NS;PairId_EW;Names_EW", "420 1 2 Ann Smith"))
    assert session.entries[1].names == ("Ann Smith",)


@pytest.mark.parametrize(
    ("words", "columns", "scoring"),
    [
        ("IMP", "", "cross-imps"),
        ("Butler", "", "butler"),
        ("IMP;Cross1", "", "cross-imps"),
        ("Total", "", "aggregate"),
        ("", ";IMP_NS", "cross-imps"),
        ("", "", "matchpoints"),
    ],
)
def test_the_scoring_follows_from_the_words_or_the_columns(words, columns, scoring):
    cell = " 3" if columns else ""
    text = f'[Scoring "{words}"]\n' + table(
        f"PairId_NS;PairId_EW;Score_NS{columns}", f"1 2 420{cell}"
    )
    assert only(text.replace('[Event "E"]\n', "")).scoring == scoring


def test_every_event_and_day_is_a_session_of_its_own():
    two = MITCHELL + "\n" + MITCHELL.replace("Monday", "Tuesday")
    assert [session.name for session in read_pbn_results(two.encode())] == [
        "Monday",
        "Tuesday",
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "There is no result in here"),
        (f'[Board "1"]\n[Deal "{PRINTED}"]\n', 1, "There is no result in here"),
        (MITCHELL.replace("10 420 - 2 0", "10 420 - 2"), 5, "This table has 9 columns, and this row has 8"),
        (MITCHELL.replace("10 420", "14 420"), 5, "“14” is no number of tricks"),
        (MITCHELL.replace('[Board "1"]', '[Board "no"]'), 2, "A board has a number"),
        (MITCHELL.replace("1 2 4S", "- 2 4S"), 5, "This row names no pair"),
        (MITCHELL.replace("2 2 \"Cleo", "2 1 \"Cleo"), 9, "There is an entry 1 already"),
        (MITCHELL.replace("2 1 4S", "1 1 4S"), 6, "Entry 1 has played board 1 already"),
        (GAMES.replace('[North "N2"]\n[South "S2"]\n', ""), 23, "has no names of its players"),
        (GAMES.replace('"North"', '"South"'), 4, "The dealer of board 1 is North"),
        (GAMES.replace('"5Cx"', '"9C"'), 3, "“9C” is no contract"),
        (GAMES + GAMES.replace(PRINTED, PRINTED[::-1][:0] + "N:x"), 66, "A deal has four hands"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_line_and_reason(text, line, words):
    found = refusal(text)
    assert words in found[1]
    assert found[0] == line


def test_a_file_has_bounds(monkeypatch):
    monkeypatch.setattr(pbn_results, "MOST_GAMES", 2)
    assert refusal(GAMES) == (41, "A file has at most 2 games.")
    monkeypatch.setattr(pbn_tables, "MOST_ROWS", 1)
    assert refusal(MITCHELL) == (9, "A table has at most 1 rows.")


@given(some.data())
def test_a_changed_file_is_read_or_refused_by_the_house(data):
    content = data.draw(some.sampled_from([FRENCH, MITCHELL, GAMES])).encode()
    start = data.draw(some.integers(0, len(content)))
    end = start + data.draw(some.integers(0, 40))
    put = data.draw(some.binary(max_size=8) | some.sampled_from(MARKS))
    try:
        for session in read_pbn_results(content[:start] + put + content[end:]):
            compared(session)
    except ScoringError as refused:
        assert isinstance(refused, InvalidLine)
        assert refused.line >= 1 and refused.column >= 1


MARKS = [
    b'[Room "Closed"]', b"\n\n", b'"', b"\\", b"^", b"?", b"-", b"99999", b"[Board \"1\"]", b"IMP", b"Total",
    b"\xc2\xb2", b"##", b"#", b";", b"{", b"TotalVP", b"Percentage_NS",
]  # fmt: skip
