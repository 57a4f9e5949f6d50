"""The tables of a BWS file, given as rows. Bridgemates write such rows; these are made up."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.duplicate.outcomes import Artificial, NotPlayed
from scoring.errors import ScoringError
from scoring.text.lines import InvalidLine
from scoring.text.reading.bws import read_bws
from scoring.text.reading.comparing import compared
from scoring.values import Side


def row(
    board,
    ns,
    ew,
    contract="4 S x",
    declarer="N",
    result="=",
    *,
    table=1,
    round_number=1,
    section=1,
    **more,
):
    return {
        "ID": board, "Section": section, "Table": table, "Round": round_number, "Board": board, "PairNS": ns,
        "PairEW": ew, "Declarer": ns, "NS/EW": declarer, "Contract": contract, "Result": result, "LeadCard": "HK",
        "Remarks": "", "Erased": False, **more,
    }  # fmt: skip


TABLES = {
    "Session": [{"ID": 1, "Name": "Thursday", "Date": "2026-11-26 00:00:00"}],
    "Section": [{"ID": 1, "Letter": "A", "Tables": 2, "MissingPair": 0}],
    "RoundData": [
        {"Section": 1, "Table": 1, "Round": 1, "NSPair": 1, "EWPair": 1},
        {"Section": 1, "Table": 2, "Round": 1, "NSPair": 2, "EWPair": 2},
    ],
    "PlayerNumbers": [
        {
            "Section": 1,
            "Table": 1,
            "Direction": "N",
            "Number": "101",
            "Name": "Ann Smith",
        },
        {"Section": 1, "Table": 1, "Direction": "S", "Number": "0", "Name": "Bob"},
        {"Section": 1, "Table": 2, "Direction": "E", "Number": "205", "Name": None},
    ],
    "ReceivedData": [
        row(1, 1, 1),
        row(1, 2, 2, "PASS", "", "", table=2),
        row(2, 1, 2, "3 NT", "W", "-2", round_number=2),
        row(2, 2, 1, "1 C xx", "E", "+1", table=2, round_number=2),
    ],
}


def read(*rows, **tables):
    return read_bws({**TABLES, "ReceivedData": rows, **tables})


def refusal(*rows, **tables):
    with pytest.raises(InvalidLine) as refused:
        read(*rows, **tables)
    return refused.value.line, refused.value.message


def test_results_become_plays_of_two_lines_with_names_and_numbers():
    session = read_bws(TABLES)
    assert (session.name, session.day, session.sections) == (
        "Thursday",
        date(2026, 11, 26),
        ("A",),
    )
    assert [(play.ns, play.ew, str(play.outcome.deal)) for play in session.plays] == [
        (1, 101, "4SXN="), (2, 102, "P"), (1, 102, "3NTW-2"), (2, 101, "1CXXE+1"),
    ]  # fmt: skip
    entries = [
        (entry.number, entry.line, entry.names, entry.national_ids)
        for entry in session.entries
    ]
    assert entries == [
        (1, Side.NS, ("Ann Smith", "Bob"), ("101", "")), (101, Side.EW, (), ()),
        (2, Side.NS, (), ()), (102, Side.EW, ("",), ("205",)),
    ]  # fmt: skip
    assert compared(session).contest.rules.winners == 2


def test_erased_rows_do_not_count_and_a_later_row_corrects_an_earlier_one():
    rows = [row(1, 1, 1), row(1, 1, 1, result="-1"), row(1, 2, 2, table=2, Erased=True)]
    assert [(str(play.outcome.deal), play.lead) for play in read(*rows).plays] == [
        ("4SXN-1", "HK")
    ]


def test_remarks_say_what_was_not_played_or_is_artificial():
    rows = [
        row(1, 1, 1, "", "", "", Remarks="Not played"),
        row(2, 1, 1, "", "", "", Remarks="60%-40%"),
        row(3, 1, 1, "", "", ""),
        row(4, 1, 1, "4 S", "N", "", Remarks="Wrong direction"),
    ]
    assert [play.outcome for play in read(*rows).plays] == [
        NotPlayed(),
        Artificial(60, 40),
    ]


def test_pairs_of_one_list_keep_their_numbers():
    session = read(row(1, 1, 2), row(1, 3, 4, table=2), row(2, 4, 1, round_number=2))
    assert (session.winners, [entry.number for entry in session.entries]) == (
        1,
        [1, 2, 3, 4],
    )


def test_two_sections_may_have_the_same_numbers():
    sections = [{"ID": 1, "Letter": "A"}, {"ID": 2, "Letter": "B"}]
    session = read(row(1, 1, 2), row(1, 1, 2, section=2), Section=sections)
    assert [(play.section, play.ns, play.ew) for play in session.plays] == [
        ("A", 1, 2),
        ("B", 101, 102),
    ]


def test_an_individual_has_four_players():
    play = read(row(1, 1, 3, South=2, West=4)).plays[0]
    assert (play.ns, play.ew, play.south, play.west) == (1, 3, 2, 4)


def test_hands_are_read_from_their_own_table():
    suits = {
        f"{seat}{suit}": "AKQJT98765432" if place == number else ""
        for place, seat in enumerate(("North", "East", "South", "West"))
        for number, suit in enumerate(("Spades", "Hearts", "Diamonds", "Clubs"))
    }
    hands = [{"Section": 1, "Board": 1, **suits}, {"Section": 1, "Board": 2}]
    session = read(row(1, 1, 1), HandRecord=hands)
    assert [(board.number, board.layout.owners[:13]) for board in session.hands] == [
        (1, "N" * 13)
    ]
    wrong = {**hands[0], "NorthSpades": "AK"}
    assert refusal(row(1, 1, 1), HandRecord=[wrong]) == (
        1,
        "HandRecord, row 1: North has 2 cards, not thirteen.",
    )


@pytest.mark.parametrize(
    ("rows", "line", "message"),
    [
        ([], 1, "There is no result in the table ReceivedData."),
        (
            [row(1, 1, 1), row(0, 1, 1)],
            2,
            "ReceivedData, row 2: A board has a number from 1 to 9999.",
        ),
        ([row(1, 0, 1)], 1, "ReceivedData, row 1: The pairs are missing."),
        (
            [row(1, 1, 1, "8 S")],
            1,
            "ReceivedData, row 1: “8S” is no contract, such as 4SX, 3NT or PASS.",
        ),
        (
            [row(1, 1, 1, "4 S", "Q")],
            1,
            "ReceivedData, row 1: “Q” is no declarer: N, E, S or W.",
        ),
        (
            [row(1, 1, 1, "4 S", "N", "+9")],
            1,
            "ReceivedData, row 1: “+9” is no number of tricks from 0 to 13.",
        ),
    ],
)
def test_a_bad_row_is_refused_with_table_and_row(rows, line, message):
    assert refusal(*rows) == (line, message)


cells = (
    some.none()
    | some.booleans()
    | some.integers(-5, 20)
    | some.text(max_size=8)
    | some.binary(max_size=3)
)


@given(
    some.dictionaries(
        some.sampled_from([*row(1, 1, 1), "South", "West", "Other"]), cells
    ),
    some.booleans(),
)
def test_whatever_is_in_the_cells_is_read_or_refused_by_the_house(changed, is_round):
    tables = {
        **TABLES,
        "ReceivedData": [*TABLES["ReceivedData"], {**row(3, 1, 1), **changed}],
    }
    if is_round:
        tables["RoundData"] = [changed]
        tables["PlayerNumbers"] = [changed]
    try:
        compared(read_bws(tables))
    except ScoringError as refused:
        assert isinstance(refused, InvalidLine)
