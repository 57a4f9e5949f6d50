"""A clock whose times never run backwards."""

from datetime import timedelta

from clubscore.web.clock import near, not_before
from tests.factories import NOON

SECOND = timedelta(seconds=1)


def test_now_is_now_when_nothing_later_is_written():
    assert not_before(NOON) == NOON
    assert not_before(NOON, NOON - SECOND, NOON) == NOON


def test_now_comes_after_the_latest_time_that_is_written():
    assert (
        not_before(NOON, NOON + SECOND, NOON + 9 * SECOND)
        == NOON + 9 * SECOND + timedelta.resolution
    )


def test_a_time_more_than_a_day_ahead_is_of_a_wrong_clock():
    day = timedelta(days=1)
    assert near(NOON, None, NOON - 9 * day, NOON + day, NOON + day + SECOND) == [
        NOON - 9 * day,
        NOON + day,
    ]
