"""The raw records of members in Django's admin."""

import pytest

from clubscore.members.invitations.services import make_poster
from clubscore.members.merging.services import merge
from clubscore.members.models import Invitation, Member, Merge
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from tests.factories import NOON, PASSWORD, member

pytestmark = pytest.mark.django_db

LIST = "/admin/members/member/"


def test_the_list_finds_who_has_not_joined(office):
    Member.objects.create(name="Tom Byrne", joined_at=NOON)
    html = office.get(LIST + "?joined=no").content.decode()
    assert "Tom Byrne" in html
    assert "1 member" in html
    assert "Tom Byrne" not in office.get(LIST + "?joined=yes").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_as_often_for_three_as_for_one(
    office, count, django_assert_num_queries
):
    for number in range(count):
        member(f"Anna {number}")
    with django_assert_num_queries(9):
        office.get(LIST + "?q=anna")


def test_a_member_added_here_plays(office):
    password = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    office.post(LIST + "add/", {"name": "Anna Weiss", "username": "anna"} | password)
    assert Member.objects.get(name="Anna Weiss").role == Role.PLAYER


def test_a_guest_made_a_member_here_plays(office):
    guest = add_guest(name="Karl Stein", now=NOON)
    joined = {"joined_at_0": "2026-11-21", "joined_at_1": "12:00", "is_active": "on"}
    office.post(
        f"{LIST}{guest.pk}/change/", {"name": "Karl Stein", "username": "karl"} | joined
    )
    assert Member.objects.get(pk=guest.pk).role == Role.PLAYER


def test_an_admin_reads_an_owners_record_and_changes_nothing(office, somebody):
    sam = somebody("Sam Day", Role.OWNER)
    assert office.get(f"{LIST}{sam.pk}/change/").status_code == 200
    assert office.post(f"{LIST}{sam.pk}/change/", {"name": "Nobody"}).status_code == 403
    assert office.get(f"{LIST}{sam.pk}/password/").status_code == 403
    office.post(LIST, {"action": "mark_as_left", "_selected_action": [sam.pk]})
    sam.refresh_from_db()
    assert (sam.name, sam.is_active) == ("Sam Day", True)


def test_only_who_may_set_another_password_is_offered_to(office, somebody):
    sam, anna = somebody("Sam Day", Role.OWNER), member("Anna")
    erased = member("Ben")
    Member.objects.filter(pk=erased.pk).update(
        erased_at=NOON, username=None, is_active=False
    )
    assert "Set another" in office.get(f"{LIST}{anna.pk}/change/").content.decode()
    for record in (sam, erased):
        html = office.get(f"{LIST}{record.pk}/change/").content.decode()
        assert "Set another" not in html
        assert "Set." in html or "Set</" in html or "None yet" in html


def test_members_leave_and_come_back(office):
    anna = member("Anna")
    for action, active in (("mark_as_left", False), ("mark_as_back", True)):
        office.post(LIST, {"action": action, "_selected_action": [anna.pk]})
        anna.refresh_from_db()
        assert anna.is_active is active


def test_selected_members_are_invited_again_and_owners_by_owners_only(office, somebody):
    tom = Member.objects.create(name="Tom Byrne", joined_at=NOON)
    sam, per = somebody("Sam", Role.OWNER), member("Per", is_active=False)
    chosen = [tom.pk, sam.pk, per.pk]
    html = office.post(
        LIST, {"action": "invite_again", "_selected_action": chosen}, follow=True
    ).content.decode()
    assert "1 invited for seven days" in html
    assert list(Invitation.objects.values_list("member", flat=True)) == [tom.pk]


@pytest.mark.parametrize("model", ["invitation", "merge"])
def test_invitations_and_merges_are_read_here_and_written_elsewhere(
    office, ruth, model
):
    tom = Member.objects.create(name="Tom Byrne", joined_at=NOON)
    merge(kept=ruth, merged=tom, by=ruth, now=NOON)
    make_poster(by=ruth, now=NOON)
    assert office.get(f"/admin/members/{model}/").status_code == 200
    assert office.post(f"/admin/members/{model}/add/").status_code == 403
    pk = {"invitation": Invitation, "merge": Merge}[model].objects.get().pk
    assert office.get(f"/admin/members/{model}/{pk}/change/").status_code == 200
    assert office.post(f"/admin/members/{model}/{pk}/delete/").status_code == 403


def test_the_record_is_one_click_away(office):
    tom = member("Tom")
    assert (
        f"/members/{tom.pk}/record/"
        in office.get(f"{LIST}{tom.pk}/change/").content.decode()
    )
