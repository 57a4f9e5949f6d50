"""POST /tables/3/rubbers/ begins a rubber."""

import pytest
from django.test import Client

from clubscore.members.merging.services import merge
from clubscore.rubbers.models import Rubber
from clubscore.tables import services as tables
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import NOON, four, member, seated_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return seated_table(four())


@pytest.fixture
def anna(table):
    client = Client()
    client.force_login(table.opened_by)
    return client


def said(table: Table, dealer: str) -> dict[str, str]:
    """Return what the form of the table's page sends now."""
    return {"dealer": dealer, "seats": seating_at(table).who_sits_where}


def test_the_dealer_is_as_chosen_and_the_page_is_the_table(anna, table):
    answer = anna.post(f"/tables/{table.pk}/rubbers/", said(table, "W"))
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
    answer = anna.post(f"/tables/{table.pk}/rubbers/", said(table, "W"), follow=True)
    table.refresh_from_db()
    assert "There is no rule “vulnerability”" in answer.content.decode()
    assert (Rubber.objects.count(), table.is_playing) == (0, False)


def test_two_who_start_at_once_start_one_rubber(anna, table):
    for _ in range(2):
        anna.post(f"/tables/{table.pk}/rubbers/", said(table, "N"))
    assert Rubber.objects.count() == 1


def changed_places(table: Table, one: Seat, other: Seat) -> None:
    """Let the player in seat `one` change places with the player in seat `other`."""
    mover = seating_at(table).seats[one]
    tables.come_to_table(table=table, member=mover, seat=other, by=mover, now=NOON)


@pytest.mark.parametrize("seats", ["as read", ""])
def test_nothing_begins_once_the_seats_that_were_read_have_changed(anna, table, seats):
    read = said(table, "N") | ({} if seats else {"seats": seats})
    changed_places(table, Seat.EAST, Seat.SOUTH)
    address = f"/tables/{table.pk}/rubbers/"
    page = anna.post(address, read, follow=True).content.decode()
    assert (
        "Nothing has begun: the seats have changed. "
        "Now: North Anna, East Cleo, South Ben, West Dan." in page
    )
    table.refresh_from_db()
    assert (Rubber.objects.count(), table.is_playing) == (0, False)
    anna.post(address, said(table, "N"))
    assert Rubber.objects.get().players[Seat.EAST].name == "Cleo"


def test_a_rubber_begins_if_a_record_was_merged_since_the_seats_were_read(anna, table):
    read = said(table, "N")
    seats = seating_at(table).seats
    kept = member("Benjamin")
    merge(kept=kept, merged=seats[Seat.EAST], by=seats[Seat.NORTH], now=NOON)
    anna.post(f"/tables/{table.pk}/rubbers/", read)
    assert Rubber.objects.get().players == seats | {Seat.EAST: kept}


def test_the_page_of_the_table_says_who_sits_where(anna, table):
    page = anna.get(f"/tables/{table.pk}/").content.decode()
    assert f'name="seats" value="{seating_at(table).who_sits_where}"' in page
