"""Moments of evenings in three seasons, which the fixture `seasons` opens."""

from datetime import UTC, datetime

AUTUMN, WINTER, SPRING = (
    datetime(*day, 20, tzinfo=UTC)
    for day in ((2026, 9, 1), (2026, 12, 1), (2027, 3, 1))
)
