"""Sharing a payment among the records of one person, without the database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.settlements.clearing import shared


@pytest.mark.parametrize(
    ("amount", "wanting", "shares"),
    [
        (940, {1: 940}, {1: 940}),
        (-940, {1: -500, 2: -440}, {1: -500, 2: -440}),
        (600, {1: 440, 2: 500}, {2: 500, 1: 100}),
        (10, {1: 4}, {}),
        (10, {}, {}),
    ],
)
def test_it_goes_where_most_is_wanting(amount, wanting, shares):
    assert shared(amount, wanting) == shares


@given(
    st.lists(st.integers(1, 900), min_size=1, max_size=5),
    st.integers(-2000, 2000),
    st.sampled_from([1, -1]),
)
def test_after_all_payments_nothing_is_wanting(payments, first, sign):
    wanting = {1: first, 2: sign * sum(payments) - first}
    for payment in payments:
        shares = shared(sign * payment, wanting)
        assert sum(shares.values()) == sign * payment
        wanting = {pk: wants - shares.get(pk, 0) for pk, wants in wanting.items()}
    assert wanting == {1: 0, 2: 0}
