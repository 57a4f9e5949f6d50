"""Sentences about movements remember their template: offers, broken rules and refusals can be translated."""

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.misplay import misplayed
from scoring.movements.change.rounds import other_rounds
from scoring.movements.change.withdrawal import withdrawal
from scoring.movements.check import check
from scoring.movements.editions import Edition, check_editions
from scoring.movements.form_proposals import individual_proposals, team_proposals
from scoring.movements.howell import howell, three_quarter_howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import mitchell, web
from scoring.movements.proposals import proposals
from scoring.movements.ring import double_hesitation, hesitation
from scoring.movements.rover import rover
from scoring.movements.swiss import draw
from scoring.movements.teams import american_whist, head_to_head, teams
from tests.scoring.movements.plans import exchanged, plan
from tests.scoring.movements.test_check import PLANTED
from tests.scoring.wordless import left_in_english


@pytest.mark.parametrize("fault", PLANTED)
def test_no_breach_is_left_in_english(fault):
    breaches = check(plan(PLANTED[fault][0]))
    assert [each.words for each in breaches if left_in_english(each.words)] == []
    assert [each.words for each in breaches] == [str(each) for each in breaches]


def test_no_breach_of_another_form_of_play_is_left_in_english():
    wrong = [
        plan("movement x teams\n1 1 1 2 1\n2 1 1 2 1\n"),
        plan("movement x individual\n1 1 1 2 3 4 1\n1 2 1 5 6 7 2\n2 1 1 2 3 4 1\n"),
        mitchell(5, rounds=7),
    ]
    assert [
        str(each)
        for movement in wrong
        for each in check(movement)
        if left_in_english(each.words)
    ] == []
    (early,) = check_editions(mitchell(3), [Edition(2, mitchell(3).by_round[1])])[:1]
    assert left_in_english(early.words) == []


def test_no_name_of_a_movement_is_left_in_english():
    fits = [
        fit for pairs in (7, 8, 9, 12, 15, 17, 18, 28) for fit in proposals(pairs, 24)
    ]
    fits += [
        *individual_proposals(8, 21),
        *team_proposals(2, 24),
        *team_proposals(5, 24),
        *team_proposals(8, 24),
    ]
    assert len({fit.name for fit in fits}) > 10
    assert [fit.name for fit in fits if left_in_english(fit.name)] == []


def test_no_way_to_go_on_is_left_in_english():
    plans = [mitchell(5).without(10), mitchell(7), rover(8), howell(4), mitchell(9)]
    ways = [
        way
        for before in plans
        for round_ in (2, 3)
        for way in late_pair(before, round_)
    ]
    ways += [
        way
        for before in plans
        for round_ in (2, 6)
        for way in withdrawal(before, 1, min(round_, before.rounds))
    ]
    ways.append(other_rounds(mitchell(7), 5, 3))
    for movement, round_ in ((mitchell(5), 2), (howell(4), 3), (mitchell(7), 6)):
        rows = movement.by_round[round_ - 1]
        ways += misplayed(
            movement, exchanged(rows, *[row.ew for row in rows][:2]), round_
        )
        ways += misplayed(movement, [rows[0]._replace(set=rows[1].set)], round_)
        ways += misplayed(movement, rows, round_)
    assert len({way.kind for way in ways}) > 5
    assert [way.text for way in ways if left_in_english(way.text)] == []


