"""The payments that bring every balance to zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.settlements.netting import Party, payments

PARTIES = st.builds(Party, st.booleans(), st.integers(1, 30))


@st.composite
def balances(draw):
    """Draw balances that add up to zero, as the postings of bookings always do."""
    some = draw(
        st.dictionaries(PARTIES, st.integers(-5000, 5000), min_size=1, max_size=12)
    )
    last = draw(PARTIES)
    return some | {last: some.get(last, 0) - sum(some.values())}


def after(sums, made):
    left = dict(sums)
    for payment in made:
        left[payment.payer] += payment.amount
        left[payment.receiver] -= payment.amount
    return left


@given(balances())
def test_the_payments_clear_all_balances(sums):
    assert set(after(sums, payments(sums)).values()) <= {0}


@given(balances())
def test_there_are_fewer_payments_than_parties(sums):
    assert len(payments(sums)) <= max(
        len([balance for balance in sums.values() if balance]) - 1, 0
    )


@given(balances())
def test_everybody_pays_or_is_paid_exactly_the_balance_and_never_both(sums):
    made = payments(sums)
    assert all(payment.amount > 0 for payment in made)
    assert not {payment.payer for payment in made} & {
        payment.receiver for payment in made
    }
    assert sum(payment.amount for payment in made) == sum(
        balance for balance in sums.values() if balance > 0
    )


@given(balances(), st.randoms())
def test_the_order_of_the_balances_makes_no_difference(sums, dice):
    shuffled = list(sums.items())
    dice.shuffle(shuffled)
    assert payments(dict(shuffled)) == payments(sums)


@given(balances(), st.randoms())
def test_the_payments_may_be_made_in_any_order(sums, dice):
    made = payments(sums)
    some = dice.sample(made, dice.randint(0, len(made)))
    rest = [payment for payment in made if payment not in some]
    assert set(after(after(sums, some), rest).values()) <= {0}


def test_whoever_is_owed_most_is_paid_first_and_among_equals_the_lower_id():
    people = [Party(False, pk) for pk in range(6)]
    sums = dict(zip(people, (300, 500, 300, -700, -200, -200), strict=True))
    assert [
        (each.payer.id, each.receiver.id, each.amount) for each in payments(sums)
    ] == [
        (3, 1, 500),
        (3, 0, 200),
        (4, 0, 100),
        (4, 2, 100),
        (5, 2, 200),
    ]


def test_a_member_comes_before_an_account_of_the_club():
    sums = {Party(True, 1): 50, Party(False, 9): 50, Party(False, 2): -100}
    assert [payment.receiver for payment in payments(sums)] == [
        Party(False, 9),
        Party(True, 1),
    ]


def test_balances_that_do_not_sum_to_zero_are_refused():
    with pytest.raises(ValueError, match="sum to 1"):
        payments({Party(False, 1): 1})


def test_nothing_is_to_be_paid_where_everybody_is_even():
    assert payments({Party(False, 1): 0, Party(False, 2): 0}) == []
