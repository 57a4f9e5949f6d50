"""Changes that the office makes to members are recorded in the audit where no other row records them."""

import pytest
from django.db import IntegrityError

from clubscore.members.access.pins import choose_pin
from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.services import carry_out
from clubscore.members.invitations.services import invite, join, make_poster, revoke
from clubscore.members.models import AuditEvent, Member, OpenSession
from clubscore.members.people.services import (
    CannotLeave,
    change_role,
    come_back,
    leave_club,
    record_event,
    sign_out,
)
from clubscore.members.roles import Role
from clubscore.tables.models import Sitting
from scoring import Seat
from tests.factories import NOON, PASSWORD, four, member, rubber_in_play, seated_table
from tests.members.importing.reading import read_list

pytestmark = pytest.mark.django_db

RECORD = "/admin/members/member/{}/change/"


@pytest.fixture
def anna() -> Member:
    return member("Anna")


def recorded_events() -> list[tuple[str, str, str]]:
    return [
        (event.what, event.before, event.after)
        for event in AuditEvent.objects.order_by("pk")
    ]


def record_form(member: Member, **fields: str) -> dict[str, str]:
    """The fields that the record's form in the admin sends: an active member, changed by `fields`."""
    return {
        "name": member.name,
        "username": member.username or "",
        "joined_at_0": "2026-11-21",
    } | {
        "joined_at_1": "12:00",
        **fields,
    }


def test_a_role_is_written_down_once(anna, ruth):
    for _ in range(2):
        change_role(member=anna, role=Role.SCORER, by=ruth, now=NOON)
    assert recorded_events() == [("role", "player", "scorer")]


def test_a_lost_phone_a_poster_and_an_invitation_taken_back_are_written_down(
    anna, ruth, browser
):
    browser(anna)
    sign_out(member=anna, by=ruth, now=NOON)
    assert not OpenSession.objects.exists()
    tom = Member.objects.create(name="Tom Byrne", joined_at=NOON)
    poster = make_poster(by=ruth, now=NOON)
    join(invitation=poster, member=tom, username="tom", password=PASSWORD, now=NOON)
    for _ in range(2):
        revoke(invitation=poster, by=ruth, now=NOON)
    assert [what for what, *_ in recorded_events()] == ["sessions", "joined", "revoked"]
    assert AuditEvent.objects.get(what="joined").by == tom


def test_a_link_of_ones_own_is_shown_by_the_invitation(anna, ruth):
    join(
        invitation=invite(member=anna, by=ruth, now=NOON),
        member=anna,
        username="",
        password=PASSWORD,
        now=NOON,
    )
    assert recorded_events() == []


def test_an_import_says_how_many_and_whose_role_and_who_left(anna, ruth):
    Member.objects.filter(pk=anna.pk).update(name="Anna Weiss")
    text = "first_name,last_name,role,status\nAnna,Weiss,scorer,former\nTom,Byrne,,\n"
    carry_out(
        plan=plan_import(rows=read_list(text), overwrite=True, by=ruth),
        by=ruth,
        now=NOON,
    )
    assert recorded_events() == [
        ("role", "player", "scorer"),
        ("left", "", ""),
        ("imported", "", "1 new, 1 changed"),
    ]


def test_a_list_that_makes_a_player_leave_in_the_middle_of_a_rubber_is_refused_whole(
    office,
):
    players = four()
    Member.objects.filter(pk=players[Seat.NORTH].pk).update(name="Anna Weiss")
    rubber_in_play(players)
    text = "first_name,last_name,status\nTom,Byrne,\nAnna,Weiss,former\n"
    answer = office.post(
        "/members/import/", {"list": text, "overwrite": "on", "import": "yes"}
    )
    assert answer.status_code == 409
    assert (
        "Anna Weiss is in the middle of a rubber at Table 1. Nothing was imported."
        in answer.content.decode()
    )
    assert not Member.objects.filter(name="Tom Byrne").exists()


def test_who_leaves_gets_up_and_is_signed_out_and_may_come_back(anna, ruth, browser):
    players = {**four_without_anna(), Seat.NORTH: anna}
    seated_table(players)
    phone = browser(anna)
    leave_club(member=anna, by=ruth, now=NOON)
    assert not Sitting.objects.present().filter(member=anna).exists()
    assert come_back(member=anna, by=ruth, now=NOON)
    assert not come_back(member=anna, by=ruth, now=NOON)
    assert phone.get("/").status_code == 302
    assert [what for what, *_ in recorded_events()] == ["left", "back"]


def four_without_anna() -> dict[Seat, Member]:
    return dict(
        zip(
            list(Seat)[1:],
            [member(name) for name in ("Ben", "Cleo", "Dan")],
            strict=True,
        )
    )


def test_unticking_active_on_the_record_is_leaving(office, anna, browser):
    seated_table({**four_without_anna(), Seat.NORTH: anna})
    browser(anna)
    office.post(RECORD.format(anna.pk), record_form(anna))
    anna.refresh_from_db()
    assert not anna.is_active
    assert not Sitting.objects.present().filter(member=anna).exists()
    assert not OpenSession.objects.filter(member=anna).exists()
    office.post(RECORD.format(anna.pk), record_form(anna, is_active="on"))
    assert [what for what, *_ in recorded_events()] == ["left", "back"]


def test_nobody_leaves_by_the_form_in_the_middle_of_a_rubber(office):
    north = rubber_in_play().players[Seat.NORTH]
    html = office.post(
        RECORD.format(north.pk), record_form(north, nickname="Annie"), follow=True
    ).content.decode()
    north.refresh_from_db()
    assert "Anna is in the middle of a rubber at Table 1." in html
    assert (north.is_active, north.nickname) == (True, "Annie")
    with pytest.raises(CannotLeave):
        leave_club(member=north, by=north, now=NOON)
    assert recorded_events() == []


def test_a_forgotten_pin_is_written_down_for_who_had_one(office, anna):
    ben = member("Ben")
    choose_pin(member=ben, pin="2468", now=NOON)
    told_ = {"action": "forget_pin", "_selected_action": [anna.pk, ben.pk]}
    assert (
        "1 PIN forgotten"
        in office.post("/admin/members/member/", told_, follow=True).content.decode()
    )
    ben.refresh_from_db()
    assert not ben.has_pin
    assert list(AuditEvent.objects.values_list("what", "member")) == [("pin", ben.pk)]


def test_a_deed_is_written_once_and_never_edited(anna):
    event = record_event(
        what=AuditEvent.What.IMPORTED, by=anna, now=NOON, after="x" * 300
    )
    assert len(event.after) == 200
    with pytest.raises(TypeError, match="never edited"):
        event.save()
    with pytest.raises(TypeError, match="never deleted"):
        event.delete()


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("members_deed_is_known", {"what": "party"}),
        ("members_deed_names_whom", {"what": "role", "member": None}),
    ],
)
def test_the_database_refuses_a_deed_that_is_unknown_or_says_not_to_whom(
    anna, name, fields
):
    with pytest.raises(IntegrityError, match=name):
        AuditEvent.objects.create(
            **{"what": "pin", "member": anna, "by": anna, "at": NOON} | fields
        )
