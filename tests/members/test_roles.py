"""Roles: the rights of each, the page that lists them, and giving somebody another role."""

import re

import pytest
from django.test import Client

from clubscore.members import permissions
from clubscore.members.duties import Duty
from clubscore.members.models import Member
from clubscore.members.people.services import (
    RoleRefused,
    add_guest,
    change_duties,
    change_role,
)
from clubscore.members.roles import HOLDERS, RIGHTS, Role
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

MAY = {
    Role.WATCHER: [],
    Role.PLAYER: ["may_play"],
    Role.SCORER: ["may_play", "may_keep_any_sheet"],
    Role.ADMIN: [
        "may_play",
        "may_keep_any_sheet",
        "may_keep_members",
        "may_administer",
        "may_arbitrate",
        "may_organise",
    ],
    Role.OWNER: [
        "may_play",
        "may_keep_any_sheet",
        "may_keep_members",
        "may_administer",
        "may_arbitrate",
        "may_organise",
        "may_own",
    ],
}


@pytest.mark.parametrize("role", list(Role))
def test_each_role_may_what_the_table_says(role, somebody):
    anna = Member.objects.get(pk=somebody("Anna", role).pk)
    questions = [
        "may_play",
        "may_keep_any_sheet",
        "may_keep_members",
        "may_administer",
        "may_arbitrate",
        "may_organise",
        "may_own",
    ]
    assert [
        question for question in questions if getattr(permissions, question)(anna)
    ] == MAY[role]
    assert anna.role == role


@pytest.mark.parametrize("role", list(Role))
def test_the_groups_have_the_permissions_without_the_superusers_help(role, somebody):
    anna = somebody("Anna", role)
    Member.objects.filter(pk=anna.pk).update(is_superuser=False)
    held = Member.objects.get(pk=anna.pk).get_group_permissions()
    rights_held = {
        right.codename for right in RIGHTS if f"members.{right.codename}" in held
    }
    assert rights_held == {
        right.codename for right in RIGHTS if right.codename and right.belongs_to(role)
    }
    assert ("ledger.view_transaction" in held) == role.opens_the_office
    assert not any(
        permission.split(".")[1].startswith("delete_") for permission in held
    )


def test_a_member_plays_and_a_guest_has_no_role():
    assert member("Anna").role == Role.PLAYER
    assert add_guest(name="Karl Stein", now=NOON).role == Role.WATCHER


def test_an_admin_gives_a_role(office):
    anna = member("Anna")
    answer = office.post(f"/members/{anna.pk}/role/", {"role": "scorer"}, follow=True)
    assert (
        "Anna is now scorer. It begins with signing in again."
        in answer.content.decode()
    )
    assert Member.objects.get(pk=anna.pk).role == Role.SCORER


def test_the_first_page_of_the_office_opens_for_an_admin_and_closes_again(
    office, browser, ruth
):
    anna = member("Anna")
    change_role(member=anna, role=Role.ADMIN, by=ruth, now=NOON)
    client = browser(anna)
    for model in (
        "members/member",
        "tables/table",
        "ledger/transaction",
        "rubbers/rubber",
    ):
        assert client.get(f"/admin/{model}/").status_code == 200
    change_role(member=anna, role=Role.PLAYER, by=ruth, now=NOON)
    assert client.get("/admin/members/member/").status_code == 302


def test_only_an_owner_makes_and_unmakes_owners(somebody, ruth):
    sam, anna = somebody("Sam", Role.OWNER), member("Anna")
    for whom, role in ((anna, Role.OWNER), (sam, Role.PLAYER)):
        with pytest.raises(RoleRefused, match="Only an owner"):
            change_role(member=whom, role=role, by=ruth, now=NOON)
    change_role(member=anna, role=Role.OWNER, by=sam, now=NOON)
    change_role(member=sam, role=Role.PLAYER, by=anna, now=NOON)
    assert (anna.role, sam.role, sam.is_staff) == (Role.OWNER, Role.PLAYER, False)


