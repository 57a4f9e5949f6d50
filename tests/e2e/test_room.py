"""The room in a browser: no link or key is covered by another."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.tables import services as tables
from scoring import Seat
from tests.duplicate.evening import in_play
from tests.e2e.browser import TWICE_AS_LARGE, expect
from tests.e2e.conftest import OpenPage
from tests.factories import NINE_DEALS, NOON, member, record, rubber_in_play

SIZES = ((360, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080))
COVERED = """() => [...document.querySelectorAll("main :is(a, button, select, input)")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 2)
    .filter((each) => {
        each.scrollIntoView({ block: "center" });
        const box = each.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !(each.contains(top) || top?.contains(each));
    })
    .map((each) => each.outerHTML)"""
"""A script that returns the HTML of links and keys that another element covers at their centre."""


WIDTH_WITH_LARGE_TEXT = f"""([state, words]) => {{
    const line = document.getElementById("live-state");
    line.dataset.state = state;
    line.textContent = words;
    return ({TWICE_AS_LARGE})();
}}"""
"""A script that returns the width of the page with large text while its stream line shows the given state and words.

It does so in one step, because the next message of the stream would replace the words.
"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_lies_over_the_way_to_my_table(
    transactional_db, open_page: OpenPage, width: int, height: int
):
    in_play(member("Ruth", role=Role.ADMIN), name="Club pairs")
    anna = Member.objects.get(name="Anna")
    with time_machine.travel(NOON, tick=True):
        page = open_page("/", member=anna, width=width, height=height)
        expect(page.get_by_role("link", name="To my table")).to_have_count(1)
        assert page.evaluate(COVERED) == []


def test_on_a_phone_the_game_and_start_a_table_share_a_line(
    transactional_db, open_page: OpenPage
):
    page = open_page("/", member=member("Ruth", role=Role.ADMIN), width=360, height=640)
    tops = {
        page.locator(f".start-table {each}").bounding_box()["y"]
        for each in ("select", "button")
    }
    assert len(tops) == 1


def test_with_large_text_the_page_keeps_its_width_while_the_line_comes_back(
    transactional_db, open_page: OpenPage
):
    page = open_page("/", member=member("Ruth", role=Role.ADMIN), width=360, height=640)
    for said in (["reconnecting", "reconnecting…"], ["lost", "letzter Stand 20:08:38"]):
        assert page.evaluate(WIDTH_WITH_LARGE_TEXT, said) == 360


def test_my_table_is_first_and_its_button_is_in_sight_on_a_phone(
    transactional_db, open_page: OpenPage
):
    rubber = rubber_in_play(lines=("4sn=", "1nte="))
    rubber_in_play({seat: member(f"{seat.word} Player") for seat in Seat})
    page = open_page("/", member=rubber.players[Seat.NORTH], width=360, height=640)
    mine = page.locator(".mine-table")
    assert "your table" in mine.inner_text()
    assert "2 deals to check: 1 and 2" in mine.inner_text()
    button = page.get_by_role("link", name="Go to my table").bounding_box()
    assert button["y"] + button["height"] <= 420
    start = page.get_by_role("button", name="Start a table").bounding_box()
    assert start["y"] + start["height"] <= 640
    assert page.locator(f"#table-card-{rubber.table_id}").count() == 0
    others = page.locator(".cards .card")
    assert others.first.bounding_box()["y"] > button["y"]


@pytest.mark.parametrize("width", [360, 390])
def test_the_heads_of_a_card_stand_in_one_line_and_give_way_to_large_text(
    transactional_db, open_page: OpenPage, width: int
):
    for system in ("contract", "chicago", "royal"):
        players = {seat: member(f"{seat.word} {system}") for seat in Seat}
        rubber_in_play(players, lines=("2hn=",), system=system)
    page = open_page("/", member=member("Eve"), width=width, height=640)
    heads = page.locator(".mini thead th")
    lines = heads.evaluate_all(
        "all => all.map(each => each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight))"
    )
    assert "Part score" in heads.all_inner_texts()
    assert max(lines) < 1.5
    assert page.evaluate(TWICE_AS_LARGE) == width


