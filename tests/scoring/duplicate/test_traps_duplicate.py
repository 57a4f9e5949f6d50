"""Known scoring mistakes on duplicate boards, one numbered test for each, to show that they are not made here."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring import dealer_of, parse_deal, score_board, vulnerable_on
from scoring.duplicate import board
from scoring.duplicate.correction_period import (
    Code,
    CorrectionPeriod,
    CorrectionPeriods,
    Moment,
)
from scoring.duplicate.law79 import Conviction, ErrorKind, Question, answer
from scoring.duplicate.outcome_line import outcome_line


def score(board, line):
    return score_board(board, parse_deal(line)).score


def test_trap_18_a_slam_premium_comes_on_top_of_the_game():
    assert [line.kind for line in score_board(4, parse_deal("6sn=")).lines] == [
        "tricks",
        "slam",
        "game",
    ]
    assert (score(4, "6sn="), score(1, "6ntn="), score(1, "7dn=")) == (1430, 990, 1440)


@pytest.mark.parametrize(
    "length", [timedelta(minutes=30), timedelta(hours=24), timedelta(days=7)]
)
def test_trap_34_the_deadline_is_chosen_and_runs_from_the_posting(length):
    periods, posted = (
        CorrectionPeriods(Code.OF_2017, (CorrectionPeriod(length),)),
        datetime(2026, 11, 19, 22, 0, tzinfo=UTC),
    )
    for available, moment in (
        (posted, Moment.PERIOD_OVER),
        (posted + length, Moment.PERIOD_ON),
        (None, Moment.PERIOD_ON),
    ):
        late = posted + length + timedelta(minutes=1)
        assert (
            periods.moment(
                late, hands_out=False, round_over=True, available_at=available
            )
            is moment
        )


def test_trap_34_after_the_round_the_codes_ask_for_other_things_and_one_side_alone_may_be_lowered():
    late = {
        "error": ErrorKind.TRICKS,
        "moment": Moment.PERIOD_ON,
        "found": 450,
        "recorded": 420,
    }
    clear, doubt = Conviction.CLEAR, Conviction.NONE
    left = {
        (code, sure): [
            outcome_line(each)
            for each in answer(Question(code=code, conviction=sure, **late)).choices
        ]
        for code in Code
        for sure in (clear, doubt)
    }
    assert left[Code.OF_2017, clear] == ["+450"]
    assert left[Code.OF_2017, doubt] == ["+420", "ns:+420,ew:-450"]
    # And no need to raise North-South.
    assert left[Code.OF_2007, clear] == [
        "+450",
        "ns:+420,ew:-450",
    ]
    assert left[Code.OF_2007, doubt] == ["+420"]


def test_trap_54_the_frame_is_right_where_formulas_go_wrong():
    assert [vulnerable_on(board) for board in (8, 9, 12, 13, 16, 17)] == [
        (), ("EW",), ("NS",), ("NS", "EW"), ("EW",), (),
    ]  # fmt: skip
    assert [dealer_of(board) for board in (4, 5, 9, 13, 16, 17)] == list("WNNNWN")


@pytest.mark.parametrize("held", ["h4n", "h5s", "h5e", "h100n"])
def test_trap_60_honours_score_nothing(held, monkeypatch):
    # As if no such result had been scored before.
    monkeypatch.setattr(board, "_KNOWN", {})
    scored = score_board(1, parse_deal(f"4sn= {held}"))
    assert scored.score == 420
    assert "honours" not in [line.kind for line in scored.lines]
    assert scored.deal.honours


def test_trap_60_a_passed_out_board_is_a_score_of_nought():
    scored = score_board(7, parse_deal("p"))
    assert (scored.score, scored.lines, scored.dealer) == (0, (), "S")
