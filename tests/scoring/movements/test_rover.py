"""Rover movements, and the search for the rover's seats."""

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.mitchell import mitchell
from scoring.movements.rover import rover
from scoring.movements.roving import open_seats, roving


@pytest.mark.parametrize("tables", [5, 6, 7, 8, 10, 11, 12, 13, 14])
def test_a_rover_takes_another_seat_in_every_round_but_the_first(tables):
    movement = rover(tables)
    assert movement.rounds == mitchell(tables).rounds
    taken = [row for row in movement.rows if 2 * tables + 1 in row.seated]
    assert [row.round for row in taken] == [*range(2, movement.rounds + 1)]
    assert (
        len({row.table for row in taken})
        == len({row.ew for row in taken})
        == len({row.set for row in taken})
    )
    assert len({row.table for row in taken}) == len(taken)
    assert len(movement.sit_outs) == movement.rounds


def test_nine_tables_have_none_of_nine_rounds_and_one_of_eight():
    seats = open_seats(mitchell(9).from_round(2))
    assert roving(seats, 10**6) is None
    assert rover(9).rounds == 8
    with pytest.raises(
        InvalidMovement, match="For 9 tables and 9 rounds no rover is found"
    ):
        rover(9, rounds=9)


def test_fifteen_tables_have_one_of_fourteen_rounds():
    assert rover(15).rounds == 14


def test_the_search_gives_up_after_its_steps():
    seats = open_seats(mitchell(11).from_round(2))
    assert roving(seats, 5) is None
    assert roving(seats) is not None


@pytest.mark.parametrize(("tables", "rounds"), [(4, None), (16, None), (8, 8), (8, 1)])
def test_other_numbers_are_refused(tables, rounds):
    with pytest.raises(InvalidMovement):
        rover(tables, rounds=rounds)
