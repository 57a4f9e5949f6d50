"""The page of the room, and the page of one table."""

from datetime import datetime

import pytest
from django.test import Client

from clubscore.live.topics import WATCH
from clubscore.members.roles import Role
from clubscore.room.topics import ROOM, render_room
from clubscore.tables import services as tables
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    four,
    member,
    record,
    rubber_in_play,
    seated_table,
)

pytestmark = pytest.mark.django_db


def signed_in(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_a_card_tells_how_a_table_stands():
    rubber = rubber_in_play(lines=("4sn=", "1nte="))
    html = signed_in(member("Eve")).get("/").content.decode()
    for words in (
        "Table 1",
        "Contract rubber · deal 3 · S deals",
        '<th scope="col">Games</th><th scope="col">Part score</th><th scope="col">Total</th>',
        "<td>1</td><td>0</td><td>120</td>",
        "<td>0</td><td>40</td><td>40</td>",
        "1NT by Ben, made",
        "E–W +40",
    ):
        assert words in html
    assert "1 table in play · 4 members here" in html
    assert f"/tables/{rubber.table_id}/" in html


def test_results_of_earlier_evenings_wait_with_their_day_the_oldest_first():
    rubbers = [rubber_in_play(lines=NINE_DEALS)]
    rubbers.append(rubber_in_play(rubbers[0].players, lines=NINE_DEALS))
    anna = rubbers[0].started_by
    tables.leave_table(table=rubbers[1].table, member=anna, now=NOON)
    html = signed_in(anna).get("/").content.decode()
    places = [html.index(f'href="/rubbers/{rubber.pk}/"') for rubber in rubbers]
    assert places == sorted(places)
    assert html.count("over since 21 Nov, ") == 2


def test_who_waits_to_cut_in_is_named():
    rubber = rubber_in_play()
    tables.come_to_table(table=rubber.table, member=member("Eve"), now=NOON)
    html = signed_in(rubber.started_by).get("/").content.decode()
    assert html.index("Waiting to cut in") < html.index('<li class="chip">Eve</li>')


def test_four_who_sit_before_their_first_rubber_are_shown_by_seat_and_not_as_waiting():
    seated_table(four())
    html = signed_in(member("Eve")).get("/").content.decode()
    assert "Contract rubber · about to begin" in html
    assert '<b>E<span class="vh">: </span></b> Ben' in html
    assert "waiting to cut in" not in html
    assert "free" not in html


def test_a_card_with_a_free_seat_has_a_button_for_oneself_which_works_by_the_form_of_who_plays():
    table = tables.open_table(by=member("Anna"), now=NOON, seat=Seat.NORTH)
    seated_table({seat: member(f"{seat.word} Player") for seat in Seat})
    html = signed_in(member("Eve")).get("/").content.decode()
    assert html.count("Sit here") == 1
    assert f'form="sit-here" formaction="/tables/{table.pk}/seat/"' in html
    assert html.index('<form id="sit-here"') < html.index('id="live"')
    assert (
        '<form id="sit-here"'
        not in signed_in(member("Wim", role=Role.WATCHER)).get("/").content.decode()
    )


def test_a_table_with_a_free_seat_offers_it_to_who_is_at_no_table_before_others():
    table = tables.open_table(by=member("Anna"), now=NOON, seat=Seat.NORTH)
    html = signed_in(member("Eve")).get(f"/tables/{table.pk}/").content.decode()
    assert html.count("Sit here") == 1
    assert f'action="/tables/{table.pk}/seat/"' in html
    assert (
        '<a class="button " href="/tables/1/seating/">Bring others</a>'.replace(
            "/1/", f"/{table.pk}/"
        )
        in html
    )


def test_a_free_table_counts_who_waits_at_it():
    tables.open_table(by=member("Anna"), now=NOON)
    assert (
        "Contract rubber · free — 1 waiting to cut in"
        in signed_in(member("Eve")).get("/").content.decode()
    )


def test_after_a_rubber_the_card_shows_who_sits_there_now():
    rubber = rubber_in_play(lines=NINE_DEALS)
    eve = member("Eve")
    tables.leave_table(table=rubber.table, member=rubber.players[Seat.WEST], now=NOON)
    tables.come_to_table(table=rubber.table, member=eve, seat=Seat.WEST, now=NOON)
    html = signed_in(eve).get("/").content.decode()
    assert '<b>W<span class="vh">: </span></b> Eve' in html
    assert "Contract rubber · over since " in html
    left = signed_in(rubber.players[Seat.WEST]).get("/").content.decode()
    assert "your table" in html
    assert "your table" not in left


def mine_of(person) -> str:
    """Return the first part of the room, as this member sees it."""
    html = signed_in(person).get("/").content.decode()
    return html[html.index('id="mine"') : html.index('class="room-stage"')]


def test_a_result_to_agree_at_a_table_that_i_have_left_is_mine_with_a_way_to_it():
    rubber = rubber_in_play(lines=NINE_DEALS)
    anna, ben, dan = (rubber.players[seat] for seat in "NEW")
    way = f'href="/rubbers/{rubber.pk}/"'
    assert way not in mine_of(ben)  # the card of the own table says it
    tables.leave_table(table=rubber.table, member=ben, now=NOON)
    assert way in mine_of(ben)
    assert "The result to agree" in mine_of(ben)
    assert way not in mine_of(member("Eve"))
    tables.close_table(table=rubber.table, now=NOON)
    assert way in mine_of(dan)
    agree(rubber, Seat.EAST)
    assert way not in mine_of(ben)
    assert way in mine_of(dan)
    agree(rubber, Seat.NORTH)
    for person in (anna, dan):
        assert way not in mine_of(person)


def test_an_empty_room_says_what_to_do():
    assert (
        "No table is set up yet" in signed_in(member("Eve")).get("/").content.decode()
    )


def test_the_room_takes_as_many_queries_with_three_tables_as_with_one(
    django_assert_num_queries,
):
    eve = signed_in(member("Eve"))
    for letters in ("ABCD", "EFGH", "JKLM"):
        players = dict(
            zip(
                Seat,
                [member(f"{letter}{letter.lower()} Player") for letter in letters],
                strict=True,
            )
        )
        rubber_in_play(players, lines=("2hn=", "4se="))
        with django_assert_num_queries(9):
            eve.get("/")


def test_the_room_is_polled_for_news_only():
    rubber = rubber_in_play()
    eve = signed_in(member("Eve"))
    revision = eve.get("/room/").headers["X-Revision"]
    assert eve.get("/room/", {"revision": revision}).status_code == 204
    record(rubber, "2hn=")
    assert eve.get("/room/", {"revision": revision}).status_code == 200


def test_a_table_without_a_rubber_offers_to_begin_one_when_four_sit():
    table = seated_table(four())
    html = signed_in(table.opened_by).get(f"/tables/{table.pk}/").content.decode()
    assert "Start the rubber" in html


def test_a_table_with_an_empty_seat_does_not():
    anna = member("Anna")
    table = tables.open_table(by=anna, now=NOON)
    html = signed_in(anna).get(f"/tables/{table.pk}/").content.decode()
    assert "Start the rubber" not in html
    assert "A rubber needs four players" in html


def test_after_a_rubber_the_table_shows_it_and_offers_the_next():
    rubber = rubber_in_play(lines=NINE_DEALS)
    html = (
        signed_in(rubber.started_by).get(f"/tables/{rubber.table_id}/").content.decode()
    )
    assert "1,690" in html
    assert "The next rubber" in html
    # The page goes on listening: the next rubber may begin.
    assert "data-finished" not in html


def test_the_live_part_of_a_table_moves_with_its_seats_and_its_deals():
    table = seated_table(four())
    anna = signed_in(table.opened_by)
    revision = anna.get(f"/tables/{table.pk}/sheet/").headers["X-Revision"]
    tables.leave_table(table=table, member=table.opened_by, now=NOON)
    assert (
        anna.get(f"/tables/{table.pk}/sheet/", {"revision": revision}).status_code
        == 200
    )


def test_a_table_that_does_not_exist_is_not_found():
    assert signed_in(member("Eve")).get("/tables/999/").status_code == 404


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-20T21:00:00+00:00", "Friday"),
        ("2026-11-21T04:59:00+00:00", "Friday"),  # of the evening: they still play
        ("2026-11-21T05:00:00+00:00", "Saturday"),
    ],
)
def test_the_room_goes_by_the_day_of_the_evening_until_five(monkeypatch, moment, day):
    eve = signed_in(member("Eve"))
    monkeypatch.setattr(
        "clubscore.room.views.timezone.now", lambda: datetime.fromisoformat(moment)
    )
    assert f'<h1 id="room-title">{day}</h1>' in eve.get("/").content.decode()
    # On the wall, by the stream.
    assert f'<h1 id="room-title">{day}</h1>' in render_room(ROOM, WATCH)


def test_the_room_and_the_evening_call_one_night_by_one_day(monkeypatch):
    night = datetime.fromisoformat("2026-11-21T01:30:00+00:00")
    rubber = rubber_in_play(lines=("4sn=",), now=night)
    monkeypatch.setattr("clubscore.room.views.timezone.now", lambda: night)
    anna = signed_in(rubber.started_by)
    assert '<h1 id="room-title">Friday</h1>' in anna.get("/").content.decode()
    assert (
        "Friday 20 November 2026"
        in anna.get("/evenings/newest/", follow=True).content.decode()
    )
