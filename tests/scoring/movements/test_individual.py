"""Individual movements."""

from collections import Counter
from itertools import combinations

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.individual import PLAYERS, individual


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_is_everybody_s_partner_once_and_opponent_twice(players):
    movement = individual(players)
    partners, opponents = Counter(), Counter()
    for row in movement.rows:
        partners.update(
            frozenset(both) for both in ((row.north, row.south), (row.east, row.west))
        )
        opponents.update(
            frozenset((one, other)) for one in row[2:4] for other in row[4:6]
        )
    everybody = [frozenset(both) for both in combinations(range(1, players + 1), 2)]
    assert partners == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_all_tables_share_the_set_of_the_round(players):
    movement = individual(players)
    assert movement.rounds == players - 1
    assert all(row.set == row.round for row in movement.rows)
    assert len(movement.sharing) == movement.rounds


def test_it_may_be_shorter():
    assert check(individual(12, rounds=8)) == ()


@pytest.mark.parametrize(("players", "rounds"), [(9, None), (0, None), (8, 8), (8, 0)])
def test_other_numbers_are_refused(players, rounds):
    with pytest.raises(InvalidMovement):
        individual(players, rounds=rounds)
