"""Howell movements."""

from itertools import combinations

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.howell import TABLES, howell
from tests.scoring.movements.plans import seats

FIRST_ROUNDS = {
    4: [(8, 1, 1), (5, 6, 2), (2, 4, 3), (3, 7, 5)],
    5: [(10, 1, 1), (5, 7, 3), (4, 8, 5), (3, 2, 6), (6, 9, 8)],
    6: [(12, 1, 1), (9, 5, 2), (3, 2, 4), (11, 6, 5), (8, 10, 6), (7, 4, 10)],
    7: [
        (14, 1, 1),
        (5, 10, 3),
        (3, 2, 4),
        (9, 11, 5),
        (6, 13, 10),
        (8, 12, 11),
        (7, 4, 12),
    ],
}


@pytest.mark.parametrize("tables", FIRST_ROUNDS)
def test_the_published_starters(tables):
    movement = howell(tables)
    assert seats(movement, 1) == FIRST_ROUNDS[tables]
    up = {number: number % (2 * tables - 1) + 1 for number in range(1, 2 * tables)} | {
        2 * tables: 2 * tables
    }
    assert seats(movement, 2) == [
        (up[ns], up[ew], up[boards]) for ns, ew, boards in FIRST_ROUNDS[tables]
    ]


@pytest.mark.parametrize("tables", TABLES)
def test_every_pair_meets_every_other_once_and_plays_every_set_once(tables):
    movement = howell(tables)
    pairs = range(1, 2 * tables + 1)
    assert sorted(tuple(sorted((row.ns, row.ew))) for row in movement.rows) == sorted(
        combinations(pairs, 2)
    )
    for pair in pairs:
        assert sorted(row.set for row in movement.rows if pair in row.seated) == [
            *range(1, 2 * tables)
        ]


@pytest.mark.parametrize("tables", TABLES)
def test_the_pair_with_the_highest_number_stays_at_its_seat(tables):
    assert {
        (row.table, row.ns) for row in howell(tables).rows if 2 * tables in row.seated
    } == {(1, 2 * tables)}


@pytest.mark.parametrize(
    ("tables", "shared"), [(2, 3), (3, 1), (4, 0), (5, 0), (6, 0), (7, 0)]
)
def test_two_tables_share_every_round_three_in_one_and_more_never(tables, shared):
    assert len(howell(tables).sharing) == shared


@pytest.mark.parametrize("tables", TABLES)
def test_an_odd_number_of_pairs_sits_out_in_turns(tables):
    half = howell(tables).without(2 * tables)
    assert check(half) == ()
    assert sorted(entry for _, entry in half.sit_outs) == [*range(1, 2 * tables)]


def test_with_fewer_rounds_it_is_not_full():
    movement = howell(5, rounds=7)
    assert (movement.rounds, movement.full, check(movement)) == (7, False, ())


@pytest.mark.parametrize(("tables", "rounds"), [(1, None), (8, None), (4, 8), (4, 0)])
def test_other_numbers_are_refused(tables, rounds):
    with pytest.raises(InvalidMovement, match="has from"):
        howell(tables, rounds=rounds)
