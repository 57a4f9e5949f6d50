"""The par of a board, from the tricks that each seat takes in each strain."""

from hypothesis import given
from hypothesis import strategies as some

from scoring import Seat, Side
from scoring.duplicate.board import dealer_of, vulnerable_on
from scoring.duplicate.makeable import DIGITS, parse_makeable
from scoring.duplicate.par import par_of
from tests.scoring.worked_out_deals import worked_out_deals

tricks_texts = some.text(alphabet=DIGITS, min_size=20, max_size=20)


def contracts_of(board: int, tricks: str) -> list[tuple[str, tuple[Seat, ...], int]]:
    par = par_of(board, parse_makeable(tricks))
    return [(str(best.contract), best.declarers, best.tricks) for best in par.contracts]


def test_two_hundred_deals_have_the_par_and_the_contracts_of_endplay():
    deals = worked_out_deals()
    assert len(deals) == 200
    for deal in deals:
        par = par_of(deal.board, parse_makeable(deal.tricks))
        found = {
            f"{best.contract.strain}:{best.declarers[0].side}" for best in par.contracts
        }
        assert (par.score, found) == (deal.par, deal.contracts), deal


def test_a_game_that_one_side_makes_is_par():
    tricks = "a3a37575757575757575"
    assert par_of(1, parse_makeable(tricks)).score == 420
    assert contracts_of(1, tricks) == [("4S", (Seat.NORTH, Seat.SOUTH), 10)]


def test_a_save_is_par_where_it_costs_less_than_the_game():
    """Five hearts go two down: 300 or 500 beside 620 of a vulnerable side, 500 beside 420 of one that is not."""
    tricks = "a3a34949555555555555"
    assert [par_of(board, parse_makeable(tricks)).score for board in (2, 3, 4)] == [
        300,
        420,
        500,
    ]
    assert contracts_of(2, tricks) == [("5HX", (Seat.EAST, Seat.WEST), 9)]


def test_a_better_seat_declares_alone():
    assert contracts_of(1, "a090" + "0000" * 4) == [("4S", (Seat.NORTH,), 10)]


def test_the_dealer_s_side_bids_first_what_both_sides_make():
    tricks = "6666" * 4 + "7777"
    assert par_of(1, parse_makeable(tricks)).score == 90
    assert par_of(4, parse_makeable(tricks)).score == -90


def test_a_board_on_which_nobody_makes_a_contract_is_passed_out():
    par = par_of(1, parse_makeable("6" * 20))
    assert (par.score, par.contracts) == (0, ())


@given(some.integers(1, 32), tricks_texts)
def test_who_turns_the_table_turns_the_par(board: int, tricks: str):
    """Turned by a seat, on the board with the dealer and the vulnerability turned too, the par changes its sign."""
    turned = "".join(
        tricks[start + 3] + tricks[start : start + 3] for start in range(0, 20, 4)
    )
    after = next(
        other
        for other in range(1, 17)
        if _dealer_and_vulnerable(other) == _turned(board)
    )
    one = par_of(board, parse_makeable(tricks))
    assert par_of(after, parse_makeable(turned)).score == -one.score
    assert bool(one.contracts) == bool(one.score)


def _dealer_and_vulnerable(board: int) -> tuple[Seat, set[Side]]:
    return dealer_of(board), set(vulnerable_on(board))


def _turned(board: int) -> tuple[Seat, set[Side]]:
    dealer, vulnerable = _dealer_and_vulnerable(board)
    return dealer.next, {side.other for side in vulnerable}
