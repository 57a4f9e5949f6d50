"""Round robins of teams head to head: two tables side by side, own boards, and triangles."""

from collections import Counter

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.cards import copies_needed
from scoring.movements.check import check
from scoring.movements.round_robin import (
    TEAMS_WITH_OWN_BOARDS,
    TEAMS_WITH_TRIANGLE,
    own_boards,
    round_robin,
    triangle,
)


def matches_in(movement, number):
    """The two teams of each match in a round, with the tables and the sets of the match."""
    matches = {}
    for row in movement.by_round[number]:
        both = min(row.ns, row.ew), max(row.ns, row.ew)
        matches.setdefault(both, []).append((row.table, row.set))
    return matches


@pytest.mark.parametrize("count", range(4, 17, 2))
def test_both_rooms_of_a_match_are_neighbouring_tables_over_the_set_of_the_round(count):
    movement = round_robin(count, rounds=count - 1)
    for number in range(1, count):
        matches = matches_in(movement, number)
        assert len(matches) == count // 2
        for (table, boards), (other_table, other_boards) in matches.values():
            assert (other_table - table, table % 2) == (1, 1)
            assert boards == other_boards == number


@pytest.mark.parametrize("count", range(4, 17, 2))
def test_a_copy_of_the_boards_is_needed_for_each_match(count):
    assert copies_needed(round_robin(count, rounds=count - 1)) == count // 2


@pytest.mark.parametrize("count", TEAMS_WITH_OWN_BOARDS)
def test_matches_with_their_own_boards_need_one_copy(count):
    movement = own_boards(count, rounds=count - 1)
    assert (copies_needed(movement), movement.sets) == (1, count - 1)
    for number in range(1, count):
        at_once = matches_in(movement, number).values()
        sets = [boards for (_, boards), _ in at_once]
        assert len(set(sets)) == count // 2
        assert all(one[1] == other[1] for one, other in at_once)


@pytest.mark.parametrize("count", TEAMS_WITH_TRIANGLE[1:])
def test_three_teams_play_two_matches_each_in_every_two_rounds(count):
    movement = triangle(count, rounds=count - 1)
    assert (movement.sit_outs, movement.sets) == ((), count)
    for first in range(1, count, 2):
        in_both = matches_in(movement, first).keys() & matches_in(movement, first + 1)
        teams_in_both = Counter(team for match in in_both for team in match)
        assert len(in_both) == 3 and set(teams_in_both.values()) == {2}
        for number in (first, first + 1):
            of_three = movement.by_round[number][:3]
            assert {row.ns for row in of_three} == teams_in_both.keys()


@pytest.mark.parametrize("count", TEAMS_WITH_TRIANGLE[1:])
def test_every_team_plays_as_many_matches_with_a_triangle(count):
    movement = triangle(count, rounds=4)
    played = Counter(row.ns for row in movement.rows)
    assert played == dict.fromkeys(range(1, count + 1), 4)
    assert check(movement) == ()


def test_five_teams_with_a_triangle_sit_out_one_round_each():
    movement = triangle(5, rounds=5)
    assert sorted(team for _, team in movement.sit_outs) == [1, 2, 3, 4, 5]
    assert (movement.tables, movement.sets, copies_needed(movement)) == (5, 6, 2)


@pytest.mark.parametrize(
    ("make", "count", "rounds", "message"),
    [
        (round_robin, 6, 0, "from 1 to 5"),
        (own_boards, 8, 8, "from 1 to 7"),
        (triangle, 7, 3, "2 to 6 rounds, an even number"),
        (triangle, 7, 8, "2 to 6 rounds, an even number"),
        (triangle, 5, 4, "have 5 rounds, and each sits out one"),
    ],
)
def test_other_numbers_of_rounds_are_refused(make, count, rounds, message):
    with pytest.raises(InvalidMovement, match=message) as refused:
        make(count, rounds=rounds)
    assert refused.value.field == "rounds"
