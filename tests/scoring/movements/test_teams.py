"""Movements for teams: American Whist, stagger, and one match head to head."""

from itertools import permutations

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.teams import MOST_TEAMS, WAYS, stagger, teams


@pytest.mark.parametrize("count", [3, 5, 7, 9, 11, 13])
def test_every_two_teams_meet_in_both_rooms_over_the_same_set(count):
    movement = teams(count)
    assert sorted((row.ns, row.ew) for row in movement.rows) == sorted(
        permutations(range(1, count + 1), 2)
    )
    sets = {(row.ns, row.ew): row.set for row in movement.rows}
    assert all(sets[ew, ns] == boards for (ns, ew), boards in sets.items())
    assert movement.sharing == ()


@pytest.mark.parametrize("count", range(3, MOST_TEAMS + 1))
def test_every_way_of_every_number_of_teams_is_whole_and_keeps_the_rules(count):
    ways = [way for way, (numbers, _) in WAYS.items() if count in numbers]
    assert len(ways) >= 1 + (count <= 16 and count != 3)
    for way in ways:
        movement = teams(count, way=way)
        halves = sorted((row.ns, row.ew) for row in movement.rows)
        assert halves == sorted(permutations(range(1, count + 1), 2))
        assert check(movement) == () and movement.entries == tuple(range(1, count + 1))


@pytest.mark.parametrize("count", range(3, 17))
def test_a_movement_of_fewer_rounds_plays_both_halves_of_its_matches(count):
    for way, (numbers, _) in WAYS.items():
        if count not in numbers:
            continue
        for rounds in range(1, count):
            try:
                movement = teams(count, rounds=rounds, way=way)
            except InvalidMovement:
                continue
            assert (movement.rounds, check(movement)) == (rounds, ())


@pytest.mark.parametrize(
    ("count", "kind"),
    [
        (2, "head to head"),
        (3, "American Whist"),
        (4, "round robin"),
        (31, "American Whist"),
    ],
)
def test_the_usual_way_depends_on_the_number_of_teams(count, kind):
    assert teams(count).kind == kind


def test_the_tables_of_a_stagger_share_across_two_rows():
    movement = stagger(8, rounds=7)
    assert {tables for _, _, tables in movement.sharing} == {
        (1, 5), (2, 6), (3, 7), (4, 8),
    }  # fmt: skip
    first_half = {row.set for row in movement.rows if row.round <= 4}
    assert first_half == {1, 2, 3, 4}
    assert stagger(8, rounds=4).sets == 4


def test_east_west_of_a_stagger_go_two_tables_lower_and_boards_one():
    rows = {(row.round, row.ew): row for row in stagger(8, rounds=7).rows}
    steps = [(rows[number, 8].table, rows[number, 8].set) for number in range(1, 8)]
    assert [table for table, _ in steps] == [7, 5, 3, 1, 6, 4, 2]
    at_table_1 = [row.set for row in stagger(8, rounds=4).rows if row.table == 1]
    assert at_table_1 == [1, 2, 3, 4]


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
        (1, None, "from 2 to 31"),
        (7, 3, "an even number"),
        (7, 8, "2 to 6"),
        (32, None, "from 2 to 31"),
        (6, 6, "from 1 to 5 rounds"),
        (2, 3, "an even"),
    ],
)
def test_other_numbers_are_refused(count, rounds, message):
    with pytest.raises(InvalidMovement, match=message):
        teams(count, rounds=rounds)


@pytest.mark.parametrize(
    ("count", "way", "message"),
    [
        (4, "american-whist", "an odd number of teams"),
        (2, "stagger", "an even number of teams, 4 or more"),
        (5, "stagger", "an even number of teams, 4 or more"),
        (5, "head-to-head", "an odd number has a triangle"),
        (6, "own-boards", "an even number of teams, from 8"),
        (3, "triangle", "from 5 to 15"),
        (17, "triangle", "from 5 to 15"),
    ],
)
def test_a_way_for_other_numbers_is_refused_with_the_numbers_that_it_has(
    count, way, message
):
    with pytest.raises(InvalidMovement, match=message) as refused:
        teams(count, way=way)
    assert refused.value.field == "tables"


def test_a_stagger_is_played_to_the_end_or_to_its_half():
    with pytest.raises(InvalidMovement, match="has 4 rounds or 7 rounds"):
        teams(8, rounds=5, way="stagger")
