"""Howell movements."""

from itertools import combinations

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.balance import quality
from scoring.movements.check import check
from scoring.movements.howell import (
    TABLES,
    THREE_QUARTER_TABLES,
    howell,
    three_quarter_howell,
    three_quarter_rounds,
)
from scoring.movements.plan import in_order
from tests.scoring.movements.plans import seats

THREE_QUARTERS = [
    (tables, rounds)
    for tables in THREE_QUARTER_TABLES
    for rounds in three_quarter_rounds(tables)
]

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
    ("tables", "shared"), [(2, 3), (3, 1), *[(tables, 0) for tables in range(4, 11)]]
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


@pytest.mark.parametrize(("tables", "rounds"), [(1, None), (11, None), (4, 8), (4, 0)])
def test_other_numbers_are_refused(tables, rounds):
    with pytest.raises(InvalidMovement, match="has from"):
        howell(tables, rounds=rounds)


@pytest.mark.parametrize(("tables", "figure"), [(8, 100), (9, 94.7), (10, 100)])
def test_howells_of_eight_to_ten_tables_are_even(tables, figure):
    assert round(float(quality(howell(tables))), 1) == figure


@pytest.mark.parametrize(("tables", "rounds"), THREE_QUARTERS)
def test_in_a_three_quarter_howell_everybody_plays_every_set_once_and_nobody_shares(
    tables, rounds
):
    movement = three_quarter_howell(tables, rounds=rounds)
    assert check(movement) == ()
    assert (movement.tables, movement.rounds, movement.sets) == (tables, rounds, rounds)
    assert (movement.sharing, movement.winners) == ((), 1)
    for pair in range(1, 2 * tables + 1):
        sets = sorted(row.set for row in movement.rows if pair in row.seated)
        assert sets == [*range(1, rounds + 1)]


@pytest.mark.parametrize(("tables", "rounds"), THREE_QUARTERS)
def test_in_a_three_quarter_howell_some_pairs_stay_at_one_seat_and_never_meet(
    tables, rounds
):
    movement = three_quarter_howell(tables, rounds=rounds)
    stay = [*range(rounds + 1, 2 * tables + 1)]
    assert len(stay) >= 2
    for pair in stay:
        places = {
            (row.table, row.ns == pair) for row in movement.rows if pair in row.seated
        }
        assert len(places) == 1
    both = [row for row in movement.rows if row.ns in stay and row.ew in stay]
    assert both == []
    moving = [row for row in movement.rows if row.ns not in stay or row.ew not in stay]
    assert in_order(moving) == movement.rows


@pytest.mark.parametrize(("tables", "rounds"), THREE_QUARTERS)
def test_a_three_quarter_howell_lets_anybody_be_missing_and_end_early(tables, rounds):
    movement = three_quarter_howell(tables, rounds=rounds - 1)
    for missing in (1, rounds, 2 * tables):
        half = movement.without(missing)
        assert [breach for breach in check(half) if breach.rule != "M5"] == []
    assert check(movement.without(2 * tables)) == ()


def test_the_usual_three_quarter_howell_has_about_three_quarters_of_the_rounds():
    usual = {
        tables: three_quarter_howell(tables).rounds for tables in THREE_QUARTER_TABLES
    }
    assert usual == {5: 7, 6: 8, 7: 10, 8: 11, 9: 13, 10: 14}


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (4, None, "A three-quarter Howell has from 5 to 10 tables."),
        (11, None, "A three-quarter Howell has from 5 to 10 tables."),
        (7, 13, "A three-quarter Howell of 7 tables has from 2 to 12 rounds."),
        (7, 1, "A three-quarter Howell of 7 tables has from 2 to 12 rounds."),
    ],
)
def test_other_numbers_of_a_three_quarter_howell_are_refused(tables, rounds, message):
    with pytest.raises(InvalidMovement) as refusal:
        three_quarter_howell(tables, rounds=rounds)
    assert refusal.value.message == message
