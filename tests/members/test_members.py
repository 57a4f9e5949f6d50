"""Members and guests in the raw records of the admin: they are added, changed and marked as having left."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.tables import services as tables
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import NOON, PASSWORD, member, rubber_in_play

pytestmark = pytest.mark.django_db

JOINED = {"joined_at_0": "2026-11-21", "joined_at_1": "12:00"}


def test_a_guest_needs_a_name():
    with pytest.raises(ValidationError):
        add_guest(name="  ", now=NOON)


@pytest.fixture
def secretary():
    client = Client()
    client.force_login(member("Sam", role=Role.OWNER))
    return client


def test_the_admin_lists_searches_and_filters_members(secretary):
    member("Anna Weiss")
    add_guest(name="Karl Stein", now=NOON)
    html = secretary.get("/admin/members/member/?q=weiss").content.decode()
    assert "Anna Weiss" in html
    assert "Karl Stein" not in html
    assert (
        "Karl Stein"
        in secretary.get("/admin/members/member/?is_guest__exact=1").content.decode()
    )


def test_the_admin_adds_a_member_who_can_sign_in(secretary):
    secretary.post(
        "/admin/members/member/add/",
        {
            "name": "Anna Weiss",
            "username": "anna",
            "usable_password": "true",
            "password1": PASSWORD,
            "password2": PASSWORD,
        },
    )
    assert Client().login(username="anna", password=PASSWORD)


def test_the_admin_makes_a_member_of_a_guest(secretary):
    guest = add_guest(name="Karl Stein", now=NOON)
    fields = {
        "name": "Karl Stein",
        "username": "karl",
        "is_active": "on",
        "joined_at_0": "2026-11-21",
        "joined_at_1": "12:00",
    }
    answer = secretary.post(f"/admin/members/member/{guest.pk}/change/", fields)
    guest.refresh_from_db()
    assert (answer.status_code, guest.username, guest.is_guest) == (302, "karl", False)


def test_a_guest_saved_in_the_admin_stays_without_a_sign_in_name(secretary):
    guest = add_guest(name="Karl Stein", now=NOON)
    fields = {
        "name": "Karl Stone",
        "username": "",
        "is_guest": "on",
        "is_active": "on",
    } | JOINED
    secretary.post(f"/admin/members/member/{guest.pk}/change/", fields)
    guest.refresh_from_db()
    assert (guest.name, guest.username) == ("Karl Stone", None)


def test_members_leave_and_are_never_deleted(secretary):
    anna = member("Anna")
    assert secretary.post(f"/admin/members/member/{anna.pk}/delete/").status_code == 403
    secretary.post(
        "/admin/members/member/",
        {"action": "mark_as_left", "_selected_action": [anna.pk]},
    )
    anna.refresh_from_db()
    assert not anna.is_active


def test_who_leaves_the_club_gets_up_from_the_table(secretary):
    anna = member("Anna")
    table = tables.open_table(by=anna, now=NOON)
    secretary.post(
        "/admin/members/member/",
        {"action": "mark_as_left", "_selected_action": [anna.pk]},
    )
    assert seating_at(table).members == []


def test_nobody_leaves_the_club_in_the_middle_of_a_rubber(secretary):
    ben = rubber_in_play().players[Seat.EAST]
    action = {"action": "mark_as_left", "_selected_action": [ben.pk]}
    html = secretary.post(
        "/admin/members/member/", action, follow=True
    ).content.decode()
    ben.refresh_from_db()
    assert ben.is_active
    assert "Ben is in the middle of a rubber at Table 1." in html


def test_the_secretary_does_not_leave_by_a_slip_of_the_pen(secretary):
    sam = Member.objects.get(name="Sam")
    action = {"action": "mark_as_left", "_selected_action": [sam.pk]}
    html = secretary.post(
        "/admin/members/member/", action, follow=True
    ).content.decode()
    sam.refresh_from_db()
    assert sam.is_active
    assert "You cannot mark yourself as having left." in html


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"username": "karl", "is_guest": "on"}, "A guest has no sign-in name"),
    ],
)
def test_the_admin_says_who_needs_a_sign_in_name(secretary, fields, words):
    answer = secretary.post(
        "/admin/members/member/add/",
        {"name": "Karl Stein", "username": "", "usable_password": "false"} | fields,
    )
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert not Member.objects.filter(name="Karl Stein").exists()


def test_the_admin_adds_a_guest(secretary):
    fields = {
        "name": "Karl Stein",
        "username": "",
        "is_guest": "on",
        "usable_password": "false",
    }
    secretary.post("/admin/members/member/add/", fields)
    assert Member.objects.get(name="Karl Stein").username is None


@pytest.mark.parametrize(
    "model", ["members/member", "tables/table", "ledger/transaction", "rubbers/rubber"]
)
def test_every_list_of_the_admin_opens(secretary, model):
    assert secretary.get(f"/admin/{model}/").status_code == 200
