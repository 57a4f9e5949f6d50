"""Reading outcomes in the notation that directors write."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring import parse_deal, score_board
from scoring.duplicate.outcome_line import outcome_line, parse_outcome
from scoring.duplicate.outcomes import (
    Artificial,
    Average,
    NotPlayed,
    Part,
    Played,
    Split,
    Weighted,
    single,
)
from scoring.errors import InvalidOutcome
from tests.scoring.contest.contests import any_outcomes


@pytest.mark.parametrize(
    ("text", "outcome", "canonical"),
    [
        ("+420", Played(420), "+420"),
        ("420", Played(420), "+420"),
        ("−50", Played(-50), "-50"),
        ("+0", Played(0), "0"),
        ("np", NotPlayed(), "NP"),
        ("A6040", Artificial(60, 40), "A6040"),
        ("a10000", Artificial(100, 0), "A10000"),
        ("A+-", Artificial(Average.PLUS, Average.MINUS), "A+-"),
        ("a==", Artificial(Average.EVEN, Average.EVEN), "A=="),
        ("A60-", Artificial(60, Average.MINUS), "A60-"),
        (
            "30%=+420,70%=-50",
            Weighted(((Fraction(3, 10), 420), (Fraction(7, 10), -50))),
            "30%=+420,70%=-50",
        ),
        (
            "12.5 % 420, 87.5 % -50",
            Weighted(((Fraction(1, 8), 420), (Fraction(7, 8), -50))),
            "12.5%=+420,87.5%=-50",
        ),
        ("ns:-50,ew:-420", Split(single(-50), single(-420)), "ns:-50,ew:-420"),
        (
            "NS: -50, EW: 50% 100, 50% -420",
            Split(single(-50), ((Fraction(1, 2), 100), (Fraction(1, 2), -420))),
            "ns:-50,ew:50%=+100,50%=-420",
        ),
    ],
)
def test_every_kind_is_read_and_printed(text, outcome, canonical):
    assert parse_outcome(text) == outcome
    assert outcome_line(outcome) == canonical
    assert parse_outcome(canonical) == outcome


@pytest.mark.parametrize(
    ("line", "board"), [("4SN+1", 7), ("3NTXE-2", 1), ("P", 4), ("7NTXXW-13", 7)]
)
def test_a_contract_is_scored_by_its_board_and_kept(line, board):
    deal = parse_deal(line)
    assert parse_outcome(line, board) == Played(score_board(board, deal).score, deal)
    assert outcome_line(parse_outcome(line.lower(), board)) == line


def test_contracts_may_be_weighted_and_split():
    made, down = parse_deal("4SN="), parse_deal("4SN-1")
    weighted = parse_outcome("60% 4sn=, 40% 4sn-1", 1)
    assert weighted == Weighted(
        (Part(Fraction(3, 5), 420, made), Part(Fraction(2, 5), -50, down))
    )
    split = parse_outcome("ns:4sn-1,ew:4sn=", 1)
    assert split == Split(single(-50, down), single(-420, made))
    assert [outcome_line(each) for each in (weighted, split)] == [
        "60%=4SN=,40%=4SN-1",
        "ns:4SN-1,ew:4SN=",
    ]


def test_a_note_behind_a_contract_is_no_part_of_the_outcome():
    assert parse_outcome("4sn= # lucky", 1) == parse_outcome("4sn=", 1)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "The result is missing: a score as"),
        ("4SN+4", 4, "4♠ cannot make 14 tricks: .3 is the most"),
        ("  4s=", 5, "Who declared"),
        ("425", 1, "A score is a multiple of ten, from −7600 to"),
        ("+7610", 1, "A score is a multiple of ten"),
        ("+x", 1, "A score is a sign and a number"),
        (" 30%=420,60%=30", 2, "The weights add up to 100 %, not to 90 %"),
        ("30%=420,,70%=50", 9, "A weighted result is a percentage and the result"),
        ("30%=420, 70%=4se+9", 17, "4♠ cannot make 19 tricks"),
        ("30%=420, 70%=45", 14, "A score is a multiple of ten"),
        ("0%=420,100%=50", 1, "A weight is more than 0 and at most 100 %"),
        ("ns:-50", 1, "A split score names both sides"),
        ("ns:-50,ew:", 11, "The result is missing"),
        (" A60", 2, "An artificial score is two percentages"),
        ("A+", 1, "An artificial score is two percentages"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, column, message):
    with pytest.raises(InvalidOutcome, match=message) as refusal:
        parse_outcome(text, 1)
    assert refusal.value.column == column


def test_a_contract_without_a_board_is_refused():
    with pytest.raises(
        InvalidOutcome, match="A contract needs the number of its board"
    ):
        parse_outcome("4sn=")


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        (Played, (425,)),
        (Played, (10.0,)),
        (Played, (7700,)),
        (Weighted, ((),)),
        (Weighted, (((Fraction(1, 3), 420), (Fraction(2, 3), -50)),)),
        (Weighted, (((0.5, 420), (0.5, -50)),)),
        (Weighted, (((Fraction(1, 2), 420),),)),
        (Split, (single(5), single(0))),
        (Artificial, (101, 0)),
        (Artificial, (60.0, 40)),
    ],
)
def test_an_outcome_that_cannot_be_is_refused(kind, facts):
    with pytest.raises(InvalidOutcome):
        kind(*facts)


@given(
    some.integers(1, 32).flatmap(
        lambda board: some.tuples(some.just(board), any_outcomes(board))
    )
)
def test_the_printed_line_reads_back_to_an_equal_outcome(board_and_outcome):
    board, outcome = board_and_outcome
    assert parse_outcome(outcome_line(outcome), board) == outcome


@given(some.text(alphabet="0123456789aAnNpPsSeEwW%=+-,:xX/ 4♠"))
def test_any_text_is_an_outcome_or_refused_with_a_place_in_it(text):
    try:
        outcome = parse_outcome(text, 7)
    except InvalidOutcome as refusal:
        assert 1 <= refusal.column <= len(text) + 1
    else:
        assert parse_outcome(outcome_line(outcome), 7) == outcome
