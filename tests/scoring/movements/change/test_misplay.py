"""Changing a movement after pairs have played in wrong seats or with wrong boards."""

from itertools import product

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.change.misplay import as_played, misplayed
from scoring.movements.change.proposal import breaches_from, price_lines
from scoring.movements.howell import howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import mitchell
from scoring.movements.teams import teams
from tests.scoring.movements.plans import exchanged


def with_set(movement, number, table, boards):
    """The row of a table in a round with the set of boards replaced by `boards`."""
    return [
        row._replace(set=boards)
        for row in movement.by_round[number]
        if row.table == table
    ]


def test_wrong_boards_that_nobody_needs_again_change_nothing():
    before = mitchell(9, rounds=3)
    (proposal,) = misplayed(before, with_set(before, 2, 3, 9), 3)
    assert proposal.kind == "as played"
    assert proposal.movement.rows != before.rows
    assert proposal.price.weight == (0, 0, 0)


def test_what_follows_is_listed_with_round_table_and_rule():
    before = mitchell(9)
    found = breaches_from(as_played(before, with_set(before, 2, 3, 5)), 3)
    assert [(breach.rule, breach.round, breach.table) for breach in found] == [
        ("M3", 3, 3),
        ("M3", 7, 8),
    ]
    assert (
        str(found[0])
        == "Round 3, table 3: pair 3 plays set 5 again, after round 2 (M3)"
    )


def test_another_set_is_offered_where_one_is_free():
    before = mitchell(9, rounds=5)
    found = misplayed(before, with_set(before, 2, 3, 5), 3)
    assert [proposal.kind for proposal in found] == ["sets", "artificial"]
    after = found[0].movement
    assert [row.set for row in after.rows if row.table == 3][1:3] != [5, 5]
    assert breaches_from(after, 3) == ()
    assert after.before(3) == as_played(before, with_set(before, 2, 3, 5)).before(3)


def test_otherwise_what_would_be_played_again_gets_an_artificial_score():
    before = mitchell(9)
    (proposal,) = misplayed(before, with_set(before, 2, 3, 5), 3)
    assert proposal.kind == "artificial"
    assert proposal.price.artificial == ((3, 3), (7, 8))
    assert "Round 3, table 3: not played, scored artificially (Law 12C2)." in list(
        price_lines(proposal)
    )
    assert proposal.price.sit_outs == ()


def test_who_sat_in_each_other_s_place_in_the_first_round_may_stay_there():
    before = mitchell(7)
    proposal = misplayed(before, exchanged(before.by_round[1], 9, 11), 2)[0]
    assert proposal.kind == "exchange"
    assert [*proposal.edition] == [
        row.renamed(9, -1).renamed(11, 9).renamed(-1, 11)
        for row in before.from_round(2)
    ]
    assert set(proposal.price.moved) >= {9, 11}
    assert proposal.price.sit_outs == ()


@pytest.mark.parametrize(
    "before",
    [mitchell(5), mitchell(6, even="share"), howell(4)],
    ids=["odd", "even", "howell"],
)
def test_whatever_pairs_sat_wrongly_there_is_a_way_that_is_proved(before):
    for number, (one, other) in product((1, 2), [(6, 7), (5, 8), (7, 8)]):
        rows = exchanged(before.by_round[number], one, other)
        found = misplayed(before, rows, number + 1)
        assert 1 <= len(found) <= 3
        for proposal in found:
            assert breaches_from(proposal.movement, number + 1) == ()
            assert proposal.movement.before(number + 1) == as_played(
                before, rows
            ).before(number + 1)


@pytest.mark.parametrize("before", [mitchell(7), howell(5)], ids=["mitchell", "howell"])
def test_whatever_set_was_played_there_is_a_way_that_is_proved(before):
    for boards in range(1, before.sets + 1):
        found = misplayed(before, with_set(before, 2, 3, boards), 3)
        assert all(breaches_from(proposal.movement, 3) == () for proposal in found)


def test_what_is_to_come_was_not_played():
    with pytest.raises(InvalidMovement, match="What was played lies before round 2"):
        misplayed(mitchell(5), with_set(mitchell(5), 2, 3, 1), 2)


def test_of_teams_it_is_ruled_on():
    with pytest.raises(InvalidMovement, match="only a ruling helps"):
        misplayed(teams(5), with_set(teams(5), 1, 1, 5), 2)


def test_individuals_have_ways_too():
    before = individual(8)
    found = misplayed(before, exchanged(before.by_round[2], 1, 3), 3)
    assert found
    assert all(breaches_from(proposal.movement, 3) == () for proposal in found)


def test_a_table_that_is_not_there_is_refused():
    row = mitchell(5).rows[0]._replace(table=9)
    with pytest.raises(
        InvalidMovement, match="The movement has no table 9 in round 1."
    ):
        misplayed(mitchell(5), [row], 2)