def test_a_result_to_agree_at_a_table_that_i_have_left_is_a_tap_away(
    transactional_db, open_page: OpenPage, obstacles: Any
):
    rubber = rubber_in_play(lines=NINE_DEALS)
    anna = rubber.players[Seat.NORTH]
    tables.leave_table(table=rubber.table, member=anna, now=NOON)
    page = open_page("/", member=anna, width=360, height=640)
    way = page.locator(".mine-session", has_text="The result to agree")
    expect(way).to_be_in_viewport(ratio=1)
    assert obstacles(page) == []
    way.click()
    page.get_by_role("button", name="I agree to").click()
    expect(page.locator("#over")).to_contain_text("Anna agreed")
    page.goto("/")
    expect(page.locator("#room")).to_be_visible()
    expect(way).to_have_count(0)


def test_my_table_follows_the_play_and_is_not_shown_twice(
    transactional_db, open_page: OpenPage
):
    rubber = rubber_in_play(lines=("4sn=",))
    page = open_page("/", member=rubber.players[Seat.NORTH], width=360, height=640)
    assert "deal 2" in page.locator(".mine-table").inner_text()
    record(rubber, "1nte=")
    page.locator(".mine-table", has_text="deal 3").wait_for()
    assert "2 deals to check: 1 and 2" in page.locator(".mine-table").inner_text()
    assert not page.locator(f"#table-card-{rubber.table_id}").is_visible()


def test_a_round_whose_time_is_up_does_not_say_when_it_ends(
    transactional_db, open_page: OpenPage
):
    in_play(member("Ruth", role=Role.ADMIN), name="Club pairs")
    eve = member("Eve")
    with time_machine.travel(NOON, tick=True):
        card = open_page("/", member=eve).locator(".session-card")
        assert "round ends" in card.inner_text()
    with time_machine.travel(NOON + timedelta(hours=1), tick=True):
        card = open_page("/", member=eve).locator(".session-card")
        assert "round ends" not in card.inner_text()
        assert "time is up" in card.inner_text()


@pytest.mark.parametrize("language", ["en-gb", "de", "fr", "nl"])
def test_the_five_words_of_the_menu_stand_in_one_line_on_a_phone(
    transactional_db, open_page: OpenPage, language: str
):
    page = open_page("/", member=member("Eve"), width=360, height=640, locale=language)
    tops = page.locator("#nav a").evaluate_all(
        "links => links.map(link => Math.round(link.getBoundingClientRect().y))"
    )
    assert len(tops) == 5 and len(set(tops)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_both_sides_of_my_score_have_their_figures_in_the_same_lines(
    transactional_db, open_page: OpenPage
):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    page = open_page("/", member=rubber.players[Seat.NORTH], width=360, height=640)
    we, they = (
        page.locator(".mine-score > p").nth(side).locator("> b, small > span")
        for side in range(2)
    )
    assert we.count() == they.count() == 3
    for line in range(3):
        tops = {each.nth(line).bounding_box()["y"] for each in (we, they)}
        assert len(tops) == 1


def test_who_plays_in_a_rubber_is_not_asked_to_sit_elsewhere_until_it_is_over(
    transactional_db, open_page: OpenPage
):
    anna, eve = member("Anna Maple"), member("Eve")
    tables.open_table(by=anna, now=NOON, seat=Seat.NORTH)
    rubber = rubber_in_play(lines=NINE_DEALS[:-1])
    path, ben = f"/tables/{rubber.table_id}/", rubber.players[Seat.EAST]
    room = open_page("/", member=ben, width=360, height=640)
    sit_here = room.get_by_role("button", name="Sit here at Table 1")
    expect(room.locator("#live-state")).to_have_attribute("data-state", "live")
    expect(room.locator(".card")).to_have_count(1)
    expect(sit_here).to_have_count(0)
    expect(
        open_page("/", member=eve).get_by_role("button", name="Sit here at Table 1")
    ).to_be_visible()
    phone = open_page(path, member=ben, width=360, height=640)
    for name, value in (("contract", "3H"), ("declarer", "E"), ("result", "0")):
        phone.locator(f'[name="{name}"][value="{value}"]').click()
    phone.locator("#record").click()
    expect(sit_here).to_be_visible()
