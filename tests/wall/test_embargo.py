"""Results under an embargo are hidden in pages, polls, stream frames and overlays."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.embargo import Embargo, behind
from clubscore.wall.topics import render_overlay, render_wall
from scoring import Seat
from tests.factories import NINE_DEALS, four, member, record, rubber_in_play

pytestmark = pytest.mark.django_db

# Three deals whose figures are in no other: 4♠ +1 for 120 and 30, 5♦X −3 for 500, 6♥ −2 for 200 and the words of each.
DEALS = ("4sn+1", "5dxe-3", "6hn-2")
LAST = ("6♥", "two down", "6<span", "200", "deal 4", "Deal 4")


def evening_before() -> object:
    return timezone.now() - timedelta(minutes=30)


@pytest.fixture
def rubber():
    return rubber_in_play(lines=DEALS, now=evening_before())


@pytest.fixture
def watcher(rubber) -> Client:
    client = Client()
    client.force_login(member("Eve"))
    return client


def everything(client: Client, embargo: str, table: int) -> dict[str, str]:
    """All that a screen gets under this embargo, by its source: for a screen fixed to the table, and one
    that follows the play.
    """
    found = {}
    for pin in (0, table):
        query = {"embargo": embargo, **({"table": pin} if pin else {})}
        found |= {
            f"page {pin}": client.get("/wall/", query).content.decode(),
            f"overlay {pin}": client.get("/wall/overlay/", query).content.decode(),
            f"poll {pin}": client.get(f"/wall/{pin}/{embargo}/").content.decode(),
            f"poll of the overlay {pin}": client.get(
                f"/wall/overlay/{pin}/{embargo}/"
            ).content.decode(),
            f"frame {pin}": render_wall(pin, embargo),
            f"frame of the overlay {pin}": render_overlay(pin, embargo),
        }
    return found


def places_of(words: str, found: dict[str, str]) -> list[str]:
    return [place for place, html in found.items() if words in html]


def test_without_an_embargo_every_deal_is_there_at_once(watcher, rubber):
    found = everything(watcher, "none", rubber.table_id)
    assert places_of("two down", found) == list(found)


@pytest.mark.parametrize("words", LAST)
def test_a_deal_behind_nothing_of_the_last_deal_is_sent(watcher, rubber, words):
    found = everything(watcher, "deal", rubber.table_id)
    assert places_of(words, found) == []
    assert places_of("three down", found) == list(found)  # the deal before it


def test_a_deal_is_sent_when_the_next_is_recorded(watcher, rubber):
    record(rubber, "1nte=", now=timezone.now())
    found = everything(watcher, "deal", rubber.table_id)
    assert places_of("two down", found) == list(found)
    assert places_of("1NT", found) == []


@pytest.mark.parametrize(
    "words",
    [
        "4♠",
        "three down",
        "120",
        "500",
        "two down",
        "vulnerable",
        "Deal ",
        "polyline",
        "mark-",
    ],
)
def test_until_the_rubber_is_over_nothing_of_it_is_sent_but_who_plays(
    watcher, rubber, words
):
    found = everything(watcher, "rubber", rubber.table_id)
    assert places_of(words, found) == []
    assert places_of("Anna &amp; Cleo", found) == list(found)


def test_a_rubber_that_is_over_is_sent_whole(watcher, rubber):
    for number, line in enumerate(NINE_DEALS[2:]):
        if load(rubber.pk).rubber.is_over:
            break
        record(rubber, line, now=timezone.now() + timedelta(seconds=number))
    assert load(rubber.pk).rubber.is_over
    for embargo in Embargo:
        found = everything(watcher, embargo, rubber.table_id)
        assert places_of("won the rubber", found) == list(found)


def test_the_other_tables_are_under_the_embargo_too(watcher, rubber):
    others = {seat: member(f"{seat.word} Else") for seat in Seat}
    shown = rubber_in_play(
        others, lines=("1cn=", "1dn="), now=timezone.now() - timedelta(minutes=3)
    )
    for embargo, hidden in (("deal", "two down"), ("rubber", "three down")):
        html = render_wall(shown.table_id, embargo)
        assert "Anna &amp; Cleo" in html
        assert hidden not in html
    assert "two down" in render_wall(shown.table_id, "none")


def test_the_state_behind_knows_nothing_of_the_hidden_deal(rubber):
    state = behind(load(rubber.pk), Embargo.DEAL)
    assert [deal.number for deal in state.deals] == [1, 2]
    assert state.next_number == 3
    assert behind(load(rubber.pk), Embargo.RUBBER).versions == ()
    assert behind(load(rubber.pk), Embargo.NONE).next_number == 4


def test_a_rubber_without_a_deal_hides_nothing():
    state = load(rubber_in_play(four()).pk)
    assert behind(state, Embargo.DEAL) == state


def test_the_moments_at_which_something_comes_to_light():
    first, second, third, end = (
        timezone.now() + timedelta(minutes=minutes) for minutes in range(4)
    )
    times = [first, second, third]
    assert Embargo.NONE.shown_at(times, end) == times
    assert Embargo.DEAL.shown_at(times, None) == [second, third]
    assert Embargo.DEAL.shown_at(times, end) == [second, third, end]
    assert Embargo.RUBBER.shown_at(times, None) == []
    assert Embargo.RUBBER.shown_at(times, end) == [end]
