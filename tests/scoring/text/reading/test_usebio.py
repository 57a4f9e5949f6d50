"""USEBIO files of several programs, read into sessions."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.duplicate.outcomes import (
    Artificial,
    Average,
    NotPlayed,
    Played,
    Split,
    single,
)
from scoring.errors import ScoringError
from scoring.text.hands.deal_tag import deal_text
from scoring.text.lines import InvalidLine
from scoring.text.reading.comparing import compared
from scoring.text.reading.printed import PrintedNumber
from scoring.text.reading.usebio import read_usebio
from scoring.values import Side
from tests.scoring.hands.made_up_hands import PRINTED
from tests.scoring.text.reading.made_up_files import (
    BOARDS,
    MITCHELL,
    NAMES,
    board,
    event,
    flat,
    line,
    nested,
    pair,
    texts,
    usebio,
    xml,
)


def only(content):
    (session,) = read_usebio(content)
    return session


def outcome(**of_line):
    """The outcome of a line on board 1, with the sentence if the file contradicts itself."""
    boards = [board(1, line("1NS", "1EW", **of_line), line("2NS", "2EW", score=100))]
    play = only(flat(boards=boards)).plays[0]
    return play.outcome, play.doubt


def refusal(content):
    with pytest.raises(InvalidLine) as refused:
        read_usebio(content)
    return refused.value.line, refused.value.message


def test_a_flat_file_has_its_session_with_entries_plays_and_figures():
    session = only(flat())
    assert (session.name, session.day) == ("Monday Pairs", date(2024, 11, 18))
    assert (session.club, session.club_number) == ("Old Mill Bridge Club", "3070")
    assert (session.program, session.winners) == ("Compscore3", 2)
    assert (session.scoring, session.printed_scoring) == ("matchpoints", "MP_PAIRS")
    first = session.entries[0]
    assert (first.label, first.line, first.place) == ("1NS", Side.NS, 1)
    assert first.names == ("Ann Smith", "Bob Jones")
    assert first.national_ids == ("101", "102")
    assert first.percent == PrintedNumber(Fraction(100), 2)
    play = session.plays[0]
    assert (play.board, play.ns, play.ew) == (1, 1, 101)
    assert (play.outcome.points, str(play.outcome.deal)) == (420, "4SN=")
    assert (play.ns_award.value, play.ew_award.value) == (2, 0)


def test_a_nested_file_keeps_the_sections_apart():
    session = only(nested(("A", MITCHELL, BOARDS), ("B", MITCHELL, BOARDS)))
    assert session.sections == ("A", "B")
    numbers = [(entry.section, entry.label, entry.number) for entry in session.entries]
    assert numbers == [
        ("A", "1NS", 1), ("A", "2NS", 2), ("A", "1EW", 101), ("A", "2EW", 102),
        ("B", "1NS", 201), ("B", "2NS", 202), ("B", "1EW", 301), ("B", "2EW", 302),
    ]  # fmt: skip
    assert [(play.section, play.ns) for play in session.plays[::2]] == [
        ("A", 1), ("A", 1), ("B", 201), ("B", 201),
    ]  # fmt: skip


def test_pairs_of_one_list_keep_their_numbers():
    howell = [pair(number, *NAMES[number - 1]) for number in (1, 2, 3, 4)]
    boards = [board(1, line(1, 2, score=110), line("3", "004", score=-50))]
    session = only(flat(participants=howell, boards=boards, WINNER_TYPE="1"))
    assert [(play.ns, play.ew) for play in session.plays] == [(1, 2), (3, 4)]
    assert {entry.line for entry in session.entries} == {None}


def test_one_number_may_be_that_of_two_pairs_in_two_directions():
    two = [pair(1, *NAMES[0], DIRECTION="NS"), pair(1, *NAMES[1], DIRECTION="EW")]
    session = only(flat(participants=two, boards=[board(1, line(1, 1, score=110))]))
    assert [entry.number for entry in session.entries] == [1, 101]
    assert (session.plays[0].ns, session.plays[0].ew) == (1, 101)


def test_numbers_may_be_attributes_and_lines_may_be_in_a_traveller():
    inner = xml("TRAVELLER", line("1NS", "1EW", score=110))
    own = xml(
        "TRAVELLER", *texts(NS_PAIR_NUMBER="2NS", EW_PAIR_NUMBER="2EW", SCORE="50")
    )
    players = [xml("PLAYER", PLAYER_NAME="Ann", NATIONAL_ID_NUMBER="7")]
    participants = [xml("PAIR", *players, PAIR_NUMBER="1NS", DIRECTION="NS")]
    session = only(flat(participants=participants, boards=[board(1, inner, own)]))
    assert (session.entries[0].names, session.entries[0].national_ids) == (
        ("Ann",),
        ("7",),
    )
    assert [play.outcome.points for play in session.plays] == [110, 50]


@pytest.mark.parametrize(
    ("of_line", "points", "deal"),
    [
        ({"contract": "4SX", "by": "N", "tricks": 11, "score": 690}, 690, "4SXN+1"),
        ({"contract": "4 S x", "by": "N", "tricks": "+1", "score": ""}, 690, "4SXN+1"),
        ({"contract": "1NT", "by": "East", "tricks": 5, "score": "100"}, 100, "1NTE-2"),
        ({"contract": "3H", "by": "W", "tricks": 9, "score": "-140"}, -140, "3HW="),
        ({"contract": "3H", "by": "W", "tricks": 9, "score": "140"}, -140, "3HW="),
        ({"contract": "3N*", "by": "S", "tricks": "=", "score": ""}, 550, "3NTXS="),
        ({"contract": "4S", "by": "N", "tricks": "", "score": "450"}, 450, "4SN+1"),
        ({"contract": "PASS", "by": "N", "tricks": 0, "score": 0}, 0, "P"),
        ({"contract": "All Pass", "score": ""}, 0, "P"),
    ],
)  # fmt: skip
def test_a_contract_is_read_with_its_tricks_or_its_score(of_line, points, deal):
    found, doubt = outcome(**of_line)
    assert (found.points, str(found.deal), doubt) == (points, deal, "")


@pytest.mark.parametrize(
    ("text", "lead"),
    [("9H", "H9"), ("S4", "S4"), ("TC", "CT"), ("10D", "DT"), ("x", "")],
)
def test_a_lead_is_read_in_both_orders(text, lead):
    boards = [board(1, line("1NS", "1EW", "4S", "N", 10, 420, LEAD=text))]
    assert only(flat(boards=boards)).plays[0].lead == lead


def test_a_score_without_contract_counts_as_it_is():
    assert outcome(score="-170") == (Played(-170), "")
    assert outcome(contract="", score="620.0") == (Played(620), "")


def test_a_score_of_another_result_counts_and_is_told():
    found, doubt = outcome(contract="4S", by="N", tricks=10, score=450)
    assert found == Played(450)
    assert doubt == "4SN= on board 1 scores 420, and the file has 450, which counts."


@pytest.mark.parametrize(
    ("of_line", "wanted"),
    [
        ({"score": "A6040"}, Artificial(60, 40)),
        ({"score": "A50"}, Artificial(50, 50)),
        ({"score": "A60/40"}, Artificial(60, 40)),
        ({"contract": "60%-40%", "score": ""}, Artificial(60, 40)),
        ({"score": "AVE"}, Artificial(Average.EVEN, Average.EVEN)),
        ({"score": "AVE+"}, Artificial(Average.PLUS, Average.MINUS)),
        ({"score": "AVE+/AVE+"}, Artificial(Average.PLUS, Average.PLUS)),
        ({"contract": "NP", "score": "0"}, NotPlayed()),
        ({"contract": "", "score": ""}, NotPlayed()),
        ({"NS_SCORE": "60%", "EW_SCORE": "40%"}, Artificial(60, 40)),
        ({"NS_SCORE": "-50", "EW_SCORE": "-420"}, Split(single(-50), single(-420))),
        ({"NS_SCORE": "420", "EW_SCORE": "-420"}, Played(420)),
    ],
)
def test_scores_without_a_result_are_read(of_line, wanted):
    assert outcome(**of_line) == (wanted, "")


def test_a_line_with_matchpoints_alone_counts_as_their_percentage():
    boards = [board(1, line("1NS", "1EW", score="", mps=("3.4", "2.6")))]
    session = only(flat(boards=boards))
    assert session.plays[0].outcome == Artificial(57, 43)
    assert session.notes == (
        "Board 1, 1NS against 1EW: there is no score, so it counts as 57 % by its matchpoints.",
    )


@pytest.mark.parametrize(
    ("kind", "words", "scoring", "others"),
    [
        ("CROSS_IMP_POINTS", {"event_type": "CROSS_IMP"}, "cross-imps", ()),
        ("BUTLER_POINTS", {"event_type": "BUTLER_PAIRS"}, "butler", ()),
        ("IMPS", {"BOARD_SCORING_METHOD": "BUTLER_IMPS"}, "butler", ()),
        ("IMPS", {"BOARD_SCORING_METHOD": "CROSS_IMPS"}, "cross-imps", ()),
        ("IMPS", {"BOARD_SCORING_METHOD": "IMPS"}, "cross-imps", ("butler",)),
        ("MATCH_POINTS", {"BOARD_SCORING_METHOD": "MATCH_POINTS"}, "matchpoints", ()),
        ("OTHER", {"BOARD_SCORING_METHOD": "AGGREGATE"}, "aggregate", ()),
        ("OTHER", {}, "matchpoints", ()),
    ],
)
def test_the_scoring_follows_from_the_awards_or_from_the_words(
    kind, words, scoring, others
):
    boards = [board(1, line("1NS", "1EW", score=50, mps=(3, -3), kind=kind))]
    session = only(flat(boards=boards, **{"event_type": "PAIRS", **words}))
    assert (session.scoring, session.other_scorings) == (scoring, others)


def test_a_swiss_of_pairs_has_its_pairs_in_the_match():
    def match(number, ns, ew, ns_score, *boards):
        about = {"ROUND_NUMBER": number, "NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew}
        scores = {"NS_SCORE": ns_score, "EW_SCORE": 20 - ns_score}
        return xml("MATCH", *texts(**about, **scores), *boards)

    pairs = [pair(number, *NAMES[0], TOTAL_SCORE="20") for number in (3, 12, 5, 8)]
    one = board(1, line(contract="3NT", by="N", tricks=9, score=400))
    two = board(1, line(contract="3NT", by="N", tricks=8, score=-50))
    swiss = {"event_type": "SWISS_PAIRS", "MATCH_SCORING_METHOD": "VPS"}
    matches = [
        match(1, 3, 12, 15, one),
        match(1, 5, 8, 5, two),
        match(2, 3, 5, 10, one),
        match(2, 12, 8, 10, one),
    ]
    session = only(usebio(event(xml("PARTICIPANTS", *pairs), *matches, **swiss)))
    assert session.has_victory_points
    assert [(play.round, play.ns, play.ew) for play in session.plays] == [
        (1, 3, 12), (1, 5, 8), (2, 3, 5), (2, 12, 8),
    ]  # fmt: skip
    assert [(each.one, each.other, each.one_score.value) for each in session.matches][:2] == [
        (3, 12, 15), (5, 8, 5),
    ]  # fmt: skip
    # Board 1 of the second round is another deal, with the dealer and the vulnerability of board 1.
    assert {slot.board for slot in compared(session).contest.slots} == {1, 17}


def team(number, name, *players, pairs=(), **figures):
    named = [xml("PLAYER", *texts(PLAYER_NAME=player)) for player in players]
    return xml(
        "TEAM", *texts(**figures), *named, *pairs, TEAM_ID=number, TEAM_NAME=name
    )


def match_of_teams(*boards, scores=("16.97", "3.03")):
    about = {"ROUND_NUMBER": "1", "TEAM": "11", "OPPOSING_TEAM": "2"}
    return xml(
        "MATCH",
        *texts(**about, TEAM_SCORE=scores[0], OPPOSING_TEAM_SCORE=scores[1]),
        *boards,
    )


def test_teams_have_a_line_for_each_room():
    teams = [
        team(11, "Sharks", "Al", "Bo", "Cy", "Di", TOTAL_SCORE="16.97", PLACE="1"),
        team(2, "Dragons", "Ed", "Fi", "Gu", "Ha", TOTAL_SCORE="3.03", PLACE="2"),
    ]
    boards = [
        board(
            number,
            line(DIRECTION="NS", contract="4 H", by="S", tricks=10, score=420 if number == 6 else 620),
            line(DIRECTION="EW", contract="4H", by="S", tricks=9, score=-50 if number == 6 else -100),
        )
        for number in (2, 6)
    ]  # fmt: skip
    swiss = {"event_type": "SWISS_TEAMS", "MATCH_SCORING_METHOD": "VPS"}
    session = only(
        usebio(event(xml("PARTICIPANTS", *teams), match_of_teams(*boards), **swiss))
    )
    assert session.scoring == "team-imps"
    assert [(entry.team, entry.names[0]) for entry in session.entries] == [
        ("Sharks", "Al"),
        ("Dragons", "Ed"),
    ]
    assert [(play.board, play.ns, play.ew) for play in session.plays] == [
        (2, 11, 2), (2, 2, 11), (6, 11, 2), (6, 2, 11),
    ]  # fmt: skip
    match = compared(session).result.matches[0]
    assert (match.one.entry, match.one.points, match.other.points) == (2, -22, 22)


def test_teams_may_be_named_by_their_pairs():
    teams = [
        team(1, "One", pairs=[pair("11", *NAMES[0]), pair("12", *NAMES[1])]),
        team(2, "Two", pairs=[pair("21", *NAMES[2]), pair("22", *NAMES[3])]),
    ]
    boards = [board(1, line(11, 21, score=420), line(22, 12, score=-50))]
    content = usebio(event(xml("PARTICIPANTS", *teams), *boards, event_type="TEAMS"))
    session = only(content)
    assert [(play.ns, play.ew) for play in session.plays] == [(1, 2), (2, 1)]
    assert session.entries[0].names == (
        "Ann Smith",
        "Bob Jones",
        "Cleo Ünsal",
        "Dan Weiß",
    )


def test_an_individual_has_four_players_at_a_table():
    players = [
        pair(number, element="PLAYER", PLAYER_NAME=f"P{number}")
        for number in range(1, 9)
    ]
    seats = {
        f"{seat}_PLAYER_NUMBER": number
        for seat, number in zip("NSEW", (1, 2, 3, 4), strict=True)
    }
    others = {
        f"{seat}_PLAYER_NUMBER": number
        for seat, number in zip("NSEW", (5, 6, 7, 8), strict=True)
    }
    boards = [board(1, line(**seats, score=420), line(**others, score=-50))]
    session = only(
        usebio(event(xml("PARTICIPANTS", *players), *boards, event_type="INDIVIDUAL"))
    )
    play = session.plays[0]
    assert (play.ns, play.ew, play.south, play.west) == (1, 3, 2, 4)
    assert session.entries[0].names == ("P1",)
    assert [row.entry for row in compared(session).result.lists[0].rows[:4]] == [
        1,
        2,
        7,
        8,
    ]


def test_an_event_of_several_sessions_gives_each_of_them_without_shared_figures():
    parts = [xml("SESSION", *BOARDS, SESSION_ID=name) for name in ("Friday", "Sunday")]
    content = usebio(event(xml("PARTICIPANTS", *MITCHELL), *parts, WINNER_TYPE="2"))
    friday, sunday = read_usebio(content)
    assert (friday.name, sunday.name) == ("Monday Pairs Friday", "Monday Pairs Sunday")
    assert friday.entries[0].names and friday.entries[0].percent is None
    assert compared(sunday).differences == ()


def test_a_file_may_have_several_events():
    one = event(xml("PARTICIPANTS", *MITCHELL), *BOARDS, EVENT_DESCRIPTION="One")
    assert [each.name for each in read_usebio(usebio(one, one))] == ["One", "One"]


def test_hands_are_read_and_incomplete_ones_are_left_out():
    north, east, south, west = deal_text_hands()
    hands = [
        xml("HAND", *texts(DIRECTION=name, **dict(zip(SUITS, hand, strict=True))))
        for name, hand in zip(
            ("North", "East", "South", "West"), (north, east, south, west), strict=True
        )
    ]
    sets = xml("HANDSET", board(1, *hands), board(2, *hands[:3]))
    document = usebio(event(xml("PARTICIPANTS", *MITCHELL), *BOARDS), sets)
    session = only(document)
    assert [(each.number, deal_text(each.layout)) for each in session.hands] == [
        (1, PRINTED)
    ]
    assert session.notes == (
        "The hands of board 2 are not complete, and are left out.",
    )
    twice = [*hands[:3], hands[0].__class__((hands[0][0].replace("North", "West"),))]
    wrong = usebio(event(*BOARDS), xml("HANDSET", board(1, *twice)))
    assert "is with North and with West" in refusal(wrong)[1]


SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def deal_text_hands():
    """The suits of the four hands of a deal, as files write them: with 10, blanks and a dash for a void."""
    hands = []
    for hand in PRINTED[2:].split():
        hands.append(
            [" ".join(suit).replace("T", "10") or "-" for suit in hand.split(".")]
        )
    return hands


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("UTF-8", "Łódź & Zoë"),
        ("UTF-16", "Łódź & Zoë"),
        ("ISO-8859-1", "Müller"),
        ("windows-1252", "O’Hara"),
        ("windows-1250", "Łódź"),
    ],
)
def test_names_are_read_in_the_encoding_that_the_file_declares(encoding, name):
    participants = [pair("1NS", (name, "1"), DIRECTION="NS")]
    content = usebio(
        event(xml("PARTICIPANTS", *participants), *BOARDS), encoding=encoding
    )
    assert only(content).entries[0].names == (name,)


def test_latin_1_that_is_declared_as_utf_8_is_read():
    content = (
        flat()
        .decode()
        .replace("Ann Smith", "Ann Müller")
        .replace("’", "'")
        .encode("latin-1")
    )
    assert only(content).entries[0].names[0] == "Ann Müller"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2024-11-18", date(2024, 11, 18)),
        ("8.1.2024", date(2024, 1, 8)),
        ("31/02/2024", None),
        ("November", None),
    ],
)
def test_days_are_read_in_both_orders_or_noted(text, wanted):
    session = only(flat(day=text))
    assert session.day == wanted
    assert bool(session.notes) == (wanted is None)


@pytest.mark.parametrize(
    ("content", "line_number", "words"),
    [
        (b"<html></html>", 1, "is not USEBIO: it begins with HTML"),
        (usebio(), 3, "no EVENT with results"),
        (usebio(event()), 3, "no EVENT with results"),
        (flat(boards=[board("x", line("1NS", "1EW", score=50))]), 75, "A board has a number"),
        (flat(boards=[board(1, line("1NS", score=50))]), 77, "its pairs are missing"),
        (flat(boards=[board(1, line("1NS", "1EW", score=55))]), 77, "A score is a multiple of ten"),
        (flat(boards=[board(1, line("1NS", "1EW", "8S", "N", 9, 50))]), 77, "“8S” is no contract"),
        (flat(boards=[board(1, line("1NS", "1EW", "4S", "Q", 9, 50))]), 77, "“Q” is no declarer"),
        (flat(boards=[board(1, line("1NS", "1EW", "4S", "N", 14, 50))]), 77, "“14” is no number of tricks"),
        (flat(boards=[board(1, line("1NS", "1EW", score="won"))]), 77, "“WON” is no score"),
        (flat(participants=[*MITCHELL, MITCHELL[0]]), 74, "There is an entry 1NS already"),
        (flat(participants=[pair("", *NAMES[0])]), 14, "has no number"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_line_and_reason(content, line_number, words):
    found = refusal(content)
    assert words in found[1]
    assert found[0] == line_number, content.decode().splitlines()[found[0] - 1]


@given(some.data())
def test_a_changed_file_is_read_or_refused_by_the_house(data):
    content = data.draw(some.sampled_from(WHOLE))
    start = data.draw(some.integers(0, len(content)))
    end = start + data.draw(some.integers(0, 40))
    put = data.draw(some.binary(max_size=8) | some.sampled_from(MARKS))
    try:
        for session in read_usebio(content[:start] + put + content[end:]):
            compared(session)
    except ScoringError as refused:
        assert isinstance(refused, InvalidLine)
        assert refused.line >= 1 and refused.column >= 1


WHOLE = [
    flat(),
    nested(("A", MITCHELL, BOARDS), ("B", MITCHELL, BOARDS)),
    usebio(
        event(
            xml("PARTICIPANTS", team(11, "Sharks", "Al"), team(2, "Dragons", "Ed")),
            match_of_teams(
                board(
                    1, line(DIRECTION="NS", score=420), line(DIRECTION="EW", score=-50)
                )
            ),
            event_type="SWISS_TEAMS",
        )
    ),
]
MARKS = [
    b"<BOARD>", b"</BOARD>", b"&amp;", b"&eacute;", b"9999999999", b"-1", b"A6040", b"<![CDATA[", b"NS", b"EW", b"1",
    b"\xc2\xb2", b"60%", b"VPS", b"SWISS_PAIRS", b"BUTLER", b"CROSS_IMP",
]  # fmt: skip
