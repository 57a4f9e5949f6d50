"""Duplicate boards: dealer and vulnerability of the sixteen, every possible result, and refused results."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring import (
    Contract,
    Deal,
    InvalidBoard,
    InvalidDeal,
    Kind,
    Risk,
    Seat,
    Side,
    Strain,
    dealer_of,
    parse_deal,
    score_board,
    vulnerable_on,
)
from scoring.duplicate import duplicate_lines, parse_board
from tests.scoring.made_up_deals import contract_deals, turned

# The sixteen boards as they are printed: dealer, and who is vulnerable.
PRINTED = {
    1: "N none", 2: "E NS", 3: "S EW", 4: "W both",
    5: "N NS", 6: "E EW", 7: "S both", 8: "W none",
    9: "N EW", 10: "E both", 11: "S none", 12: "W NS",
    13: "N both", 14: "E none", 15: "S NS", 16: "W EW",
}  # fmt: skip
SIDES = {"none": (), "NS": (Side.NS,), "EW": (Side.EW,), "both": (Side.NS, Side.EW)}
PLAIN_STRAINS = ["C", "D", "H", "S", "NT"]


@pytest.mark.parametrize("board", PRINTED)
def test_the_sixteen_boards_are_as_printed_and_repeat(board):
    dealer, vulnerable = PRINTED[board].split()
    for again in range(board, 200, 16):
        assert (dealer_of(again), vulnerable_on(again)) == (dealer, SIDES[vulnerable])


def test_the_formula_of_law_2_gives_the_same_frame():
    cycle = [SIDES[name] for name in ("none", "NS", "EW", "both")]
    for board in range(1, 10000):
        assert vulnerable_on(board) == cycle[((board - 1) % 4 + (board - 1) // 4) % 4]
        assert dealer_of(board) == "NESW"[(board - 1) % 4]


def source_figures(level, strain, doubled, tricks, vulnerable):
    """The score of declarer's side, worked out independently from the printed scoring card."""
    over = tricks - level - 6
    if over < 0:
        if not doubled:
            return over * (100 if vulnerable else 50)
        steps = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
        return -sum(steps[:-over]) * doubled
    each = 20 if strain in "CD" else 30
    for_tricks = (each * level + (10 if strain == "NT" else 0)) * (1, 2, 4)[doubled]
    score = (
        for_tricks
        + (500 if vulnerable else 300) * (for_tricks >= 100)
        + 50 * (for_tricks < 100)
    )
    score += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(
        level, 0
    )
    if doubled:
        return score + 50 * doubled + over * 100 * doubled * (2 if vulnerable else 1)
    return score + over * each


def test_all_2940_results_are_those_of_the_printed_card():
    results = [
        (level, strain, doubled, tricks, vulnerable)
        for level in range(1, 8)
        for strain in PLAIN_STRAINS
        for doubled in range(3)
        for tricks in range(14)
        for vulnerable in (False, True)
    ]
    assert len(results) == 2940
    for level, strain, doubled, tricks, vulnerable in results:
        contract = Contract(level, Strain(strain), list(Risk)[doubled])
        expected = source_figures(level, strain, doubled, tricks, vulnerable)
        board = 4 if vulnerable else 1
        assert score_board(board, Deal(contract, Seat.SOUTH, tricks)).score == expected
        assert score_board(board, Deal(contract, Seat.EAST, tricks)).score == -expected


def test_the_vulnerability_that_counts_is_declarers():
    assert [score_board(2, parse_deal(line)).score for line in ("4sn-1", "4se-1", "4sn=", "4se=")] == [
        -100, 50, 620, -420,
    ]  # fmt: skip


def test_a_board_score_gives_its_reasons():
    scored = score_board(13, parse_deal("6hxw+1"))
    assert (scored.board, scored.dealer, scored.vulnerable, scored.score) == (
        13,
        "N",
        ("NS", "EW"),
        -1860,
    )
    assert [(line.side, line.kind, line.points) for line in scored.lines] == [
        ("EW", Kind.TRICKS, 360),
        ("EW", Kind.OVERTRICKS, 200),
        ("EW", Kind.INSULT, 50),
        ("EW", Kind.SLAM, 750),
        ("EW", Kind.GAME, 500),
    ]
    assert {line.law for line in scored.lines} == {"Law 77 of duplicate bridge"}
    assert scored.lines[-1].text == "Game bid and made, vulnerable: 500."


def test_a_partscore_has_its_premium_too():
    assert (
        score_board(1, parse_deal("2hs+1")).lines[-1].text
        == "Partscore bid and made: 50."
    )


def test_a_score_never_changes_and_can_be_compared():
    scored = score_board(1, parse_deal("4sn="))
    assert {scored: "found"}[score_board(1, parse_deal("4sn="))] == "found"
    with pytest.raises(AttributeError):
        scored.score = 0


@pytest.mark.parametrize("board", [0, -1, 10000, 1.0, True, "7", None])
def test_a_number_that_no_board_has_is_refused(board):
    for ask in (
        dealer_of,
        vulnerable_on,
        lambda number: score_board(number, Deal.passed_out()),
    ):
        with pytest.raises(InvalidBoard, match="A board has a number from 1 to 9999"):
            ask(board)


@pytest.mark.parametrize(
    "text", ["", "0", "-7", "+7", "7.", "seven", "10000", "9" * 5000, "٧", "²", " 7"]
)
def test_text_that_is_no_boards_number_is_refused(text):
    with pytest.raises(InvalidBoard):
        parse_board(text)


def test_noughts_before_a_boards_number_do_not_matter():
    assert [parse_board(text) for text in ("1", "016", "0" * 5000 + "9999")] == [
        1,
        16,
        9999,
    ]


@pytest.mark.parametrize(
    ("line", "field"),
    [("4sn= ve", "voids"), ("4sn= !ew", "revokes"), ("4rn=", "contract")],
)
def test_facts_of_royal_auction_are_refused(line, field):
    with pytest.raises(InvalidDeal) as refusal:
        score_board(1, parse_deal(line, royals=True))
    assert refusal.value.field == field


@given(contract_deals(), some.booleans())
def test_sides_exchanged_give_the_same_figures_to_the_other_side(deal, vulnerable):
    here, there = (
        duplicate_lines(deal, vulnerable),
        duplicate_lines(turned(deal), vulnerable),
    )
    assert [(line.side.other, *line[1:]) for line in there] == [
        tuple(line) for line in here
    ]


@given(some.integers(1, 9999), contract_deals())
def test_the_score_is_the_sum_of_its_lines(board, deal):
    scored = score_board(board, deal)
    assert scored.score == sum(
        line.points if line.side is Side.NS else -line.points for line in scored.lines
    )
    assert all(line.points > 0 for line in scored.lines)
    assert (scored.score == 0) == deal.is_passed_out
    assert scored.deal == deal
