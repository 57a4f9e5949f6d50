"""Importing members from a spreadsheet: the result of each line, and the page."""

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubscore.members.importing.columns import COLUMNS
from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.services import carry_out
from clubscore.members.importing.spreadsheets.packed import UnreadableList
from clubscore.members.models import Member
from clubscore.members.people.services import (
    CannotLeave,
    RoleRefused,
    add_guest,
    give_role,
    leave_club,
)
from clubscore.members.roles import Role
from clubscore.tables.services import leave_table
from scoring import Seat
from tests.factories import NINE_DEALS, NOON, member, rubber_in_play
from tests.members.importing.reading import read_list

pytestmark = pytest.mark.django_db

HEADER = "external_id,first_name,last_name,email,role,status,joined_on\n"


def plan(text: str, *, overwrite: bool = False):
    return plan_import(rows=read_list(text), overwrite=overwrite, by=secretary())


def problems(text: str) -> list[str]:
    return [problem for outcome in plan(text).outcomes for problem in outcome.problems]


def secretary() -> Member:
    return Member.objects.filter(username="ruth").first() or Member.objects.create_user(
        "ruth", "Ruth Abel", role=Role.ADMIN
    )


def bring(text: str, *, overwrite: bool = False) -> int:
    return carry_out(plan=plan(text, overwrite=overwrite), by=secretary(), now=NOON)


def test_lines_with_a_problem_come_first_each_kind_in_the_order_of_the_list():
    found = plan(
        "first_name,last_name\nAnna,Weiss\n,Nobody\nTom,Byrne\nJo,\n"
    ).problems_first
    assert [outcome.line for outcome in found] == [3, 5, 2, 4]


# --- reading the list ---


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_commas_semicolons_and_tabs_are_read(sign):
    (line,) = read_list("first_name,last_name\n\nAnna,Weiss\n".replace(",", sign))
    assert (line.number, line.cells) == (
        3,
        {"first_name": "Anna", "last_name": "Weiss"},
    )


def test_the_marks_of_a_spreadsheet_are_taken_off():
    text = '\ufeffFirst Name,Surname,E-Mail,\r\n\'=1+1,"Müller, ""Bo""",\' ,\r\n\'+A, O\'Donnell \r\n'
    first, second = read_list(text)
    assert first.cells["first_name"] == "=1+1"
    assert first.cells["last_name"] == 'Müller, "Bo"'
    assert second.cells == {"first_name": "+A", "last_name": "O'Donnell", "email": ""}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("first_name,last_name\n" + "Anna,Weiss\n" * 5001, "At most 5,000"),
        ("first_name,last_name\n" + "a" * 140_000, "cannot be read"),
        ("first_name,last_name\n" + "Anna,Weiss\n" * 200_000, "too much at once"),
        ("first_name,last_name" + "," * 300, "301 columns|302 columns"),
    ],
)
def test_a_list_that_cannot_be_read_says_why(text, message):
    with pytest.raises(UnreadableList, match=message):
        read_list(text)


# --- what a line comes to ---


def test_new_members_come_with_role_status_and_day_of_joining():
    text = "17,Anna,Weiss,anna@club.example,scorer,,2020-03-01\n,Karl,Stein,,,guest,\n,Per,Lund,,,former,1/2/2001\n"
    assert bring(HEADER + text) == 3
    anna, karl, per = (
        Member.objects.get(name=name)
        for name in ("Anna Weiss", "Karl Stein", "Per Lund")
    )
    assert (anna.external_id, anna.email, anna.role, anna.username) == (
        "17",
        "anna@club.example",
        Role.SCORER,
        None,
    )
    assert anna.joined_at.date().isoformat() == "2020-03-01"
    assert (karl.is_guest, karl.groups.count()) == (True, 0)
    assert (per.is_active, per.role, per.joined_at.date().isoformat()) == (
        False,
        Role.PLAYER,
        "2001-02-01",
    )
    assert not anna.has_usable_password()


def test_the_same_list_again_changes_nothing():
    text = HEADER + "17,Anna,Weiss,anna@club.example,scorer,active,2020-03-01\n"
    bring(text)
    assert plan(text, overwrite=True).counts == {
        "new": 0,
        "change": 0,
        "same": 1,
        "problem": 0,
    }


