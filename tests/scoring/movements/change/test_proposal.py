"""Proposed changes of a movement: how good they are, and which rounds they must not touch."""

import pytest

from scoring.movements.change.proposal import (
    MOST_PROPOSALS,
    Price,
    cheapest,
    price,
    proposed,
)
from scoring.movements.check import BrokenMovement
from scoring.movements.mitchell import mitchell
from tests.scoring.movements.plans import exchanged


def test_the_same_plan_costs_nothing():
    assert price(mitchell(5), mitchell(5), 2) == Price((), (), (), (), ())


def test_two_that_change_places_are_moved_and_so_are_those_whom_they_meet():
    before = mitchell(5, rounds=3)
    changed = [*exchanged(before.by_round[3], 6, 8), *before.rows]
    after = before.with_rows({row[:2]: row for row in reversed(changed)}.values())
    assert price(before, after, 3).moved == (3, 5, 6, 8)
    assert price(before, after, 3).tables == (3, 5)


def test_what_was_played_is_not_changed():
    other = mitchell(5, switch=5)
    with pytest.raises(BrokenMovement) as refusal:
        proposed("x", "", mitchell(5), other, 3)
    assert refusal.value.breaches[0].rule == "M11"


def test_a_plan_that_breaks_a_rule_is_not_proposed():
    with pytest.raises(BrokenMovement, match="Round 8, table 1"):
        proposed("x", "", mitchell(8), mitchell(8, rounds=8), 8)


def test_three_at_most_are_offered_the_cheapest_first():
    plans = [mitchell(9, rounds=rounds) for rounds in (5, 6, 7, 8, 9)]
    found = cheapest(proposed("x", "", mitchell(9), plan, 5) for plan in plans)
    assert [proposal.movement.rounds for proposal in found] == [9, 8, 7]
    assert len(found) == MOST_PROPOSALS