REFUSED = {
    "too many tables": lambda: mitchell(61),
    "no way with an even number": lambda: mitchell(6, even="x"),
    "too many rounds": lambda: mitchell(5, rounds=11),
    "too many rounds with a skip": lambda: mitchell(6, rounds=13),
    "too many rounds with a relay": lambda: mitchell(6, rounds=13, even="share"),
    "too many turned rounds": lambda: mitchell(5, switch=6),
    "too many tables of a Howell": lambda: howell(11),
    "too few tables of a three-quarter Howell": lambda: three_quarter_howell(4),
    "too many rounds of a three-quarter Howell": lambda: three_quarter_howell(
        7, rounds=13
    ),
    "too few tables of a Web": lambda: web(3),
    "too many rounds of a Web": lambda: web(14, rounds=14),
    "too many rounds of a Howell": lambda: howell(4, rounds=8),
    "too many tables of a hesitation": lambda: hesitation(99),
    "too many rounds of a hesitation": lambda: hesitation(5, rounds=99),
    "too many turned rounds of a hesitation": lambda: hesitation(5, switch=99),
    "too many tables of a double hesitation": lambda: double_hesitation(99),
    "too many rounds of a double hesitation": lambda: double_hesitation(5, rounds=99),
    "too many tables of a rover": lambda: rover(99),
    "too many rounds of a rover": lambda: rover(5, rounds=99),
    "too many teams": lambda: teams(99),
    "an even number of teams in a whist": lambda: teams(6, way="american-whist"),
    "an odd number of teams head to head": lambda: teams(7, way="head-to-head"),
    "too few teams with own boards": lambda: teams(6, way="own-boards"),
    "an odd number of teams in a stagger": lambda: teams(7, way="stagger"),
    "an even number of teams with a triangle": lambda: teams(6, way="triangle"),
    "too many rounds head to head": lambda: teams(6, rounds=6),
    "a third of a stagger": lambda: teams(6, rounds=2, way="stagger"),
    "an odd number of rounds with a triangle": lambda: teams(
        7, rounds=3, way="triangle"
    ),
    "five teams with a triangle and two rounds": lambda: teams(
        5, rounds=2, way="triangle"
    ),
    "an odd number of rounds": lambda: american_whist(5, rounds=3),
    "an odd number of rounds of two teams": lambda: head_to_head(rounds=3),
    "players of no individual": lambda: individual(9),
    "too many rounds of an individual": lambda: individual(8, rounds=8),
    "a draw of two that are one": lambda: draw([1, 1]),
    "a draw in which all have met": lambda: draw([1, 2], met=[(1, 2)]),
    "a bye for everybody": lambda: draw([1], had_bye={1}),
    "too many pairs": lambda: proposals(121, 24),
    "too many boards": lambda: proposals(10, 100),
    "no individual": lambda: individual_proposals(9, 24),
    "too many boards of an individual": lambda: individual_proposals(8, 100),
    "too many teams for a match": lambda: team_proposals(99, 24),
    "a late pair of teams": lambda: late_pair(teams(5), 2),
    "a late pair too late": lambda: late_pair(mitchell(5), 6),
    "a withdrawal of teams": lambda: withdrawal(teams(5), 1, 2),
    "a withdrawal of nobody": lambda: withdrawal(mitchell(5), 11, 2),
    "a withdrawal too late": lambda: withdrawal(mitchell(5), 1, 6),
    "fewer rounds than played": lambda: other_rounds(mitchell(5), 1, 3),
    "more rounds than there can be": lambda: other_rounds(howell(4), 8, 3),
    "a round whose boards were seen": lambda: other_rounds(
        mitchell(7, rounds=5),
        6,
        3,
        seen={(entry, boards) for entry in range(1, 15) for boards in range(1, 8)},
    ),
    "more rounds after a withdrawal": lambda: other_rounds(
        withdrawal(mitchell(7), 1, 4)[0].movement, 8, 5
    ),
    "a misplay of teams": lambda: misplayed(teams(5), (), 2),
    "a misplay to come": lambda: misplayed(mitchell(5), mitchell(5).by_round[2], 2),
    "a misplay of no table": lambda: misplayed(
        mitchell(5), [mitchell(7).by_round[1][6]], 2
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_no_refusal_of_a_movement_is_left_in_english(name):
    with pytest.raises(InvalidMovement) as refused:
        REFUSED[name]()
    assert left_in_english(refused.value.message) == []


def test_where_no_rover_is_found_that_is_not_left_in_english(monkeypatch):
    monkeypatch.setattr("scoring.movements.rover.roving", lambda seats, steps: None)
    with pytest.raises(InvalidMovement) as refused:
        rover(5, rounds=5)
    assert left_in_english(refused.value.message) == []
