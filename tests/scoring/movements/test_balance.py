"""The balance of a movement, compared with published figures for Mitchells with an arrow switch and for hesitations."""

from fractions import Fraction

import pytest

from scoring.movements.balance import quality
from scoring.movements.howell import howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import mitchell, usual_switch
from scoring.movements.ring import hesitation
from scoring.movements.teams import teams
from tests.scoring.movements.plans import plan


@pytest.mark.parametrize(
    ("tables", "switch", "figure"),
    [
        (5, 1, 67.6), (7, 1, 92.0), (7, 2, 49.6), (9, 1, 93.9), (9, 2, 70.0),
        (11, 1, 89.2), (11, 2, 85.0), (13, 2, 93.0), (13, 1, 84.0),
    ],
)  # fmt: skip
def test_mitchells_with_an_arrow_switch(tables, switch, figure):
    assert round(float(quality(mitchell(tables, switch=switch))), 1) == figure


@pytest.mark.parametrize("tables", [5, 7, 9, 11, 13])
def test_no_other_number_of_turned_rounds_is_better_than_the_usual(tables):
    figures = {
        switch: quality(mitchell(tables, switch=switch))
        for switch in range(1, tables // 2)
    }
    assert max(figures, key=figures.get) == usual_switch(tables)


@pytest.mark.parametrize(
    ("tables", "switch", "figure"), [(5, 1, 64), (7, 1, 74), (9, 1, 77), (11, 2, 79)]
)
def test_hesitations_with_an_arrow_switch(tables, switch, figure):
    assert round(quality(hesitation(tables, switch=switch))) == figure


@pytest.mark.parametrize("tables", range(5, 15))
def test_plain_hesitations(tables):
    assert 52 <= round(quality(hesitation(tables))) <= 58


@pytest.mark.parametrize(
    ("tables", "figure"), [(2, 100), (3, 60), (4, 100), (5, 83.3), (6, 100), (7, 91.3)]
)
def test_howells(tables, figure):
    assert round(float(quality(howell(tables))), 1) == figure


@pytest.mark.parametrize("tables", [3, 8, 9])
def test_with_two_winners_a_mitchell_is_even_within_each_line(tables):
    assert quality(mitchell(tables)) == 100


def test_teams_and_individuals_have_no_such_figure():
    assert (quality(teams(5)), quality(individual(8))) == (None, None)


def test_a_single_table_has_nothing_to_compare():
    assert quality(plan("1 1 1 2 1\n")) is None
    assert quality(plan("movement x pairs winners=1\n1 1 1 2 1\n")) == Fraction(100)
