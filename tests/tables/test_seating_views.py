"""The page /tables/3/seating/, on which members take and leave seats."""

import re

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.tables import services
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import NOON, member, rubber_in_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return member("Anna Weiss")


@pytest.fixture
def client(anna):
    client = Client()
    client.force_login(anna)
    return client


@pytest.fixture
def table(anna):
    return services.open_table(by=anna, now=NOON)


def test_any_member_opens_a_table_and_goes_on_to_its_seats(client):
    answer = client.post("/tables/")
    assert answer.url == f"/tables/{Table.objects.get().pk}/seating/"


def test_the_search_finds_by_part_of_a_name_whatever_the_case(client, table):
    member("Ben Hall")
    member("Cleo Benson")
    member("Dan Roth")
    html = client.get(
        f"/tables/{table.pk}/seating/?q=BEN", headers={"HX-Request": "true"}
    ).content.decode()
    assert "Ben Hall" in html
    assert "Cleo Benson" in html
    assert "Dan Roth" not in html
    assert "<!doctype html>" not in html


def names_offered(client, table, words="") -> list[str]:
    html = client.get(
        f"/tables/{table.pk}/seating/?q={words}", headers={"HX-Request": "true"}
    ).content.decode()
    return re.findall(r'name="member" value="\d+">([^<]+)<', html)


def test_those_who_played_lately_are_offered_first_and_who_sits_elsewhere_comes_by_name(
    client, table
):
    zoe, yan, xan = (member(name) for name in ("Zoe", "Yan", "Xan"))
    for person in (zoe, yan, xan):
        services.come_to_table(table=table, member=person, seat=None, now=NOON)
    for person in (zoe, yan):
        services.leave_table(table=table, member=person, now=NOON)
    services.come_to_table(
        table=services.open_table(by=member("Wim"), now=NOON),
        member=xan,
        seat=None,
        now=NOON,
    )
    member("Bea")
    assert names_offered(client, table) == ["Yan", "Zoe", "Bea", "Wim", "Xan"]
    assert names_offered(client, table, "e") == ["Zoe", "Bea"]


def test_a_tap_on_a_name_seats_it_and_gives_the_seats_anew(client, table):
    ben = member("Ben Hall")
    answer = client.post(
        f"/tables/{table.pk}/seating/",
        {"member": ben.pk, "any_seat": "on"},
        headers={"HX-Request": "true"},
    )
    html = answer.content.decode()
    assert html.startswith('<div id="seating"')
    assert "<b>Ben Hall</b>" in html
    assert seating_at(table).seats == {Seat.NORTH: ben}  # Anna waits here


def test_who_opens_a_table_in_the_room_sits_at_it(client, anna):
    client.post("/tables/")
    assert seating_at(Table.objects.get()).seats == {Seat.NORTH: anna}


def test_sit_here_takes_the_first_free_seat_and_keeps_the_one_that_somebody_has(
    client, table, anna
):
    services.come_to_table(table=table, member=member("Ben"), seat=Seat.NORTH, now=NOON)
    for _ in range(2):
        assert client.post(f"/tables/{table.pk}/seat/").url == f"/tables/{table.pk}/"
        assert seating_at(table).seats[Seat.EAST] == anna


def test_sit_here_says_why_not(client):
    rubber = rubber_in_play()
    ben = rubber.players[Seat.EAST]
    other = services.open_table(by=member("Eve"), now=NOON)
    client.force_login(ben)
    html = client.post(f"/tables/{other.pk}/seat/", follow=True).content.decode()
    assert (
        "You are in the middle of a rubber at Table 1. To go, bring in a substitute there."
        in html
    )


def test_in_the_middle_of_a_rubber_the_seats_name_the_way_and_offer_no_other(client):
    rubber = rubber_in_play()
    html = client.get(f"/tables/{rubber.table_id}/seating/").content.decode()
    assert "a player who must go brings in a substitute at the table" in html
    assert "Leave table" not in html
    assert "to sit down" not in html


def test_who_brings_somebody_from_the_middle_of_a_rubber_is_told_the_way(client, table):
    ben = rubber_in_play().players[Seat.EAST]
    answer = client.post(
        f"/tables/{table.pk}/seating/", {"member": ben.pk, "any_seat": "on"}
    )
    assert answer.status_code == 409
    assert (
        "Ben is in the middle of a rubber at Table 2. To go, bring in a substitute there."
        in answer.content.decode()
    )


def test_four_at_the_table_cut_by_one_tap_and_five_see_first_whose_turn_it_is(
    client, table
):
    for name in ("Ben", "Cleo", "Dan"):
        services.come_to_table(
            table=table, member=member(name), any_seat=True, now=NOON
        )
    address = f"/tables/{table.pk}/seating/"
    assert (
        f'<form method="post" action="/tables/{table.pk}/cut/">'
        in client.get(address).content.decode()
    )
    services.come_to_table(table=table, member=member("Eve"), any_seat=True, now=NOON)
    assert (
        f'href="/tables/{table.pk}/cut/">Cut for partners'
        in client.get(address).content.decode()
    )


def test_a_found_member_is_seated(client, table):
    ben = member("Ben Hall")
    client.post(f"/tables/{table.pk}/seating/", {"member": ben.pk, "seat": "E"})
    assert seating_at(table).seats == {Seat.EAST: ben}


def test_a_guest_is_seated_by_name_alone(client, table):
    client.post(f"/tables/{table.pk}/seating/", {"guest": " Karl  Stein ", "seat": "W"})
    guest = Member.objects.get(name="Karl Stein")
    assert (guest.is_guest, guest.username, guest.has_usable_password()) == (
        True,
        None,
        False,
    )
    assert seating_at(table).seats == {Seat.WEST: guest}


def test_a_taken_seat_is_refused_and_no_guest_is_made_for_it(client, table, anna):
    services.come_to_table(table=table, member=anna, seat=Seat.NORTH, now=NOON)
    answer = client.post(
        f"/tables/{table.pk}/seating/", {"guest": "Karl Stein", "seat": "N"}
    )
    assert answer.status_code == 409
    assert "Anna Weiss sits North already" in answer.content.decode()
    assert not Member.objects.filter(name="Karl Stein").exists()


def test_nobody_is_an_error_that_says_what_is_missing(client, table):
    answer = client.post(f"/tables/{table.pk}/seating/", {"seat": "N"})
    assert answer.status_code == 422
    assert "Choose a member, or give a guest’s name." in answer.content.decode()


def test_somebody_leaves(client, table, anna):
    client.post(f"/tables/{table.pk}/seating/{anna.pk}/departure/")
    assert seating_at(table).members == []


def test_nobody_leaves_in_the_middle_of_a_rubber(client):
    rubber = rubber_in_play()
    ben = rubber.players[Seat.EAST]
    answer = client.post(
        f"/tables/{rubber.table_id}/seating/{ben.pk}/departure/", follow=True
    )
    assert "stop it first" in answer.content.decode()
    assert ben in seating_at(rubber.table).members


def test_a_table_is_put_away(client, table):
    assert client.post(f"/tables/{table.pk}/closing/").url == "/"
    table.refresh_from_db()
    assert table.closed_at is not None


def test_a_table_in_play_is_not_put_away(client):
    rubber = rubber_in_play()
    client.post(f"/tables/{rubber.table_id}/closing/")
    rubber.table.refresh_from_db()
    assert rubber.table.closed_at is None
