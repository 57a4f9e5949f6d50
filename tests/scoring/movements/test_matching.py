"""Pairing all entries from the top of a list: the search finds the first possible pairing, and none only if
there is none.
"""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.errors import InvalidMovement
from scoring.movements.matching import first_pairing
from scoring.movements.swiss import draw

PRIME = 2_147_483_647


def apart(order, met):
    found = {one: set() for one in order}
    for one, other in met:
        found[one].add(other)
        found[other].add(one)
    return found


def by_trying(order, far):
    """The first possible pairing, found by trying all in order; None if there is none."""
    if not order:
        return ()
    first, *rest = order
    for other in rest:
        if other not in far[first]:
            found = by_trying([each for each in rest if each != other], far)
            if found is not None:
                return ((first, other), *found)
    return None


def can_be_paired(order, far, random):
    """True if a pairing exists, by the determinant of a random Tutte matrix modulo a prime.

    It is never True without a pairing. It is wrongly False with a chance of less than one in ten million.
    """
    at = {each: index for index, each in enumerate(order)}
    rows = [[0] * len(order) for _ in order]
    for one, other in combinations(order, 2):
        if other not in far[one]:
            weight = random.randrange(1, PRIME)
            rows[at[one]][at[other]], rows[at[other]][at[one]] = weight, PRIME - weight
    for column in range(len(order)):
        pivot = next(
            (row for row in range(column, len(order)) if rows[row][column]), None
        )
        if pivot is None:
            return False
        rows[column], rows[pivot] = rows[pivot], rows[column]
        inverse = pow(rows[column][column], -1, PRIME)
        for row in range(column + 1, len(order)):
            if factor := rows[row][column] * inverse % PRIME:
                rows[row] = [
                    (x - factor * y) % PRIME
                    for x, y in zip(rows[row], rows[column], strict=True)
                ]
    return True


@given(some.integers(0, 5), some.floats(0, 1), some.randoms(use_true_random=False))
def test_it_is_the_first_there_is(half, share, random):
    order = random.sample(range(1, 100), 2 * half)
    far = apart(
        order, [pair for pair in combinations(order, 2) if random.random() < share]
    )
    assert first_pairing(order, far) == by_trying(order, far)


@given(some.integers(1, 20), some.floats(0.6, 1), some.randoms(use_true_random=False))
def test_of_up_to_forty_there_is_none_where_none_is_found(half, share, random):
    order = random.sample(range(1, 100), 2 * half)
    far = apart(
        order, [pair for pair in combinations(order, 2) if random.random() < share]
    )
    found = first_pairing(order, far)
    assert (found is not None) == can_be_paired(order, far, random)
    if found is not None:
        assert sorted(each for pair in found for each in pair) == sorted(order)
        assert all(other not in far[one] for one, other in found)


def test_rings_within_rings_are_paired():
    """Case: five rings of three in a chain. A search that only moves from one entry to the next misses the pairing."""
    rings = [
        (a, b)
        for first in range(1, 16, 3)
        for a, b in combinations(range(first, first + 3), 2)
    ]
    chain = [(3, 4), (6, 7), (9, 10), (12, 13), (15, 16)]
    may = {frozenset(pair) for pair in (*rings, *chain)}
    order = list(range(1, 17))
    far = apart(
        order, [pair for pair in combinations(order, 2) if frozenset(pair) not in may]
    )
    assert first_pairing(order, far) == by_trying(order, far)


@pytest.mark.parametrize(
    ("entries", "seed"), [(40, 1), (38, 2), (39, 3), (28, 4), (29, 5), (12, 6)]
)
def test_a_swiss_is_drawn_as_long_as_there_is_a_draw(entries, seed):
    """Rounds are drawn until no round remains in which everybody meets a new opponent; an odd number of
    entries has a bye.
    """
    random, numbers = Random(seed), range(1, entries + 1)
    scores, met, byes = dict.fromkeys(numbers, 0), [], set()
    while True:
        standings = sorted(numbers, key=lambda number: -scores[number])
        try:
            drawn = draw(standings, met, byes)
        except InvalidMovement:
            break
        met += drawn.matches
        byes |= {drawn.bye} - {None}
        for one, other in drawn.matches:
            won = random.randint(0, 20)
            scores[one] += won
            scores[other] += 20 - won
    far = apart(numbers, met)
    left_out = (
        [None]
        if entries % 2 == 0
        else [number for number in numbers if number not in byes]
    )
    for bye in left_out:
        assert not can_be_paired(
            [number for number in numbers if number != bye], far, random
        )
    assert (
        len({frozenset(match) for match in met})
        == len(met)
        >= (entries // 2) * (entries // 2)
    )
