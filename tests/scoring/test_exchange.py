"""Two players who sat in each other's seats: what a deal says of a player stays with the player."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Exchange, Seat, parse_deal
from tests.scoring.made_up_deals import any_deals

N, E, S, W = Seat


@pytest.mark.parametrize(
    ("line", "first", "second", "corrected"),
    [
        ("4sn=", E, S, "4SN="),
        ("4ss+1", E, S, "4SE+1"),
        ("3nte-2 h4n", N, E, "3NTN-2 h4E"),
        ("2hw= t1ew", S, W, "2HS= t1NS"),
        ("2hw= t1ns", S, W, "2HS= t1EW"),
        ("2hn= t1ns", S, W, "2HN= t1NS"),
        ("p # nobody dared", N, E, "P # nobody dared"),
    ],
)
def test_declarer_honours_and_transfers_go_along(line, first, second, corrected):
    assert str(Exchange(first, second).deal(parse_deal(line))) == corrected


def test_a_revoke_of_the_defenders_stays_one_of_the_defenders():
    deal = parse_deal("2hw= !ns vs", royals=True)
    assert str(Exchange(S, W).deal(deal)) == "2HS= vW !EW"


@given(any_deals(), st.permutations([*Seat]))
def test_a_second_exchange_restores_the_deal(deal, seats):
    exchange = Exchange(seats[0], seats[1])
    assert exchange.deal(exchange.deal(deal)) == deal
