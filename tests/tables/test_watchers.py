"""Members with the role of watcher: they see every table, are offered no action, and take no seat."""

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.tables.models import Table
from tests.factories import NOON, four, member, seated_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return seated_table(four())


@pytest.fixture
def eve():
    client = Client()
    client.force_login(member("Eve Watson", role=Role.WATCHER))
    return client


def buttons(answer) -> list[str]:
    """The forms on the page, as HTML, without the sign-out form in the header."""
    return [
        part
        for part in answer.content.decode().split("<form")[1:]
        if "/sign-out/" not in part
    ]


@pytest.mark.parametrize(
    "page", ["/", "/tables/{}/", "/tables/{}/seating/", "/tables/{}/cut/"]
)
def test_a_page_of_the_room_offers_nothing_to_who_watches(eve, table, page):
    answer = eve.get(page.format(table.pk))
    assert answer.status_code == 200
    assert buttons(answer) == []
    assert "/game/" not in answer.content.decode()


def test_a_player_is_offered_all_of_it(table):
    client = Client()
    client.force_login(member("Max"))
    for page in ("/", "/tables/{}/", "/tables/{}/seating/", "/tables/{}/cut/"):
        assert buttons(client.get(page.format(table.pk)))


def test_who_watches_opens_no_table(eve):
    answer = eve.post("/tables/")
    assert (answer.status_code, Table.objects.count()) == (403, 0)
    assert "ask an admin to make you a player" in answer.content.decode()


def test_who_watches_is_not_found_for_a_seat_nor_put_into_one(table):
    watcher, client = member("Eve Watson", role=Role.WATCHER), Client()
    client.force_login(member("Max"))
    assert (
        "Eve Watson"
        not in client.get(f"/tables/{table.pk}/seating/?q=eve").content.decode()
    )
    answer = client.post(
        f"/tables/{table.pk}/seating/", {"member": watcher.pk, "seat": ""}
    )
    assert answer.status_code == 422
    assert "whoever watches or has left takes no seat" in answer.content.decode()


def test_somebody_who_has_not_joined_yet_may_be_seated(table):
    tom, client = Member.objects.create(name="Tom Byrne", joined_at=NOON), Client()
    client.force_login(member("Max"))
    client.post(f"/tables/{table.pk}/seating/", {"member": tom.pk, "seat": ""})
    assert table.sittings.filter(member=tom, left_at=None).exists()
