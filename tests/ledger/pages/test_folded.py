"""A statement by month and evening, and a member's last evenings."""

from datetime import timedelta

import pytest

from clubscore.ledger.pages.folded import last_evenings_of, months_of
from clubscore.ledger.queries import statement_of
from tests.factories import NOON
from tests.standings.season_of import book, take_back

pytestmark = pytest.mark.django_db


def test_every_entry_is_in_one_evening_and_the_sums_are_those_of_the_entries(cast):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 810, now=NOON - timedelta(days=40))
    book((ben, dan), (anna, cleo), 300, now=NOON - timedelta(days=1))
    book((anna, ben), (cleo, dan), 100, now=NOON)
    taken = book((anna, ben), (cleo, dan), 70, now=NOON)
    take_back(taken, now=NOON)
    statement = statement_of(anna)
    months = months_of(statement.entries)
    evenings = [evening for month in months for evening in month.evenings]
    entries = [entry for evening in evenings for entry in evening.entries]
    assert entries == statement.entries
    assert [(month.rubbers, month.net) for month in months] == [(2, -200), (1, 810)]
    assert [(evening.rubbers, evening.net) for evening in evenings] == [
        (1, 100),
        (1, -300),
        (1, 810),
    ]
    assert sum(month.net for month in months) == statement.balance


def test_the_last_evenings_have_the_sums_of_the_rubbers_that_stand(cast):
    anna, ben, cleo, dan = cast
    for days in range(6, -1, -1):
        book((anna, cleo), (ben, dan), 100 + days, now=NOON - timedelta(days=days))
    taken = book((anna, cleo), (ben, dan), 500, now=NOON - timedelta(days=2))
    take_back(taken, now=NOON + timedelta(days=1))
    evenings = last_evenings_of(anna)
    assert [(evening.rubbers, evening.net) for evening in evenings] == [
        (1, 100),
        (1, 101),
        (1, 102),
        (1, 103),
    ]
    assert evenings[0].day > evenings[1].day
