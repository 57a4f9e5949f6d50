"""A table in Django's admin: its name and its house rules."""

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.tables.services import choose_game, close_table
from scoring import Seat
from tests.factories import NOON, four, member, seated_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return seated_table(four())


def change(table, **fields):
    client = Client()
    client.force_login(
        Member.objects.filter(name="Sam").first() or member("Sam", role=Role.OWNER)
    )
    counts = {"sittings-TOTAL_FORMS": 0, "sittings-INITIAL_FORMS": 0}
    data = {"name": table.name, "system": table.system, "rules": "{}"} | counts | fields
    answer = client.post(f"/admin/tables/table/{table.pk}/change/", data)
    table.refresh_from_db()
    return answer


def test_a_new_name_is_shown_live(table):
    before = table.revision
    assert change(table, name="Window").status_code == 302
    assert (table.name, table.revision) == ("Window", before + 1)


def test_a_name_that_another_table_in_the_room_has_is_refused(table):
    other = seated_table({seat: member(f"{seat.word} Else") for seat in Seat})
    answer = change(table, name=other.name)
    assert answer.status_code == 200
    assert (
        "Another table in the room has this name: choose another name."
        in answer.content.decode()
    )
    assert table.name != other.name
    close_table(table=other, now=NOON)
    assert change(table, name=other.name).status_code == 302


@pytest.mark.parametrize(
    "rules", ['{"vulnerability": "chess"}', '["none"]', '{"unfinished_partscore": 75}']
)
def test_house_rules_that_the_game_does_not_know_are_refused(table, rules):
    answer = change(table, rules=rules)
    assert answer.status_code == 200
    assert "ule" in str(answer.context["adminform"].form.errors["rules"])
    assert table.rules == {}


def test_house_rules_that_the_game_knows_are_kept(table):
    change(table, rules='{"unfinished_partscore": 50}')
    assert table.rules == {"unfinished_partscore": 50}


def test_a_page_that_was_opened_before_another_chose_a_game_writes_no_rules_of_that_game_beside_its_own(
    table,
):
    choose_game(table=table, system="chicago", rules={"passed_out": "counts"})
    assert (
        change(table, system="royal", rules="{}", **{"initial-rules": "{}"}).status_code
        == 302
    )
    assert (table.system, table.rules) == ("royal", {})
