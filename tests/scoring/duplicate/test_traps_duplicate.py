"""The known mistakes of scorers of duplicate boards, each shown not to be made here, by its number."""

import pytest

from scoring import dealer_of, parse_deal, score_board, vulnerable_on
from scoring.duplicate import board as boards


def score(board, line):
    return score_board(board, parse_deal(line)).score


def test_trap_18_a_slam_premium_comes_on_top_of_the_game():
    assert [line.kind for line in score_board(4, parse_deal("6sn=")).lines] == ["tricks", "slam", "game"]
    assert (score(4, "6sn="), score(1, "6ntn="), score(1, "7dn=")) == (1430, 990, 1440)


def test_trap_54_the_frame_is_right_where_formulas_go_wrong():
    assert [vulnerable_on(board) for board in (8, 9, 12, 13, 16, 17)] == [
        (), ("EW",), ("NS",), ("NS", "EW"), ("EW",), (),
    ]  # fmt: skip
    assert [dealer_of(board) for board in (4, 5, 9, 13, 16, 17)] == list("WNNNWN")


@pytest.mark.parametrize("held", ["h4n", "h5s", "h5e", "h100n"])
def test_trap_60_honours_score_nothing(held, monkeypatch):
    monkeypatch.setattr(boards, "_KNOWN", {})  # as if no such result had been scored before
    scored = score_board(1, parse_deal(f"4sn= {held}"))
    assert scored.score == 420
    assert "honours" not in [line.kind for line in scored.lines]
    assert scored.deal.honours


def test_trap_60_a_passed_out_board_is_a_score_of_nought():
    scored = score_board(7, parse_deal("p"))
    assert (scored.score, scored.lines, scored.dealer) == (0, (), "S")
