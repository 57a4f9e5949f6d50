"""The scale of international match points, from the printed table."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.duplicate.imps import imps

PRINTED = [
    "20-40", "50-80", "90-120", "130-160", "170-210", "220-260", "270-310", "320-360", "370-420", "430-490", "500-590",
    "600-740", "750-890", "900-1090", "1100-1290", "1300-1490", "1500-1740", "1750-1990", "2000-2240", "2250-2490",
    "2500-2990", "3000-3490", "3500-3990",
]  # fmt: skip


def test_the_scale_is_the_printed_one():
    assert [imps(points) for points in (0, 10)] == [0, 0]
    for worth, step in enumerate(PRINTED, 1):
        least, most = map(int, step.split("-"))
        assert {imps(points) for points in range(least, most + 1, 10)} == {worth}
    assert [imps(points) for points in (3990, 4000, 15200)] == [23, 24, 24]


@pytest.mark.parametrize(
    ("points", "worth"),
    [(10, 0), (20, 1), (430, 10), (4000, 24), (-430, -10), (Fraction(45), 1)],
)
def test_the_check_values(points, worth):
    assert imps(points) == worth


@given(some.integers(-2000, 2000), some.integers(-2000, 2000))
def test_a_loss_is_the_opposite_of_a_win_and_more_points_are_never_worth_less(
    tens, more
):
    assert imps(-10 * tens) == -imps(10 * tens)
    assert (imps(10 * tens) <= imps(10 * more)) or tens > more
