"""People: signing in, guests, the admin's list."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
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


def test_a_member_signs_in_whatever_the_case_of_the_name():
    member("Anna", password=PASSWORD)
    answer = Client().post("/sign-in/", {"username": "ANNA", "password": PASSWORD})
    assert (answer.status_code, answer.url) == (302, "/")


def test_a_wrong_password_is_an_error_that_keeps_the_name():
    member("Anna", password=PASSWORD)
    answer = Client().post("/sign-in/", {"username": "anna", "password": "guess"})
    html = answer.content.decode()
    assert 'value="anna"' in html
    assert 'class="errorlist' in html


def test_signing_out_ends_at_the_sign_in_page():
    client = Client()
    client.force_login(member("Anna"))
    assert client.post("/sign-out/").url == "/sign-in/"
    assert client.get("/").url == "/sign-in/?next=/"


def test_a_member_who_has_left_cannot_sign_in():
    member("Anna", password=PASSWORD, is_active=False)
    assert (
        Client()
        .post("/sign-in/", {"username": "anna", "password": PASSWORD})
        .status_code
        == 200
    )


def test_a_guest_needs_a_name():
    with pytest.raises(ValidationError):
        add_guest(name="  ", now=NOON)


def test_a_member_who_has_not_joined_has_no_sign_in_name_and_cannot_sign_in():
    anna = Member.objects.create(name="Anna", joined_at=NOON)
    assert (anna.has_joined, list(Member.objects.not_joined())) == (False, [anna])
    assert (
        Client().post("/sign-in/", {"username": "", "password": ""}).status_code == 200
    )


def test_a_nickname_is_the_name_at_the_table():
    assert member("Margaret Abel", nickname="Peggy").short_name == "Peggy"


def test_the_database_refuses_two_sign_in_names_that_differ_by_case_only():
    member("Anna")
    with pytest.raises(IntegrityError):
        Member.objects.create(name="Other", username="ANNA", joined_at=NOON)


@pytest.mark.parametrize(
    ("name", "short", "initials"), [("Ruth Abel", "Ruth", "RA"), ("Anna", "Anna", "AN")]
)
def test_names_are_shortened_for_the_table(name, short, initials):
    named = member(name)
    assert (named.short_name, named.initials) == (short, initials)


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


@pytest.mark.parametrize(
    "words", [" ".join(map(str, range(2_000))), "x" * 60_000, "a\0"]
)
def test_nobody_is_named_like_what_no_name_can_hold(words):
    member("Ann Abel")
    assert list(Member.objects.named_like(words)) == []
    assert Member.objects.named_like("ann " * 2_000).count() == 1