def test_the_last_owner_stays(somebody):
    sam = somebody("Sam", Role.OWNER)
    with pytest.raises(RoleRefused, match="Sam is the only owner"):
        change_role(member=sam, role=Role.ADMIN, by=sam, now=NOON)
    assert Member.objects.get(pk=sam.pk).role == Role.OWNER


def test_a_guest_gets_no_role(ruth):
    with pytest.raises(RoleRefused, match="is a guest"):
        change_role(
            member=add_guest(name="Karl Stein", now=NOON),
            role=Role.PLAYER,
            by=ruth,
            now=NOON,
        )


def test_a_role_that_does_not_exist_and_one_that_is_refused_change_nothing(office):
    anna = member("Anna")
    for role, message in (
        ("boss", "Choose one of the roles."),
        ("owner", "Only an owner makes and unmakes owners."),
    ):
        assert (
            message
            in office.post(
                f"/members/{anna.pk}/role/", {"role": role}, follow=True
            ).content.decode()
        )
    assert Member.objects.get(pk=anna.pk).role == Role.PLAYER


def test_an_owners_record_is_out_of_the_admins_reach(office, somebody):
    sam = somebody("Sam", Role.OWNER)
    assert (
        office.post(f"/members/{sam.pk}/role/", {"role": "player"}).status_code == 403
    )
    assert (
        "Change the role"
        not in office.get(f"/members/{sam.pk}/record/").content.decode()
    )


def test_players_change_no_roles_and_see_no_records(browser, ruth):
    client = browser(member("Anna"))
    assert (
        client.post(f"/members/{ruth.pk}/role/", {"role": "player"}).status_code == 403
    )
    assert client.get(f"/members/{ruth.pk}/record/").status_code == 403
    assert Client().get("/members/").status_code == 302


def test_players_read_the_names_of_those_who_may_sit_and_nothing_else(browser, ruth):
    anna = member("Anna")
    Member.objects.filter(pk=anna.pk).update(email="anna@example.org")
    for name, values in (
        ("Guest", {"is_guest": True, "username": None}),
        ("Gone", {"is_active": False}),
    ):
        Member.objects.filter(pk=member(name).pk).update(**values)
    member("Wim Watcher", role=Role.WATCHER)
    html = browser(anna).get("/members/").content.decode()
    names = re.findall(r'<a href="/members/\d+/"[^>]*>(.*?)</a>', html)
    assert names == ["Anna", ruth.name]
    for words in ("anna@example.org", "/record/", "Last signed in", "Add a member"):
        assert words not in html
    found = browser(anna).get("/members/", {"q": "ruth"}).content.decode()
    assert re.findall(r'<a href="/members/\d+/"[^>]*>(.*?)</a>', found) == [ruth.name]


def test_admins_have_the_list_of_records(browser, ruth):
    html = browser(ruth).get("/members/").content.decode()
    assert f"/members/{ruth.pk}/record/" in html


def test_every_member_reads_who_may_do_what(browser):
    html = browser(member("Anna")).get("/members/roles/").content.decode()
    assert html.count('aria-label="yes"') == sum(
        right.belongs_to(holder) for right in RIGHTS for holder in HOLDERS
    )


def test_a_role_is_changed_by_post_only(office):
    assert office.get(f"/members/{member('Anna').pk}/role/").status_code == 302


# --- the list ---


def test_the_list_shows_who_has_not_joined_who_visits_and_who_left(office):
    member("Anna Weiss")
    Member.objects.create(name="Tom Byrne", joined_at=NOON)
    add_guest(name="Karl Stein", now=NOON)
    member("Per Lund", is_active=False)
    seen = {
        show: [
            name
            for name in ("Anna Weiss", "Tom Byrne", "Karl Stein", "Per Lund")
            if name in html
        ]
        for show in ("present", "not-joined", "guests", "left", "nonsense")
        if (html := office.get(f"/members/?show={show}").content.decode())
    }
    assert seen == {
        "present": ["Anna Weiss", "Tom Byrne"],
        "not-joined": ["Tom Byrne"],
        "guests": ["Karl Stein"],
        "left": ["Per Lund"],
        "nonsense": ["Anna Weiss", "Tom Byrne"],
    }


