"""The pages of the wall and of the overlay: their content, the people who may see them, and the number of queries."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.members.roles import Role
from clubscore.tables.services import close_table, come_to_table, open_table
from clubscore.wall.topics import render_wall, revisions
from scoring import Seat
from tests.factories import NINE_DEALS, agree, four, member, record, rubber_in_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def eve() -> Client:
    client = Client()
    client.force_login(member("Eve", role=Role.WATCHER))
    return client


def a_while_ago(minutes: int = 20):
    return timezone.now() - timedelta(minutes=minutes)


def others(letters: str):
    return dict(
        zip(
            Seat,
            [member(f"{letter}{letter.lower()} Player") for letter in letters],
            strict=True,
        )
    )


def html_of(client: Client, path: str = "/wall/", **query: object) -> str:
    return client.get(path, query).content.decode()


def test_the_wall_shows_the_sheet_of_the_table_with_the_newest_deal_and_the_others_beside_it(
    eve,
):
    first = rubber_in_play(lines=("4sn=",), now=a_while_ago())
    second = rubber_in_play(others("EFGH"), lines=("1nte+1",), now=a_while_ago(10))
    html = html_of(eve)
    assert f'<h2 id="wall-sheet-title">{second.table.name}</h2>' in html
    assert f'id="wall-card-{first.table_id}"' in html
    assert f'id="wall-card-{second.table_id}"' not in html
    assert "made with one overtrick" in html


def test_the_wall_has_no_menu_no_bidding_box_and_no_link_to_tap_by_mistake(eve):
    rubber_in_play(lines=("4sn=", "2hxe-1"), now=a_while_ago())
    html = html_of(eve)
    body = html[html.index('<main id="main"') :]
    for words in ("<a href", "<form", "<button", "<nav", "mark-points"):
        assert (words in body) == (words == "mark-points")
    assert '<header class="band">' not in html


def test_a_pin_holds_one_table_whatever_is_recorded_elsewhere(eve):
    pinned = rubber_in_play(lines=("4sn=",), now=a_while_ago())
    rubber_in_play(others("EFGH"), lines=("1nte+1",), now=a_while_ago(5))
    html = html_of(eve, table=pinned.table_id)
    assert f'<h2 id="wall-sheet-title">{pinned.table.name}</h2>' in html
    assert f'data-live="/live/wall/{pinned.table_id}/none"' in html


def test_the_code_leads_a_phone_to_the_same(eve):
    rubber = rubber_in_play(now=a_while_ago())
    assert 'aria-label="QR code of http://testserver/"' in html_of(eve)
    assert (
        f'aria-label="QR code of http://testserver/tables/{rubber.table_id}/"'
        in html_of(eve, table=rubber.table_id)
    )


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"table": 999}, "There is no such table."),
        ({"embargo": "week"}, "Choose when a deal is shown"),
    ],
)
def test_an_address_that_says_nothing_known_leads_to_the_choice_with_what_is_wrong(
    eve, query, words
):
    for path in ("/wall/", "/wall/overlay/"):
        answer = eve.get(path, query)
        assert (answer.status_code, words in answer.content.decode()) == (404, True)


def test_the_choice_offers_the_tables_in_use(eve):
    anna = member("Anna")
    used, away = (
        open_table(by=anna, now=a_while_ago()),
        open_table(by=anna, now=a_while_ago()),
    )
    close_table(table=away, now=a_while_ago())
    html = html_of(eve, "/wall/choice/")
    assert f'<option value="{used.pk}">{used.name}</option>' in html
    assert f'<option value="{away.pk}">' not in html
    in_german = eve.get("/wall/choice/", headers={"accept-language": "de"})
    number = used.name.removeprefix("Table ")
    assert f">Tisch {number}</option>" in in_german.content.decode()


def test_a_table_that_was_put_away_stays_on_a_screen_that_is_pinned_to_it(eve):
    table = open_table(by=member("Anna"), now=a_while_ago())
    close_table(table=table, now=a_while_ago())
    assert "Nobody plays here yet." in html_of(eve, table=table.pk)


def test_before_the_first_deal_the_rubber_that_has_begun_is_shown_and_before_that_a_quiet_word(
    eve,
):
    assert "No rubber has begun yet." in html_of(eve)
    rubber = rubber_in_play(now=a_while_ago())
    html = html_of(eve)
    assert f'<h2 id="wall-sheet-title">{rubber.table.name}</h2>' in html
    assert "No deal recorded yet" in html


def test_the_evening_stands_beside_the_room_once_a_rubber_is_agreed(eve):
    rubber = rubber_in_play(lines=NINE_DEALS, now=a_while_ago())
    assert "No rubber is agreed yet." in html_of(eve)
    agree(rubber, now=timezone.now())
    html = html_of(eve)
    assert html.index("Anna") < html.index("+810") < html.index("−810")


def test_who_gathers_is_named_with_how_many_more_it_takes(eve):
    table = open_table(by=member("Karl"), now=a_while_ago())
    come_to_table(table=table, member=member("Yuki"), now=a_while_ago())
    rubber_in_play(lines=("4sn=",), now=a_while_ago(5))
    assert "Karl and Yuki are here: two more to start" in html_of(eve)


def test_long_names_are_all_there_and_said_to_be_long(eve):
    name = "Konstantina-Alexandra Papadopoulou-Smith"
    players = {seat: member(f"{name[:-1]}{seat}") for seat in Seat}
    rubber_in_play(players, lines=("4sn=",), now=a_while_ago())
    html = html_of(eve)
    assert "wall-sheet paper long-names" in html
    assert all(f"{name[:-1]}{seat}" in html for seat in Seat)


def test_the_overlay_shows_one_table_in_a_strip(eve):
    rubber = rubber_in_play(lines=("4sn=", "2hxe-1"), now=a_while_ago())
    html = html_of(eve, "/wall/overlay/")
    assert f"<b>{rubber.table.name}</b>" in html
    assert 'data-live="/live/overlay/0/none"' in html
    assert "Anna &amp; Cleo" in html
    assert "wall-card" not in html


def test_the_wall_takes_as_many_queries_with_four_tables_as_with_two(
    eve, django_assert_num_queries
):
    rubber_in_play(lines=("2hn=", "4se="), now=a_while_ago(9))
    for letters in ("EFGH", "JKLM", "PQRS"):
        rubber_in_play(others(letters), lines=("2hn=", "4se="), now=a_while_ago(9))
        with django_assert_num_queries(16):
            eve.get("/wall/")


def test_the_revision_moves_with_each_deal_and_with_the_table_that_is_followed(eve):
    first = rubber_in_play(lines=("4sn=",), now=a_while_ago())
    table = first.table_id
    before = revisions([0, table])
    record(first, "2hn=", now=timezone.now())
    after = revisions([0, table])
    assert before[0] != after[0]
    assert before[table] != after[table]
    assert revisions([999]) == {}


def test_the_revision_is_read_in_as_many_queries_whatever_is_watched(
    django_assert_num_queries,
):
    tables = [
        rubber_in_play(others(letters), lines=("4sn=",)).table_id
        for letters in ("EFGH", "JKLM")
    ]
    for ids in ([0, tables[0]], [0, *tables]):
        with django_assert_num_queries(5):
            revisions(ids)


def test_the_wall_is_polled_for_news_only(eve):
    rubber = rubber_in_play(four(), lines=("4sn=",), now=a_while_ago())
    for path in ("/wall/0/none/", f"/wall/overlay/{rubber.table_id}/deal/"):
        revision = eve.get(path).headers["X-Revision"]
        assert eve.get(path, {"revision": revision}).status_code == 204
    assert eve.get("/wall/0/week/").status_code == 404
    assert eve.get("/wall/999/none/").status_code == 404


def test_the_stage_is_that_of_the_program_and_the_day_so_that_a_screen_renews_itself():
    rubber_in_play(lines=("4sn=",), now=a_while_ago())
    assert 'data-stage="' in render_wall(0, "none")
