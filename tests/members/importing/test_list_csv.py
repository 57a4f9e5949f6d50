"""GET /members/list/: the members as a CSV that the import can read."""

import csv
from io import StringIO

import pytest

from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.services import carry_out
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from tests.factories import NOON, member
from tests.members.importing.reading import read_list

pytestmark = pytest.mark.django_db

KEPT = (
    *(
        "external_id",
        "name",
        "nickname",
        "email",
        "phone",
        "is_guest",
        "is_active",
        "joined_at",
        "national_id",
    ),
    *("language", "note"),
)


@pytest.fixture
def club(somebody):
    somebody(
        "Anna Maria de Vries",
        Role.SCORER,
        external_id="017",
        email="anna@club.example",
        nickname="Annie",
    )
    somebody('=1+1 "Bo", O’Neill', phone="+49 30 1234", note="@home, mostly\nand late")
    somebody("Zoë Łukasz", Role.WATCHER, language="pl", national_id="-7")
    somebody("Per Lund", is_active=False)
    somebody("Olga Owner", Role.OWNER)
    add_guest(name="Karl", now=NOON)


def listed(client) -> str:
    answer = client.get("/members/list/")
    assert (answer.status_code, answer["Content-Type"]) == (
        200,
        "text/csv; charset=utf-8",
    )
    assert answer["Content-Disposition"] == 'attachment; filename="members.csv"'
    return answer.content.decode()


def plan(text: str, *, overwrite: bool = True):
    return plan_import(
        rows=read_list(text), overwrite=overwrite, by=Member(name="An admin")
    )


def kept() -> list[tuple[object, ...]]:
    people = Member.objects.exclude(name="Ruth Abel").order_by("name")
    return [
        tuple(getattr(each, name) for name in KEPT) + (each.role,)
        for each in people
        if each.name != "Olga Owner"
    ]


def test_it_is_for_keepers_of_members(somebody, browser):
    assert (
        browser(somebody("Sam", Role.SCORER)).get("/members/list/").status_code == 403
    )


def test_the_list_of_this_club_changes_nothing_in_it(office, club):
    planned = plan(listed(office))
    assert planned.counts == {"new": 0, "change": 0, "same": 7, "problem": 0}, (
        planned.outcomes
    )


def test_the_list_makes_the_same_members_elsewhere(office, club):
    text, before = listed(office), kept()
    Member.objects.all().delete()
    planned = plan(text)
    assert planned.counts == {"new": 7, "change": 0, "same": 0, "problem": 0}, (
        planned.outcomes
    )
    carry_out(plan=planned, by=member("Ruth Abel"), now=NOON)
    assert [line[:-1] for line in kept()] == [line[:-1] for line in before]
    assert [line[-1] for line in kept()] == [line[-1] for line in before]
    assert Member.objects.get(name="Olga Owner").role == Role.ADMIN


def test_two_records_of_one_person_are_one_line(office, ruth):
    karl = add_guest(name="Ruthie", now=NOON)
    merge(kept=ruth, merged=karl, by=ruth, now=NOON)
    (line,) = csv.DictReader(
        StringIO(listed(office).removeprefix("\ufeff"), newline="")
    )
    assert (line["member_id"], line["other_ids"]) == (str(ruth.pk), str(karl.pk))


def test_everybody_is_on_it_whoever_the_page_shows(office):
    for number in range(120):
        Member.objects.create(name=f"Member {number}", joined_at=NOON)
    assert listed(office).count("\r\n") == 122


@pytest.mark.parametrize("people", [1, 3])
def test_it_takes_as_many_queries_for_three_as_for_one(
    people, office, django_assert_num_queries
):
    for number in range(people):
        member(f"Member {number}")
    with django_assert_num_queries(4):
        listed(office)


def test_a_member_without_a_last_name_is_still_a_mistake_but_a_guest_may_have_one_name():
    (anna, karl) = plan("first_name,last_name,status\nAnna,,\nKarl,,guest\n").outcomes
    assert anna.problems == ("B2: The surname is missing.",)
    assert (karl.kind, karl.name) == ("new", "Karl")
