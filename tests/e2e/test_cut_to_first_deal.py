"""From an empty room to the first deal: open a table, seat four, cut, choose seats and start."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.tables import services as tables
from scoring import Seat
from tests.e2e.browser import PHONE, expect, pages_asked_for
from tests.factories import NOON, agreed_rubber, member, seated_table
from tests.landing import first_alone


@pytest.mark.parametrize("scripts", first_alone([True, False]))
def test_four_come_to_a_table_cut_and_begin(
    scripts: bool, transactional_db: None, open_page: Callable[..., Any]
):
    anna = member("Anna Weiss")
    for name in ("Ben Hall", "Cleo Moss"):
        member(name)
    page = open_page("/", member=anna, width=360, height=740, scripts=scripts)
    page.get_by_role("button", name="Start a table").click()
    page.get_by_role("button", name="Ben Hall").click()
    expect(page.locator(".seat-list")).to_contain_text("Ben Hall")
    page.get_by_role("link", name="Another or a guest").click()
    page.get_by_role("searchbox").fill("Cleo")
    if not scripts:
        page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Cleo Moss").click()
    expect(page.locator(".seat-list")).to_contain_text("Cleo Moss")
    page.get_by_role("link", name="Another or a guest").click()
    page.get_by_label("Guest’s name").fill("Karl Stein")
    page.get_by_role("button", name="Bring this guest").click()
    page.get_by_role("button", name="Cut for partners").click()
    expect(page.locator(".card-face")).to_have_count(4)
    page.get_by_role("button", name="Start the rubber").click()
    expect(page.locator("#sheet")).to_contain_text("Deal 1")
    page.locator("#deal-line-text").fill("1nn=")
    page.locator("#record").click()
    expect(page.locator("#deals")).to_contain_text("1NT by")


class Taps:
    """Counts the taps on a phone, and collects the addresses of the pages that they load."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps, self.loads = page, 0, pages_asked_for(page)

    def tap(self, button: str) -> None:
        self.taps += 1
        self.page.get_by_role("button", name=button, exact=True).click()


def test_four_who_played_last_week_begin_with_six_taps_and_three_page_loads(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = agreed_rubber(players)
    tables.close_table(table=rubber.table, now=NOON)
    phone = Taps(open_page("/", member=players[Seat.NORTH], **PHONE))
    phone.tap("Start a table")
    for name in ("Ben", "Cleo", "Dan"):
        phone.tap(name)
        expect(phone.page.locator(".seat-list")).to_contain_text(name)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
    phone.tap("Cut for partners")
    expect(phone.page.locator(".card-face")).to_have_count(4)
    phone.tap("Start the rubber")
    expect(phone.page.locator("#sheet")).to_contain_text("Deal 1")
    assert (phone.taps, len(phone.loads)) == (6, 3)


@pytest.mark.parametrize("fifth", [False, True])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360)])
def test_the_first_rubber_of_a_table_begins_without_scrolling(
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    width: int,
    height: int,
    fifth: bool,
):
    table = seated_table(players)
    if fifth:
        eve = member("Eve Harrington-Smith")
        tables.come_to_table(table=table, member=eve, any_seat=True, by=eve, now=NOON)
    page = open_page(
        f"/tables/{table.pk}/",
        member=players[Seat.NORTH],
        width=width,
        height=height,
    )
    for way in page.locator(".next-keys .button").all():
        expect(way).to_be_in_viewport(ratio=1)


def test_each_sits_down_in_the_room_by_one_tap(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    tables.open_table(by=players[Seat.NORTH], now=NOON, seat=Seat.NORTH)
    for seat, scripts in ((Seat.EAST, True), (Seat.SOUTH, False)):
        phone = open_page("/", member=players[seat], scripts=scripts, **PHONE)
        phone.get_by_role("button", name="Sit here at Table 1").click()
        expect(phone.locator("#seats")).to_contain_text(players[seat].name)
    phone.goto("/")
    phone.get_by_role("link", name="Go to my table").click()
    expect(phone.locator("#seats")).to_contain_text("free")
