"""Movements for teams: American Whist and head to head."""

from itertools import permutations

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.teams import teams


@pytest.mark.parametrize("count", [3, 5, 7, 9, 11, 13])
def test_every_two_teams_meet_in_both_rooms_over_the_same_set(count):
    movement = teams(count)
    assert sorted((row.ns, row.ew) for row in movement.rows) == sorted(
        permutations(range(1, count + 1), 2)
    )
    sets = {(row.ns, row.ew): row.set for row in movement.rows}
    assert all(sets[ew, ns] == boards for (ns, ew), boards in sets.items())
    assert movement.sharing == ()


@pytest.mark.parametrize(("count", "rounds"), [(7, 2), (7, 4), (9, 6)])
def test_a_shorter_one_plays_whole_matches(count, rounds):
    movement = teams(count, rounds=rounds)
    assert (movement.rounds, check(movement)) == (rounds, ())


def test_two_teams_change_sets_within_a_half_and_tables_between_the_halves():
    rows = [(row.round, row.table, row.ns, row.ew, row.set) for row in teams(2).rows]
    assert rows == [
        (1, 1, 1, 2, 1), (1, 2, 2, 1, 2), (2, 1, 1, 2, 2), (2, 2, 2, 1, 1),
        (3, 1, 2, 1, 3), (3, 2, 1, 2, 4), (4, 1, 2, 1, 4), (4, 2, 1, 2, 3),
    ]  # fmt: skip
    assert (
        check(teams(2)) == check(teams(2, rounds=2)) == check(teams(2, rounds=8)) == ()
    )


@pytest.mark.parametrize(
    ("count", "rounds", "message"),
    [
        (4, None, "read it from a file"),
        (1, None, "from 2 to 31"),
        (7, 3, "an even number"),
        (7, 8, "2 to 6"),
        (2, 3, "an even"),
    ],
)
def test_other_numbers_are_refused(count, rounds, message):
    with pytest.raises(InvalidMovement, match=message):
        teams(count, rounds=rounds)
