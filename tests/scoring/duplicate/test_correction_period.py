"""The correction period: when it ends, and which moment of Law 79 a time belongs to."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.duplicate.correction_period import (
    Code,
    CorrectionPeriod,
    CorrectionPeriods,
    Moment,
)
from scoring.errors import InvalidRuling

TEN = datetime(2026, 11, 19, 22, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize("code", Code)
def test_law_79_c1_the_period_is_thirty_minutes_unless_the_organiser_says_otherwise(
    code,
):
    periods = CorrectionPeriods(code)
    assert periods.end(TEN) == TEN + 30 * MINUTE
    assert CorrectionPeriods(code, (CorrectionPeriod(timedelta(days=7)),)).end(
        TEN
    ) == TEN + timedelta(days=7)


def test_law_79_c1_a_shorter_period_takes_a_reason_in_the_contest():
    with pytest.raises(InvalidRuling, match="needs its reason") as refused:
        CorrectionPeriod(10 * MINUTE, special_nature=" ")
    assert refused.value.field == "special_nature"
    assert (
        CorrectionPeriod(10 * MINUTE, special_nature="the final is drawn from it").end(
            TEN
        )
        == TEN + 10 * MINUTE
    )


def test_law_79_c1_of_2017_knows_several_periods_and_that_of_2007_one():
    two = (
        CorrectionPeriod(name="entries"),
        CorrectionPeriod(timedelta(hours=24), name="appeals"),
    )
    periods = CorrectionPeriods(Code.OF_2017, two)
    assert (periods.end(TEN, "entries"), periods.end(TEN, "appeals")) == (
        TEN + 30 * MINUTE,
        TEN + timedelta(hours=24),
    )
    with pytest.raises(InvalidRuling, match="“entries”, “appeals”"):
        periods.end(TEN)
    with pytest.raises(InvalidRuling, match="2007 knows one"):
        CorrectionPeriods(Code.OF_2007, two)
    with pytest.raises(InvalidRuling, match="name of its own"):
        CorrectionPeriods(Code.OF_2017, (CorrectionPeriod(), CorrectionPeriod()))


@pytest.mark.parametrize(
    ("now", "available", "hands_out", "round_over", "moment"),
    [
        (TEN, None, True, False, Moment.HANDS_OUT),
        (TEN, None, False, False, Moment.ROUND_ON),
        # The period has not begun, and is not over.
        (
            TEN,
            None,
            False,
            True,
            Moment.PERIOD_ON,
        ),
        (TEN, TEN, False, True, Moment.PERIOD_ON),
        (TEN + 30 * MINUTE, TEN, False, True, Moment.PERIOD_ON),
        (TEN + 31 * MINUTE, TEN, False, True, Moment.PERIOD_OVER),
    ],
)
def test_the_moment_of_the_law_at_a_time(now, available, hands_out, round_over, moment):
    got = CorrectionPeriods(Code.OF_2017).moment(
        now, hands_out=hands_out, round_over=round_over, available_at=available
    )
    assert got is moment


def test_a_period_does_not_end_before_it_begins_and_a_session_has_one():
    with pytest.raises(InvalidRuling, match="does not end before"):
        CorrectionPeriod(-MINUTE, special_nature="none")
    with pytest.raises(InvalidRuling, match="has a correction period"):
        CorrectionPeriods(Code.OF_2017, ())
