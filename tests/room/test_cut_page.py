"""The page /tables/3/cut/, and the part about the cut on the page of a table."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.room import services as room
from clubscore.room.queries import played_at
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.tables import services as tables
from clubscore.tables.cuts import choose_seats
from clubscore.tables.models import Table
from clubscore.tables.queries import open_cut, seating_at
from scoring import Seat
from tests.factories import (
    NOON,
    four,
    member,
    record,
    rubber_in_play,
    seated_table,
    stop_rubber,
)

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
EVENING = NOON.date()


@pytest.fixture
def players():
    return four()


@pytest.fixture
def table(players):
    return seated_table(players)


@pytest.fixture
def client(players):
    client = Client()
    client.force_login(players[Seat.NORTH])
    return client


@pytest.fixture(autouse=True)
def at_noon(monkeypatch):
    """Set the clock of the views to one hour after noon, so that a rubber played at noon belongs to this evening."""
    monkeypatch.setattr(timezone, "now", lambda: NOON + HOUR)


def joined(table: Table, name: str, minutes: int = 1) -> Member:
    person = member(name)
    tables.come_to_table(
        table=table, member=person, now=NOON + timedelta(minutes=minutes)
    )
    return person


def play(table: Table, *, minutes: int, lines=("4sn=",)) -> Rubber:
    """A rubber of the four at the table that begins `minutes` after noon, has these deals and is then stopped."""
    began = NOON + timedelta(minutes=minutes)
    rubber = start_rubber(table=table, dealer=Seat.NORTH, by=table.opened_by, now=began)
    for line in lines:
        record(rubber, line, by=rubber.started_by, now=began)
    state = load(rubber.pk)
    stop_rubber(
        state=state,
        reason="Late",
        seen_revision=state.rubber.revision,
        by=state.players[Seat.NORTH],
        now=began,
    )
    table.refresh_from_db()
    return rubber


def cut_page(client, table) -> str:
    return client.get(f"/tables/{table.pk}/cut/").content.decode()


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def gold_buttons(html: str) -> list[str]:
    found = re.findall(r'<(?:button|a) class="button gold"[^>]*>(.*?)</', html)
    return [words_of(words) for words in found]


def test_the_cut_shows_four_cards_and_who_plays_with_whom(client, table):
    html = client.post(f"/tables/{table.pk}/cut/", follow=True).content.decode()
    assert html.count('class="card-face') == 4
    assert f"{open_cut(table).dealer.name} deals and chooses a seat" in html
    assert "Who plays</h2>" not in html  # four are here: nobody stays out


def test_the_choice_of_the_highest_seats_all_four_and_the_rubber_begins(client, table):
    client.post(f"/tables/{table.pk}/cut/")
    cut = open_cut(table)
    answer = client.post(
        f"/tables/{table.pk}/cut/seats/", {"cut": cut.cut.pk, "seat": "S"}
    )
    assert answer.url == f"/tables/{table.pk}/"
    assert seating_at(table).seats[Seat.SOUTH] == cut.dealer
    rubber = Rubber.objects.get()
    assert (rubber.players[Seat.SOUTH], rubber.first_dealer) == (cut.dealer, "S")


def test_three_cannot_cut(client):
    table = tables.open_table(by=member("Eve"), now=NOON)
    html = client.post(f"/tables/{table.pk}/cut/", follow=True).content.decode()
    # The refusal, and the page.
    assert html.count("It takes four to cut; 1 at Table 1 so far.") == 2
    assert "Draw the cards" not in html


def test_after_a_rubber_the_old_cut_is_gone_and_nothing_seats_the_old_four(
    client, table
):
    client.post(f"/tables/{table.pk}/cut/")
    choose_seats(cut=open_cut(table).cut, seat=Seat.NORTH)
    play(table, minutes=10)
    joined(table, "Eve", 20)
    html = cut_page(client, table)
    assert "card-face" not in html
    assert gold_buttons(html) == ["Draw the cards"]
    assert (
        "Eve waited and comes in. Anna, Ben, Cleo and Dan have played equally long: the lowest card goes out."
        in words_of(html)
    )


def test_who_waited_comes_in_and_the_page_says_who_goes_out_and_why(client, table):
    play(table, minutes=10)
    eve = joined(table, "Eve", 20)
    html = client.post(f"/tables/{table.pk}/cut/", follow=True).content.decode()
    cut = open_cut(table)
    assert eve in cut.players
    assert html.count('class="card-face') == 8
    (out,) = cut.out
    assert (
        f"have played equally long: {out.name} cut the lowest card and goes out."
        in words_of(html)
    )


def test_over_two_rubbers_who_came_in_stays_and_the_longest_cut(client, table, players):
    play(table, minutes=10)
    eve = joined(table, "Eve", 20)
    first = room.cut(table=table, by=eve, now=NOON + HOUR)
    (out,) = open_cut(table).out
    choose_seats(cut=first, seat=Seat.NORTH)
    play(table, minutes=70)
    room.cut(table=table, by=eve, now=NOON + 2 * HOUR)
    second = open_cut(table)
    assert second.turns.comes_in == (out,)
    assert second.turns.stays == (eve,)
    assert {drawn.member for drawn in second.staying} == {*players.values()} - {out}


def test_by_the_cut_the_one_who_came_in_cuts_too(client, table):
    HouseRules.objects.create(pk=1, going_out="cut")
    play(table, minutes=10)
    eve = joined(table, "Eve", 20)
    choose_seats(cut=room.cut(table=table, by=eve, now=NOON + HOUR), seat=Seat.NORTH)
    play(table, minutes=70)
    assert "have just played and cut for it: the lowest card goes out" in cut_page(
        client, table
    )
    room.cut(table=table, by=eve, now=NOON + 2 * HOUR)
    assert eve in {drawn.member for drawn in open_cut(table).staying}


def test_an_admin_chooses_the_house_rule_among_the_others():
    client = Client()
    client.force_login(member("Ruth", role=Role.OWNER))
    html = client.get("/admin/rubbers/houserules/add/").content.decode()
    assert "Whoever has played longest goes out; if equal, they cut" in html
    client.post(
        "/admin/rubbers/houserules/add/",
        {"agreed_by": "all", "agreed_after": "30", "going_out": "cut"},
    )
    assert HouseRules.current().going_out == "cut"


# --- what counts as played ---


def test_a_rubber_without_a_deal_was_not_played(table):
    play(table, minutes=10, lines=())
    assert played_at(table, EVENING) == []


def test_rubbers_of_another_evening_do_not_count(table, players):
    play(table, minutes=10)
    assert [rubber.people for rubber in played_at(table, EVENING)] == [
        {who.pk for who in players.values()}
    ]
    assert played_at(table, EVENING + timedelta(days=1)) == []


def test_1912_law_26_a_substitute_has_not_played_and_keeps_the_place_of_who_waits(
    players,
):
    rubber = rubber_in_play(players, lines=("4sn=",))
    table = rubber.table
    eve, finn = joined(table, "Eve", 1), joined(table, "Finn", 2)
    anna, ben, cleo, dan = players.values()
    substitution = propose_substitute(
        state=load(rubber.pk), seat=Seat.EAST, substitute=eve, by=anna, now=NOON + HOUR
    )
    for other in (cleo, dan):
        consent(
            state=load(rubber.pk), substitution=substitution, by=other, now=NOON + HOUR
        )
    (played,) = played_at(table, EVENING)
    assert played.people == {anna.pk, ben.pk, cleo.pk, dan.pk}
    rubber.refresh_from_db()
    stop_rubber(
        state=load(rubber.pk),
        reason="Late",
        seen_revision=rubber.revision,
        by=anna,
        now=NOON + HOUR,
    )
    room.cut(table=table, by=anna, now=NOON + HOUR)
    assert open_cut(table).turns.comes_in == (eve, finn)


def test_somebody_with_two_records_has_played_under_either(table, players):
    play(table, minutes=10)
    dan = players[Seat.WEST]
    guest = add_guest(name="Danny", now=NOON)
    tables.leave_table(table=table, member=dan, now=NOON)
    tables.come_to_table(table=table, member=guest, seat=Seat.WEST, now=NOON)
    play(table, minutes=20)
    merge(kept=dan, merged=guest, by=dan, now=NOON + HOUR)
    assert [dan.pk in rubber.people for rubber in played_at(table, EVENING)] == [
        True,
        True,
    ]


# --- the page moves on ---


def test_somebody_who_left_after_the_cut_means_cutting_again(client, table, players):
    client.post(f"/tables/{table.pk}/cut/")
    tables.leave_table(table=table, member=players[Seat.WEST], now=NOON)
    assert (
        "Dan left the table after the cut. It takes four; 3 at Table 1 so far."
        in words_of(cut_page(client, table))
    )
    joined(table, "Eve")
    html = cut_page(client, table)
    assert "Dan left the table after the cut." in words_of(html)
    assert "Start the rubber" not in html
    assert gold_buttons(html) == ["Cut again"]


def test_1912_law_22_who_comes_after_the_cut_waits_for_the_next_rubber(client, table):
    client.post(f"/tables/{table.pk}/cut/")
    joined(table, "Eve", 61)
    html = cut_page(client, table)
    assert "Eve came after the cut and may come in after this rubber." in words_of(html)
    assert f"{open_cut(table).dealer.name} sits North" in words_of(html)
    assert gold_buttons(html) == ["Start the rubber"]


def test_a_choice_by_old_cards_is_refused_and_the_new_ones_are_shown(
    client, table, players
):
    old = room.cut(table=table, by=players[Seat.NORTH], now=NOON)
    room.cut(table=table, by=players[Seat.EAST], now=NOON)
    answer = client.post(
        f"/tables/{table.pk}/cut/seats/", {"cut": old.pk, "seat": "S"}, follow=True
    )
    assert (
        "Ben has cut again since: choose by the new cards." in answer.content.decode()
    )
    assert seating_at(table).seats == {}


def test_a_seat_without_a_cut_is_refused(client, table):
    answer = client.post(f"/tables/{table.pk}/cut/seats/", {"seat": "S"}, follow=True)
    assert "Cut first, then choose a seat." in answer.content.decode()


def test_while_a_rubber_is_on_the_page_offers_no_cards(client, players):
    rubber = rubber_in_play(players)
    html = cut_page(client, rubber.table)
    assert "A rubber is being played here: cut for the next when it is over." in html
    assert "Draw the cards" not in html


# --- the page of the table ---


def table_page(client, table) -> str:
    return client.get(f"/tables/{table.pk}/").content.decode()


def test_with_somebody_waiting_the_way_on_is_the_cut(client, table):
    play(table, minutes=10)
    assert gold_buttons(table_page(client, table)) == ["Same seats, again"]
    joined(table, "Eve", 20)
    html = table_page(client, table)
    assert "Eve waited and comes in." in html
    assert "have played equally long: the lowest card goes out." in html
    assert gold_buttons(html) == ["Cut for partners"]


def test_once_the_cards_are_drawn_the_way_on_is_the_choice_and_then_the_start(
    client, table
):
    play(table, minutes=10)
    joined(table, "Eve", 20)
    room.cut(table=table, by=table.opened_by, now=NOON + HOUR)
    cut, html = open_cut(table), table_page(client, table)
    assert f"The cards are drawn: {cut.dealer.name} chooses a seat." in html
    assert gold_buttons(html) == ["See the cards"]
    choose_seats(cut=cut.cut, seat=Seat.NORTH)
    html = table_page(client, table)
    assert gold_buttons(html) == ["Start the rubber"]
    assert re.search(r'value="N" required checked', html)


def test_open_pages_of_the_table_notice_that_the_cards_are_drawn():
    anna = member("Anna")
    table = tables.open_table(by=anna, now=NOON)
    for name in ("Ben", "Cleo", "Dan"):
        joined(table, name)
    client = Client()
    client.force_login(anna)

    def stage() -> str:
        return re.search(
            r'data-stage="([^"]+)"',
            client.get(f"/tables/{table.pk}/sheet/").content.decode(),
        ).group(1)

    before = stage()
    room.cut(table=table, by=anna, now=NOON)
    assert stage() != before


def test_the_pages_take_as_many_queries_with_three_tables_as_with_one(
    client, django_assert_num_queries
):
    for letters in ("ABCD", "EFGH", "JKLM"):
        table = seated_table(
            dict(
                zip(
                    Seat,
                    [member(f"{each}{each} Player") for each in letters],
                    strict=True,
                )
            )
        )
        play(table, minutes=10)
        play(table, minutes=20)
        joined(table, f"Waiter {letters}", 30)
        with django_assert_num_queries(7):
            cut_page(client, table)
        # One more than without somebody who waits: the house rule about going out. And one for a member who is not
        # here, and is asked to come unless at another table.
        with django_assert_num_queries(16):
            table_page(client, table)
        room.cut(table=table, by=table.opened_by, now=NOON + HOUR)
        with django_assert_num_queries(6):
            cut_page(client, table)
        with django_assert_num_queries(15):
            table_page(client, table)
