"""The evening to which a moment belongs."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from clubscore.calendar import beginning_of, day_words, end_of, evening_of


@pytest.mark.parametrize(
    ("moment", "evening"),
    [
        ("2026-11-21T19:30:00+00:00", date(2026, 11, 21)),
        ("2026-11-22T00:40:00+00:00", date(2026, 11, 21)),
        ("2026-11-22T04:59:59+00:00", date(2026, 11, 21)),
        ("2026-11-22T05:00:00+00:00", date(2026, 11, 22)),
        ("2026-07-04T03:59:00+00:00", date(2026, 7, 3)),  # 4:59 in summer
        ("2026-07-04T04:00:00+00:00", date(2026, 7, 4)),
    ],
)
def test_what_begins_before_five_belongs_to_the_evening_before(moment, evening):
    assert evening_of(datetime.fromisoformat(moment)) == evening


@given(
    st.datetimes(
        min_value=datetime(2000, 1, 1),
        max_value=datetime(2100, 1, 1),
        timezones=st.just(UTC),
    )
)
def test_every_moment_lies_in_its_evening_and_in_no_other(moment):
    evening = evening_of(moment)
    assert beginning_of(evening) <= moment < end_of(evening)


@pytest.mark.parametrize(
    ("day", "hours"),
    [(date(2026, 3, 28), 23), (date(2026, 10, 24), 25), (date(2026, 11, 21), 24)],
)
def test_an_evening_is_an_hour_shorter_or_longer_when_the_clocks_change(day, hours):
    with timezone.override("Europe/London"):
        begins, ends = (
            moment.astimezone(UTC) for moment in (beginning_of(day), end_of(day))
        )
        assert ends - begins == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-gb", "16 September 2026"),
        ("de", "16. September 2026"),
        ("fr", "16 septembre 2026"),
        ("nl", "16 september 2026"),
    ],
)
def test_a_day_is_written_as_the_reader_writes_it(language, words):
    with override(language):
        assert day_words(date(2026, 9, 16)) == words