def test_the_list_is_searched(office):
    member("Anna Weiss")
    member("Tom Byrne")
    html = office.get("/members/?q=weiss").content.decode()
    assert "Anna Weiss" in html
    assert "Tom Byrne" not in html


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_as_often_for_three_as_for_one(
    office, count, django_assert_num_queries
):
    for number in range(count):
        member(f"Anna {number}")
    with django_assert_num_queries(5):
        # Session and member, count, members, groups, the band.
        office.get("/members/?q=anna")


@pytest.mark.parametrize("duty", list(Duty))
def test_a_duty_gives_its_right_to_a_member_of_any_role(duty, office):
    anna = member("Anna", role=Role.WATCHER)
    question = {Duty.ARBITER: "may_arbitrate", Duty.ORGANISER: "may_organise"}[duty]
    assert not getattr(permissions, question)(anna)
    answer = office.post(
        f"/members/{anna.pk}/duties/", {"duties": [duty.value]}, follow=True
    )
    assert "The duties of Anna are kept." in answer.content.decode()
    found = Member.objects.get(pk=anna.pk)
    assert (found.role, found.duties) == (Role.WATCHER, {duty})
    rights = {right.codename for right in RIGHTS if right.duty == duty}
    held = found.get_group_permissions()
    assert held == {f"members.{codename}" for codename in rights}
    others = {"may_arbitrate", "may_organise", "may_administer", "may_play"}
    may = {other for other in others if getattr(permissions, other)(found)}
    assert may == {question}


def test_a_session_brings_the_duties_along(office):
    anna = member("Anna")
    office.post(f"/members/{anna.pk}/duties/", {"duties": ["organiser"]})
    phone = Client()
    phone.force_login(Member.objects.get(pk=anna.pk))
    answer = phone.get("/members/roles/")
    reader = answer.context["user"]
    assert (reader.duties, permissions.may_organise(reader)) == (
        {Duty.ORGANISER},
        True,
    )
    assert not permissions.may_arbitrate(reader)


def test_another_role_leaves_the_duties_and_no_box_takes_them(office):
    anna, otto = member("Anna"), Member.objects.get(name="Ruth Abel")
    change_duties(member=anna, duties=frozenset(Duty), by=otto, now=NOON)
    change_role(member=anna, role=Role.SCORER, by=otto, now=NOON)
    found = Member.objects.get(pk=anna.pk)
    assert (found.role, found.duties) == (Role.SCORER, set(Duty))
    office.post(f"/members/{anna.pk}/duties/", {})
    assert Member.objects.get(pk=anna.pk).duties == frozenset()


def test_a_new_duty_ends_the_sessions_and_stands_in_the_audit(office):
    anna = member("Anna")
    phone = Client()
    phone.force_login(anna)
    office.post(f"/members/{anna.pk}/duties/", {"duties": ["arbiter"]})
    assert phone.get("/members/roles/").status_code == 302
    event = anna.audit_events.get()
    assert (event.what, event.before, event.after) == ("duties", "no duty", "arbiter")
    office.post(f"/members/{anna.pk}/duties/", {"duties": ["arbiter"]})
    assert anna.audit_events.count() == 1
    assert "gave Anna other duties" in office.get("/office/audit/").content.decode()


def test_a_guest_has_no_duties():
    guest = add_guest(name="Karl Stein", now=NOON)
    with pytest.raises(RoleRefused, match="a guest has no duty"):
        change_duties(member=guest, duties=frozenset(Duty), by=member("Otto"), now=NOON)
    assert guest.duties == frozenset()
