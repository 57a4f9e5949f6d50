"""The seats of a table on a phone of 360×640: one screen with five and with sixteen members, and few taps."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from clubscore.tables import services as tables
from scoring import Seat
from tests.e2e.browser import expect
from tests.e2e.conftest import OpenPage
from tests.factories import NOON, member, rubber_in_play, seated_table

N = Seat.NORTH
SMALL = {"width": 360, "height": 640}
OTHERS = (
    "Karl Stein",
    "Yuki Mori",
    "Doris Underhill",
    "Hanna Berg",
    "Hugo Marlowe",
    "Jo Kim",
    "Karl Weber",
    "Lena Vogt",
    "Per Lund",
    "Sunil Rao",
    "Tom Ash",
)
LOWEST = """() => Math.max(...[...document.querySelectorAll(".found-names li")]
    .map((each) => each.getBoundingClientRect().bottom))"""


@pytest.mark.parametrize("others", [0, 11])
def test_the_table_the_names_and_the_gold_button_share_one_screen(
    players: dict[Seat, Any], open_page: OpenPage, obstacles: Any, others: int
):
    table = seated_table(players)
    for name in ("Eve", *OTHERS[:others]):
        person = member(name)
        if name in ("Eve", OTHERS[0]):
            tables.come_to_table(
                table=table,
                member=person,
                any_seat=True,
                by=person,
                now=timezone.now(),
            )
    page = open_page(
        f"/tables/{table.pk}/seating/", member=players[Seat.NORTH], **SMALL
    )
    gold = page.get_by_role("link", name="Cut for partners")
    expect(gold).to_be_in_viewport(ratio=1)
    expect(page.locator(".found-names li")).to_have_count(6 + others)
    assert page.evaluate(LOWEST) <= gold.bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert obstacles(page) == []


@pytest.mark.parametrize("others", [0, 11])
def test_the_minutes_of_who_waits_and_who_comes_in_and_goes_out_are_in_sight(
    players: dict[Seat, Any], open_page: OpenPage, obstacles: Any, others: int
):
    with time_machine.travel(NOON, tick=True):
        rubber = rubber_in_play(
            players, lines=("3nn=",) * 2, now=NOON - timedelta(hours=1)
        )
        for number, name in enumerate(("Eve", *OTHERS[:others]), start=1):
            person = member(name)
            if number < 3:
                tables.come_to_table(
                    table=rubber.table,
                    member=person,
                    any_seat=True,
                    by=person,
                    now=NOON - timedelta(minutes=13 - number),
                )
        page = open_page(
            f"/tables/{rubber.table_id}/seating/", member=players[N], **SMALL
        )
        gold = page.get_by_role("link", name="Cut for partners")
        expect(gold).to_be_in_viewport(ratio=1)
    expect(page.locator(".found-names .waits").first).to_have_text(
        re.compile(r"Eve\s+waits 12 min")
    )
    comes_in = "In: Eve and Karl" if others else "In: Eve"
    expect(gold).to_contain_text(comes_in)
    expect(gold).to_contain_text("Out: the cards decide")
    assert page.evaluate(LOWEST) <= gold.bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert obstacles(page) == []


def test_a_tap_sits_down_another_gets_up_and_no_page_is_loaded(
    players: dict[Seat, Any], open_page: OpenPage
):
    table = tables.open_table(
        by=players[Seat.NORTH], now=timezone.now(), seat=Seat.NORTH
    )
    page = open_page(
        f"/tables/{table.pk}/seating/", member=players[Seat.NORTH], **SMALL
    )
    page.evaluate("window.isKept = true")
    page.get_by_role("button", name="Ben").click()
    expect(page.locator(".seat-list b")).to_have_text(["Anna", "Ben"])
    page.get_by_role("button", name="Ben gets up").click()
    expect(page.locator(".seat-list b")).to_have_text(["Anna"])
    page.get_by_role("button", name="Ben").click()
    expect(page.locator(".seat-list b")).to_have_text(["Anna", "Ben"])
    page.locator(".seat-list summary", has_text="Anna").click()
    page.get_by_role("button", name="Anna sits East").click()
    expect(page.locator(".seat-list b")).to_have_text(["Ben", "Anna"])
    assert page.evaluate("window.isKept")


def test_from_the_room_to_the_first_deal_takes_six_taps_without_scrolling(
    players: dict[Seat, Any], open_page: OpenPage
):
    for name in OTHERS:
        member(name)
    page = open_page("/", member=players[Seat.NORTH], **SMALL)
    taps = 0
    for name in (
        "Start a table",
        "Ben",
        "Cleo",
        "Dan",
        "Cut for partners",
        "Start the rubber",
    ):
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_in_viewport(ratio=1)
        button.click()
        taps += 1
        if taps in (2, 3, 4):
            expect(page.locator(".seat-list b")).to_have_count(taps)
    expect(page.locator("#sheet")).to_contain_text("Deal 1")
    assert taps == 6
