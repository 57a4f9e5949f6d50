"""The hesitation and double-hesitation movements."""

from collections import Counter

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.ring import DOUBLE_TABLES, double_hesitation, hesitation


@pytest.mark.parametrize("tables", range(3, 16))
def test_a_hesitation_has_a_round_more_than_tables_and_everybody_plays_everything(
    tables,
):
    movement = hesitation(tables)
    assert (movement.rounds, movement.sets, len(movement.entries)) == (
        tables + 1,
        tables + 1,
        2 * tables,
    )
    plays = Counter((entry, row.set) for row in movement.rows for entry in row.seated)
    assert len(plays) == 2 * tables * (tables + 1)
    assert len(movement.sharing) == (0 if tables % 2 else tables + 1)


def test_who_comes_from_the_last_table_hesitates_there():
    movement = hesitation(7)
    assert [(row.table, row.ns == 14) for row in movement.rows if 14 in row.seated] == [
        (7, True), (1, False), (2, False), (3, False), (4, False), (5, False), (6, False), (7, False),
    ]  # fmt: skip


def test_the_pivot_of_an_odd_number_of_tables_is_not_turned():
    last = hesitation(7, switch=1).by_round[8]
    assert [row.turned for row in last] == [True] * 6 + [False]
    assert all(row.turned for row in hesitation(6, switch=1).by_round[7])


@pytest.mark.parametrize("tables", DOUBLE_TABLES)
def test_a_double_hesitation_has_two_rounds_more_and_shares_nothing(tables):
    movement = double_hesitation(tables)
    assert (movement.rounds, movement.sets, len(movement.entries)) == (
        tables + 2,
        tables + 2,
        2 * tables,
    )
    assert movement.sharing == ()


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (hesitation, {"tables": 2}),
        (hesitation, {"tables": 7, "rounds": 9}),
        (hesitation, {"tables": 7, "switch": 9}),
        (double_hesitation, {"tables": 4}),
        (double_hesitation, {"tables": 16}),
    ],
)
def test_other_numbers_are_refused(make, options):
    with pytest.raises(InvalidMovement):
        make(**options)
