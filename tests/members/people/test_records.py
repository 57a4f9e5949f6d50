"""The forms /members/new/ and /members/7/change/, by which a record is made and changed."""

import pytest
from django.test import Client

from clubscore.members.models import AuditEvent, Member
from clubscore.members.roles import Role
from tests.factories import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> Client:
    client = Client()
    client.force_login(member("Max Admin", role=Role.ADMIN))
    return client


def test_one_is_added_as_a_player_who_has_not_joined_and_the_form_waits_for_the_next(
    office,
):
    answer = office.post(
        "/members/new/",
        {"name": " Anna  Weiss ", "email": "anna@club.example"},
        follow=True,
    )
    html = answer.content.decode()
    assert "Anna Weiss is on the list." in html
    assert "Add to the list" in html
    anna = Member.objects.get(name="Anna Weiss")
    assert (anna.role, anna.has_joined, anna.has_usable_password()) == (
        Role.PLAYER,
        False,
        False,
    )
    assert "put Anna Weiss on the list" in office.get("/office/audit/").content.decode()


def test_a_name_of_another_is_refused_and_stays_in_the_form(office):
    member("Anna Weiss")
    answer = office.post("/members/new/", {"name": "anna weiss", "phone": "1234"})
    assert answer.status_code == 422
    assert "is on the list already" in answer.content.decode()
    assert 'value="1234"' in answer.content.decode()


def test_a_record_is_changed_and_the_audit_says_which_fields_and_not_what_they_say(
    office,
):
    anna = member("Anna Weiss", email="old@club.example")
    fields = {"name": "Anna Weiss", "nickname": "Annie", "email": "new@club.example"}
    assert (
        office.post(f"/members/{anna.pk}/change/", fields).url
        == f"/members/{anna.pk}/record/"
    )
    anna.refresh_from_db()
    assert (anna.nickname, anna.email) == ("Annie", "new@club.example")
    event = AuditEvent.objects.get(what="changed")
    assert (event.member, event.after) == (anna, "nickname, e-mail")


def test_saving_what_is_there_is_no_event(office):
    anna = member("Anna Weiss")
    office.post(f"/members/{anna.pk}/change/", {"name": "Anna Weiss"})
    assert not AuditEvent.objects.exists()


def test_an_owner_is_changed_by_owners_only(office):
    ruth = member("Ruth Abel", role=Role.OWNER)
    assert office.get(f"/members/{ruth.pk}/change/").status_code == 403
    assert (
        office.post(f"/members/{ruth.pk}/change/", {"name": "Root"}).status_code == 403
    )