@pytest.mark.parametrize(
    ("line", "found_by"),
    [
        ("17,Ann,White,b@club.example", "number"),
        (",Anna,White,A@club.example", "e-mail"),
        (",anna,WEISS,", "name"),
    ],
)
def test_somebody_is_found_by_number_then_e_mail_then_name(line, found_by):
    anna = member("Anna Weiss", external_id="17", email="a@club.example")
    member("Other Member", email="b@club.example")
    (outcome,) = plan(HEADER + line).outcomes
    assert (outcome.member, outcome.found_by) == (anna, found_by)


def test_a_blank_never_overwrites_and_a_blank_is_filled():
    anna = member("Anna Weiss", external_id="17", email="a@club.example")
    bring(HEADER + "17,Anna,Weiss,,,,\n", overwrite=True)
    bring("external_id,first_name,last_name,phone\n17,Anna,Weiss,0123\n")
    anna.refresh_from_db()
    assert (anna.email, anna.phone, anna.is_active) == ("a@club.example", "0123", True)


def test_a_value_is_overwritten_only_when_asked():
    anna = member("Anna Weiss", external_id="17", email="a@club.example")
    line = HEADER + "17,Anna,White,new@club.example,scorer,former,\n"
    (outcome,) = plan(line).outcomes
    assert outcome.kind == "same"
    assert [change.what for change in outcome.kept] == [
        "name",
        "e-mail",
        "active",
        "role",
    ]
    assert bring(line, overwrite=True) == 1
    anna.refresh_from_db()
    assert (anna.name, anna.email, anna.is_active, anna.role) == (
        "Anna White",
        "new@club.example",
        False,
        Role.SCORER,
    )


def test_an_owner_is_not_made_an_admin_by_a_list():
    sam = Member.objects.create_superuser("sam", "Sam Day")
    bring(HEADER + ",Sam,Day,,player,,\n", overwrite=True)
    sam.refresh_from_db()
    assert (sam.role, sam.is_superuser) == (Role.OWNER, True)


@pytest.mark.parametrize(
    "line", [",Sam,Day,thief@club.example,,,", ",Sam,Day,,,former,", "9,Sam,Day,,,,"]
)
def test_an_admin_does_not_change_an_owner_by_a_list(line):
    sam = Member.objects.create_superuser("sam", "Sam Day", email="sam@club.example")
    (outcome,) = plan(HEADER + line, overwrite=True).outcomes
    assert outcome.problems == ("An owner’s record is changed by owners only.",)
    assert bring(HEADER + line, overwrite=True) == 0
    sam.refresh_from_db()
    assert (sam.email, sam.is_active, sam.external_id) == ("sam@club.example", True, "")


def test_who_became_an_owner_after_the_dry_run_is_not_changed_either():
    member("Anna Weiss")
    made = plan(HEADER + ",Anna,Weiss,new@club.example,,,", overwrite=True)
    Member.objects.filter(username="anna-weiss").update(is_superuser=True)
    with pytest.raises(PermissionDenied):
        carry_out(plan=made, by=secretary(), now=NOON)
    assert not Member.objects.filter(email="new@club.example").exists()


def test_an_owner_changes_owners_by_a_list_but_the_last_does_not_leave():
    sam, olga = (
        Member.objects.create_superuser(name, f"{name} Day") for name in ("Sam", "Olga")
    )
    text = HEADER + ",Olga,Day,olga@club.example,,former,\n,Sam,Day,,,former,\n"
    made = plan_import(rows=read_list(text), overwrite=True, by=sam)
    assert [outcome.problems for outcome in made.outcomes] == [
        (),
        ("This is you: nobody takes themselves off the list.",),
    ]
    assert carry_out(plan=made, by=sam, now=NOON) == 1
    olga.refresh_from_db()
    assert (olga.email, olga.is_active) == ("olga@club.example", False)
    with pytest.raises(CannotLeave, match="the only owner"):
        leave_club(member=sam, by=olga, now=NOON)


