"""POST /tables/3/rubbers/ begins a rubber."""

import pytest
from django.test import Client

from clubscore.rubbers.models import Rubber
from clubscore.tables.models import Table
from scoring import Seat
from tests.factories import four, seated_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return seated_table(four())


@pytest.fixture
def anna(table):
    client = Client()
    client.force_login(table.opened_by)
    return client


def test_the_dealer_is_as_chosen_and_the_page_is_the_table(anna, table):
    answer = anna.post(f"/tables/{table.pk}/rubbers/", {"dealer": "W"})
    assert (answer.status_code, answer.url) == (302, f"/tables/{table.pk}/")
    assert Rubber.objects.get().first_dealer == Seat.WEST


def test_without_a_dealer_it_asks_for_one(anna, table):
    answer = anna.post(f"/tables/{table.pk}/rubbers/", {}, follow=True)
    assert "Say who deals first." in answer.content.decode()
    assert Rubber.objects.count() == 0


def test_house_rules_that_the_game_does_not_know_are_told_and_nothing_begins(
    anna, table
):
    Table.objects.update(rules={"vulnerability": "chess"})
    answer = anna.post(f"/tables/{table.pk}/rubbers/", {"dealer": "W"}, follow=True)
    table.refresh_from_db()
    assert "There is no rule “vulnerability”" in answer.content.decode()
    assert (Rubber.objects.count(), table.is_playing) == (0, False)


def test_two_who_start_at_once_start_one_rubber(anna, table):
    for _ in range(2):
        anna.post(f"/tables/{table.pk}/rubbers/", {"dealer": "N"})
    assert Rubber.objects.count() == 1
