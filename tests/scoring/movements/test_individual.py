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


def test_there_is_one_for_every_four_players_from_8_to_32():
    assert PLAYERS == (8, 12, 16, 20, 24, 28, 32)


@pytest.mark.parametrize("players", PLAYERS)
def test_it_keeps_the_rules_and_may_be_shorter(players):
    for rounds in range(1, players):
        assert check(individual(players, rounds=rounds)) == ()


@pytest.mark.parametrize(
    ("players", "nearest"), [(4, 8), (9, 8), (11, 12), (18, 16), (30, 28), (36, 32)]
)
def test_the_refusal_names_the_nearest_number(players, nearest):
    words = f"8 to 32 players, four at each table: {nearest} is the nearest number"
    with pytest.raises(InvalidMovement, match=words):
        individual(players)


@pytest.mark.parametrize(("players", "rounds"), [(9, None), (0, None), (8, 8), (8, 0)])
def test_other_numbers_are_refused(players, rounds):
    with pytest.raises(InvalidMovement):
        individual(players, rounds=rounds)