def test_law_78_a_list_silences_no_opponent_of_the_admin_who_brings_it():
    rubber = rubber_in_play(lines=NINE_DEALS)
    anna, west = rubber.players[Seat.NORTH], rubber.players[Seat.WEST]
    give_role(member=anna, role=Role.ADMIN)
    leave_table(table=rubber.table, member=west, now=NOON)
    west.name = "Dan West"
    west.save(update_fields=["name"])
    watches, has_left = (
        plan_import(rows=read_list(HEADER + line), overwrite=True, by=anna)
        for line in (",Dan,West,,watcher,active,\n", ",Dan,West,,,former,\n")
    )
    with pytest.raises(RoleRefused, match="You play in a rubber with Dan West"):
        carry_out(plan=watches, by=anna, now=NOON)
    with pytest.raises(CannotLeave, match="another admin does this"):
        carry_out(plan=has_left, by=anna, now=NOON)
    west.refresh_from_db()
    assert (west.is_active, west.role) == (True, Role.PLAYER)


def test_a_guest_who_becomes_a_member_by_a_list_plays():
    add_guest(name="Karl Stein", now=NOON)
    add_guest(name="Per Lund", now=NOON)
    bring(
        HEADER + ",Karl,Stein,,,active,\n,Per,Lund,,watcher,active,\n", overwrite=True
    )
    karl, per = (Member.objects.get(name=name) for name in ("Karl Stein", "Per Lund"))
    assert (karl.is_guest, karl.role, per.role) == (False, Role.PLAYER, Role.WATCHER)
    assert list(
        Member.objects.who_may_sit().filter(name__in=["Karl Stein", "Per Lund"])
    ) == [karl]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (",,Weiss,,,,", ["B2: The first name is missing."]),
        (",Anna,Weiss,anna,,,", ["D2: e-mail: Enter a valid email address."]),
        (
            ",Anna,Weiss,,owner,,",
            ["E2: The role is one of watcher, player, scorer, admin, not “owner”."],
        ),
        (
            ",Anna,Weiss,,,dead,",
            ["F2: The status is one of active, guest, former, not “dead”."],
        ),
        (
            ",Anna,Weiss,,,,31.02.2020",
            ["G2: “31.02.2020” is not a date; write it as 2026-11-21."],
        ),
        (",Anna,Weiss,,,,,surplus", ["8 cells, but 7 columns."]),
        (
            ",,,,boss,,x",
            ["B2: The first name is missing.", "C2: The surname is missing."],
        ),
    ],
)
def test_every_problem_stands_in_its_line(line, message):
    assert problems(HEADER + line)[: len(message)] == message


def test_all_problems_of_a_line_are_told_together():
    assert len(problems(HEADER + ",,,a@b,boss,gone,never")) == 5


def test_two_lines_about_one_member_are_a_problem_of_the_second():
    text = "17,Hans,Muster,,,,\n17,Eva,Muster,,,,\n,hans,muster,,,,\n"
    assert [outcome.kind for outcome in plan(HEADER + text).outcomes] == [
        "new",
        "problem",
        "problem",
    ]
    assert problems(HEADER + text) == [
        "A3: The same number as in row 2.",
        "B4: The same name as in row 2.",
    ]


# --- two people of one household with one e-mail address ---


def test_a_household_with_one_e_mail_comes_as_two_members():
    text = ",Hans,Muster,both@club.example,,,\n,Eva,Muster,Both@club.example,,,\n"
    hans, eva = plan(HEADER + text).outcomes
    assert (hans.kind, hans.shares_email_with) == ("new", "")
    assert (eva.kind, eva.shares_email_with) == ("new", "Hans Muster")
    assert bring(HEADER + text) == 2
    again = plan(HEADER + text, overwrite=True).outcomes
    assert [outcome.member.name for outcome in again] == ["Hans Muster", "Eva Muster"]


@pytest.mark.parametrize(
    "line", [",Eva,Muster", ",Eva,Klein", ",Jo,Smith", ",J.,Muster"]
)
def test_somebody_with_a_member_s_e_mail_and_another_first_name_is_somebody_else(line):
    hans = member("Hans Muster", email="both@club.example")
    made = plan(f"{HEADER}{line},both@club.example\n", overwrite=True)
    (outcome,) = made.outcomes
    assert (outcome.kind, outcome.shares_email_with) == ("new", "Hans Muster")
    carry_out(plan=made, by=secretary(), now=NOON)
    hans.refresh_from_db()
    assert hans.name == "Hans Muster"


def test_the_whole_name_goes_before_an_e_mail_of_the_household():
    member("Hans Muster", email="both@club.example")
    eva = member("Eva Muster")
    (outcome,) = plan(HEADER + ",Eva,Muster,both@club.example").outcomes
    assert (outcome.member, outcome.found_by) == (eva, "name")
    assert [change.what for change in outcome.changes] == ["e-mail"]


