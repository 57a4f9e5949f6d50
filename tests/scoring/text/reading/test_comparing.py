"""Sessions folded anew, and what their files print otherwise."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.contest import ContestRules, fold
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import Artificial, Average, Played
from scoring.text.lines import InvalidLine
from scoring.text.reading.comparing import compared
from scoring.text.reading.files import file_kind, read_sessions
from scoring.text.reading.usebio import read_usebio
from scoring.text.results.pbn import pbn_text
from scoring.text.results.session import session_results
from scoring.text.results.usebio import usebio_text
from tests.scoring.contest.contests import all_rules, contests, plain_deals
from tests.scoring.text.reading.made_up_files import (
    BOARDS,
    MITCHELL,
    NAMES,
    board,
    flat,
    line,
    nested,
    pair,
)


def told(content):
    (session,) = read_usebio(content)
    return [difference.text for difference in compared(session).differences]


def rules_of(content):
    (session,) = read_usebio(content)
    return compared(session).contest.rules


def played(number):
    return plain_deals().map(lambda deal: Played(score_board(number, deal).score, deal))


def with_percentages(number):
    percent = some.integers(0, 100)
    artificial = some.tuples(percent, percent).map(lambda given: Artificial(*given))
    return played(number) | played(number) | artificial


def rules_of_pairs(*scorings):
    """Rules of pairs without victory points. What programs seldom choose is not drawn: no mixture of it is guessed."""

    def usual(rules, scoring):
        return replace(
            rules,
            scoring=scoring,
            matches="boards",
            percentages="exact",
            small_groups="third",
            comparisons="all",
            comparison_cap="none",
            unequal_boards="sum",
        )

    return some.builds(usual, all_rules(), some.sampled_from(scorings))


def plain(contest):
    """The contest without what files have no place for: groups, penalties and handicaps."""
    slots = tuple(slot._replace(group="") for slot in contest.slots)
    entries = tuple(entry._replace(handicap=None) for entry in contest.entries)
    return replace(contest, slots=slots, entries=entries, penalties=())


def figures(result):
    rows = {}
    for ranked in result.lists:
        for row in ranked.rows:
            rows[row.entry] = (row.place, row.score, row.percent)
    return rows


@given(contests(rules_of_pairs("matchpoints"), with_percentages).map(plain))
def test_a_session_that_we_write_as_usebio_reads_back_without_a_difference(contest):
    result = fold(contest)
    (session,) = read_usebio(usebio_text(session_results(contest, result)).encode())
    found = compared(session)
    assert found.differences == ()
    assert found.contest.rules.winners == contest.rules.winners
    assert [(entry.number, entry.names) for entry in session.entries] != []


@given(
    contests(rules_of_pairs("matchpoints", "cross-imps", "butler"), played).map(plain)
)
def test_a_session_that_we_write_as_pbn_reads_back_without_a_difference(contest):
    result = fold(contest)
    (session,) = read_sessions(pbn_text(session_results(contest, result)).encode())
    assert compared(session).differences == ()


def test_the_fold_of_a_file_with_exact_awards_is_the_fold_that_was_written():
    (session,) = read_usebio(flat())
    found = compared(session)
    assert figures(found.result) == {
        1: (1, 4, 100), 2: (2, 0, 0), 101: (1, 2, 50), 102: (1, 2, 50),
    }  # fmt: skip
    assert found.contest.name == "Monday Pairs"


def test_every_figure_that_differs_is_told_with_both_numbers():
    boards = [
        board(
            1,
            line("1NS", "1EW", score=420, mps=(2, 0)),
            line("2NS", "2EW", score=-50, mps=("0.5", "1.5")),
        ),
        *BOARDS[1:],
    ]
    participants = [
        pair(
            "1NS",
            *NAMES[0],
            DIRECTION="NS",
            TOTAL_SCORE="3",
            PERCENTAGE="75.0",
            PLACE="2",
        ),
        pair(
            "2NS",
            *NAMES[1],
            DIRECTION="NS",
            TOTAL_SCORE="0",
            PERCENTAGE="0.0",
            PLACE="1",
        ),
        *MITCHELL[2:],
    ]
    content = flat(boards=boards, participants=participants)
    assert told(content) == [
        "Board 1, 2NS against 2EW: North-South has 0.5 in the file, and 0 by the results.",
        "Board 1, 2NS against 2EW: East-West has 1.5 in the file, and 2 by the results.",
        "1NS: the score is 3 in the file, and 4 by the results.",
        "1NS: 75 % in the file, and 100 % by the results.",
        "1NS: place 2 in the file, and place 1 by the results.",
        "2NS: place 1 in the file, and place 2 by the results.",
    ]
    differences = compared(read_usebio(content)[0]).differences
    assert [(each.kind, each.board, each.entry) for each in differences[:3]] == [
        ("award", 1, 2), ("award", 1, 102), ("score", None, 1),
    ]  # fmt: skip


def test_equal_pairs_may_be_set_apart_by_the_file():
    participants = [
        *MITCHELL[:2],
        pair("1EW", *NAMES[2], DIRECTION="EW", PLACE="2"),
        pair("2EW", *NAMES[3], DIRECTION="EW", PLACE="1"),
    ]
    assert told(flat(participants=participants)) == []


def test_one_matchpoint_for_a_lower_score_is_another_scale_and_no_difference():
    boards = [
        board(
            1,
            line("1NS", "1EW", score=420, mps=(1, 0)),
            line("2NS", "2EW", score=-50, mps=(0, 1)),
        ),
        board(
            2,
            line("1NS", "2EW", score=50, mps=("0.5", "0.5")),
            line("2NS", "1EW", score=50, mps=(".5", ".5")),
        ),
    ]
    participants = [
        pair("1NS", *NAMES[0], DIRECTION="NS", TOTAL_SCORE="1.5"),
        *MITCHELL[1:],
    ]
    assert not [
        text
        for text in told(flat(boards=boards, participants=participants))
        if "1NS" in text
    ]


NAMELESS = [pair(label, DIRECTION=label[1:]) for label in ("1NS", "2NS", "1EW", "2EW")]


def test_an_average_plus_follows_the_other_boards_if_the_file_has_it_so():
    third = board(
        3,
        line("1NS", "1EW", score="A6040", mps=(2, 0)),
        line("2NS", "2EW", score=110, mps=(1, 1)),
    )
    content = flat(participants=NAMELESS, boards=[*BOARDS, third])
    outcomes = [
        slot.outcome for slot in compared(read_usebio(content)[0]).contest.slots
    ]
    assert outcomes[4] == Artificial(Average.PLUS, Average.MINUS)
    third = board(
        3,
        line("1NS", "1EW", score="A6040", mps=("1.2", "0.8")),
        line("2NS", "2EW", score=110, mps=(1, 1)),
    )
    fixed = flat(participants=NAMELESS, boards=[*BOARDS, third])
    outcomes = [slot.outcome for slot in compared(read_usebio(fixed)[0]).contest.slots]
    assert outcomes[4] == Artificial(60, 40)


THREE = [("1NS", "1EW", 420), ("2NS", "2EW", 170), ("3NS", "3EW", -50)]


def imps(*awards, kind):
    lines = [
        line(ns, ew, score=score, mps=(award, -award), kind=kind)
        for (ns, ew, score), award in zip(THREE, awards, strict=True)
    ]
    pairs = [
        pair(label, *NAMES[0], DIRECTION=label[1:])
        for row in THREE
        for label in row[:2]
    ]
    return flat(participants=pairs, boards=[board(1, *lines)], event_type="PAIRS")


@pytest.mark.parametrize(
    ("content", "rule", "value"),
    [
        (imps(8, 0, -8, kind="CROSS_IMP_POINTS"), "cross_imps", "average"),
        (imps(16, 0, -16, kind="CROSS_IMP_POINTS"), "cross_imps", "total"),
        (imps(6, 0, -6, kind="BUTLER_POINTS"), "trim", "1"),
    ],
)
def test_the_way_of_imps_is_the_one_that_fits_the_print(content, rule, value):
    assert rules_of(content).as_json()[rule] == value
    assert told(content) == []


def test_sections_that_are_not_compared_with_each_other_are_kept_apart():
    other = [
        board(
            1,
            line("1NS", "1EW", score=-50, mps=(0, 2)),
            line("2NS", "2EW", score=420, mps=(2, 0)),
        ),
        board(
            2,
            line("1NS", "2EW", score=-50, mps=(0, 2)),
            line("2NS", "1EW", score=50, mps=(2, 0)),
        ),
    ]
    participants = [
        pair(label, *NAMES[0], DIRECTION=label[1:])
        for label in ("1NS", "2NS", "1EW", "2EW")
    ]
    content = nested(("A", participants, BOARDS), ("B", participants, other))
    assert told(content) == []
    found = compared(read_usebio(content)[0])
    assert {slot.board for slot in found.contest.slots} == {1, 2, 17, 18}


def test_a_file_that_compares_as_many_results_as_there_are_has_no_factor():
    pairs = [
        pair(f"{number}{side}", *NAMES[0], DIRECTION=side)
        for side in ("NS", "EW")
        for number in (1, 2, 3)
    ]
    three = [
        line("1NS", "1EW", score=420, mps=(4, 0)),
        line("2NS", "2EW", score=170, mps=(2, 2)),
        line("3NS", "3EW", score=-50, mps=(0, 4)),
    ]
    two = [
        line("1NS", "2EW", score=420, mps=(2, 0)),
        line("2NS", "3EW", score=50, mps=(0, 2)),
    ]
    content = flat(participants=pairs, boards=[board(1, *three), board(2, *two)])
    assert told(content) == []
    assert rules_of(content).short_boards == "none"


def test_points_that_the_file_takes_off_are_a_penalty():
    participants = [
        pair("1NS", *NAMES[0], DIRECTION="NS", TOTAL_SCORE="3.5", ADJUSTMENT="-0.5"),
        *MITCHELL[1:],
    ]
    found = compared(read_usebio(flat(participants=participants))[0])
    assert found.contest.penalties[0][:3] == (1, Fraction(1, 2), "mp")
    assert not [each for each in found.differences if each.entry == 1]


def test_a_file_that_says_one_winner_may_have_two_lists_all_the_same():
    assert rules_of(flat(WINNER_TYPE="1")).winners == 2
    assert rules_of(flat(WINNER_TYPE=None)).winners == 2
    one_list = [
        pair(label, *NAMES[0], DIRECTION=label[1:], PLACE=place)
        for place, label in enumerate(("1NS", "2EW", "1EW", "2NS"), 1)
    ]
    assert rules_of(flat(participants=one_list, WINNER_TYPE="1")).winners == 1


def test_a_pair_that_plays_a_board_twice_is_refused_with_its_line():
    boards = [*BOARDS, board(1, line("1NS", "2EW", score=50))]
    content = flat(boards=boards)
    (session,) = read_usebio(content)
    with pytest.raises(InvalidLine) as refused:
        compared(session)
    assert refused.value.message == "Entry 1 has played board 1 already."
    assert content.decode().splitlines()[refused.value.line - 1] == "<TRAVELLER_LINE>"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (flat(), "usebio"),
        (flat().decode().encode("utf-16"), "usebio"),
        (b'% PBN 2.1\n[Event "x"]', "pbn"),
        (b'; a comment\n\n[Board "1"]', "pbn"),
        ('[Board "1"]'.encode("utf-16"), "pbn"),
        (b"session Thursday rules winners 1\nscoring matchpoints\n", ""),
        (b"PK\x03\x04", ""),
        (b"", ""),
    ],
)
def test_files_are_told_apart_by_their_content(content, kind):
    assert file_kind(content) == kind


@pytest.mark.parametrize("content", [b"", b"a,b,c\n", b"\0" * 100])
def test_a_file_of_another_kind_is_refused(content):
    with pytest.raises(InvalidLine, match="neither USEBIO nor PBN"):
        read_sessions(content)


def test_the_rules_that_are_tried_exist():
    assert ContestRules.from_mapping(
        {"scoring": "butler", "trim": "5%", "fives": "even"}
    )