def test_the_right_one_of_a_household_is_found_by_e_mail():
    member("Hans Muster", email="both@club.example")
    eva = member("Eva Muster", email="both@club.example")
    (outcome,) = plan(HEADER + ",Eva,Klein,both@club.example").outcomes
    assert (outcome.member, outcome.found_by) == (eva, "e-mail")


def test_a_name_at_the_table_is_a_first_name():
    bob = member("Robert Cole", nickname="Bob", email="bob@club.example")
    (outcome,) = plan(HEADER + ",Bob,Cole,bob@club.example").outcomes
    assert (outcome.member, outcome.found_by) == (bob, "e-mail")


def test_father_and_son_with_one_first_name_and_one_e_mail_stay_two():
    member("Karl Stein", email="stein@club.example")
    text = ",Karl,Stein,stein@club.example,,,\n,Karl,Stein jun.,stein@club.example,,,\n"
    assert [outcome.kind for outcome in plan(HEADER + text).outcomes] == ["same", "new"]


def test_a_name_that_two_members_bear_is_not_guessed():
    member("Anna Weiss")
    Member.objects.create_user("anna2", "Anna Weiss")
    assert problems(HEADER + ",Anna,Weiss,,,,") == [
        "B2: Two members have this name: give the number of the one that is meant."
    ]


def test_a_member_who_signs_in_cannot_become_a_guest():
    member("Anna Weiss")
    outcomes = plan(HEADER + ",Anna,Weiss,,,guest,\n", overwrite=True).outcomes
    assert outcomes[0].problems == ("Has a sign-in name, so cannot be a guest.",)


def test_lines_with_problems_are_left_out():
    assert bring(HEADER + ",Anna,Weiss,,,,\n,,Nobody,,,,\n") == 1
    assert set(Member.objects.values_list("name", flat=True)) == {
        "Anna Weiss",
        "Ruth Abel",
    }


@pytest.mark.parametrize("lines", [1, 30])
def test_the_import_asks_the_database_as_often_for_thirty_as_for_one(
    lines, django_assert_num_queries
):
    text = "first_name,last_name\n" + "".join(
        f"Anna,Weiss {number}\n" for number in range(lines)
    )
    secretary()
    with django_assert_num_queries(10):
        # The secretary twice, members, their groups, groups, two savepoints, two inserts, the event.
        bring(text)


# --- the page ---


def test_the_dry_run_writes_nothing_and_the_import_does(office):
    text = HEADER + "17,Anna,Weiss,,,,\n,,Nobody,,,,\n"
    answer = office.post("/members/import/", {"list": text})
    html = answer.content.decode()
    assert "Import 1 member, leave 1 out" in html
    assert "B3: The first name is missing." in html
    assert not Member.objects.filter(name="Anna Weiss").exists()
    answer = office.post(
        "/members/import/", {"list": text, "import": "yes"}, follow=True
    )
    assert "1 member imported." in answer.content.decode()
    assert Member.objects.filter(name="Anna Weiss").exists()


def test_a_file_is_read_like_what_is_pasted(office):
    file = SimpleUploadedFile(
        "list.csv", "first_name;last_name\nAnna;Grün\n".encode("utf-8-sig")
    )
    assert (
        "Anna Grün" in office.post("/members/import/", {"file": file}).content.decode()
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Paste a list or choose a file."),
        ("a,b\n", "which column has the names"),
        ("first_name\nAnna\n", "names"),
    ],
)
def test_a_list_that_cannot_be_read_is_shown_again(office, text, message):
    answer = office.post("/members/import/", {"list": text})
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert text in answer.content.decode()


def test_the_template_is_the_header(office):
    answer = office.get("/members/import/template/")
    assert answer.content.decode() == "\ufeff" + ",".join(COLUMNS) + "\r\n"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="members.csv"'


@pytest.mark.parametrize("path", ["/members/import/", "/members/import/template/"])
def test_only_admins_import(path, browser):
    assert browser(member("Anna")).get(path).status_code == 403
    assert Client().get(path).status_code == 302


def test_the_import_takes_get_and_post_only(office):
    assert office.put("/members/import/").status_code == 405
    assert office.post("/members/import/template/").status_code == 405
