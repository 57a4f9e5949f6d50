"""A whole rubber from the first deal to the ledger: typed on a phone, watched on a desk."""

from collections.abc import Callable
from typing import Any

from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.e2e.browser import expect
from tests.factories import NINE_DEALS, agree, member, rubber_in_play


def test_nine_quick_lines_on_a_phone_reach_the_sheet_on_a_desk_and_the_four_ledgers(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players)
    table = f"/tables/{rubber.table_id}/"
    phone = open_page(table, member=players[Seat.NORTH], width=360, height=740)
    desk = open_page(table, member=member("Eve"))
    expect(desk.locator("#live-state")).to_have_attribute("data-state", "live")
    desk.evaluate("window.notReloaded = true")

    for number, line in enumerate(NINE_DEALS, start=1):
        phone.locator("#deal-line-text").fill(line)
        expect(phone.locator("#record")).to_be_enabled()
        phone.locator("#record").click()
        expect(desk.locator(f"#deals #deal-{number}")).to_be_visible()
        if number < len(NINE_DEALS):
            assert desk.evaluate("window.notReloaded")
            expect(phone.locator(f"#deals #deal-{number}")).to_be_attached()

    totals = phone.locator("#sheet .totals td")
    expect(totals.nth(0)).to_contain_text("1,690")
    expect(totals.nth(1)).to_contain_text("880")
    expect(phone.locator("#sheet")).to_contain_text(
        "They won the rubber. We won 810 on points."
    )
    expect(desk.locator("#sheet")).to_contain_text(
        "E–W won the rubber. N–S won 810 on points."
    )

    rubber.refresh_from_db()
    assert load(rubber.pk).sheet.margin == 810
    phone.get_by_role(
        "button", name="I agree to We 1,690 – They 880, We win 810"
    ).click()
    expect(phone.locator("#consent")).to_contain_text("waits for Ben or Dan")
    agree(rubber, Seat.EAST)
    for seat, player in players.items():
        phone.goto(f"/ledger/{player.pk}/")
        expect(phone.locator("main")).to_contain_text(
            "+810" if seat.side == "NS" else "−810"
        )


def test_the_room_shows_a_deal_without_a_reload(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players)
    room = open_page("/", member=member("Eve"))
    expect(room.locator("#live-state")).to_have_attribute("data-state", "live")
    phone = open_page(
        f"/rubbers/{rubber.pk}/", member=players[Seat.EAST], width=360, height=740
    )
    phone.locator("#deal-line-text").fill("4se=")
    expect(phone.locator("#record")).to_be_enabled()
    phone.locator("#record").click()
    expect(room.locator("#room")).to_contain_text("4♠ by Ben, made")


def test_four_taps_record_an_ordinary_deal(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players)
    phone = open_page(
        f"/tables/{rubber.table_id}/", member=players[Seat.NORTH], width=360, height=740
    )
    for key in (
        '[name="contract"][value="4S"]',
        '[name="declarer"][value="N"]',
        '[name="result"][value="0"]',
    ):
        phone.locator(key).click()
    expect(phone.locator("#preview")).to_contain_text("4♠ by Anna, made")
    expect(phone.locator("#record")).to_contain_text("We +120 below")
    phone.locator("#record").click()
    expect(phone.locator("#deals #deal-1")).to_contain_text("4♠ by Anna, made")


def test_two_taps_record_a_deal_that_everyone_passed(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players)
    phone = open_page(
        f"/tables/{rubber.table_id}/", member=players[Seat.NORTH], width=360, height=740
    )
    phone.locator('[name="contract"][value="P"]').click()
    expect(phone.locator("#record")).to_be_enabled()
    phone.locator("#record").click()
    expect(phone.locator("#deals #deal-1")).to_contain_text("Passed out")
    expect(phone.locator("#sheet .stand")).to_contain_text("Deal 2 · Ben deals")


def test_five_keys_record_an_ordinary_deal(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players)
    desk = open_page(f"/tables/{rubber.table_id}/", member=players[Seat.NORTH])
    for key in ("4", "s", "n", "=", "Enter"):
        desk.keyboard.press(key)
    expect(desk.locator("#deals #deal-1")).to_contain_text("4♠ by Anna, made")


def test_the_form_is_not_touched_while_somebody_else_records(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players)
    table = f"/tables/{rubber.table_id}/"
    anna = open_page(table, member=players[Seat.NORTH], width=360, height=740)
    ben = open_page(table, member=players[Seat.EAST])
    expect(anna.locator("#live-state")).to_have_attribute("data-state", "live")
    anna.locator('[name="contract"][value="3NT"]').click()
    anna.locator('[name="declarer"][value="S"]').click()
    ben.locator("#deal-line-text").fill("2he=")
    expect(ben.locator("#record")).to_be_enabled()
    ben.locator("#record").click()
    expect(anna.locator("#deals #deal-1")).to_be_visible()
    expect(anna.locator('[name="contract"][value="3NT"]')).to_be_checked()
    anna.locator('[name="result"][value="+1"]').click()
    expect(anna.locator("#record")).to_be_enabled()
    anna.locator("#record").click()
    expect(anna.locator("#entry")).to_contain_text(
        "you have 3NT by Cleo, made with one overtrick"
    )
    expect(anna.locator("#deal-annotations-1")).to_contain_text("disputed")


def test_a_figure_explains_itself_with_its_law(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("4sxn+1",))
    page = open_page(f"/rubbers/{rubber.pk}/", member=players[Seat.NORTH])
    page.locator("#sheet .mark").first.click()
    expect(page.locator("#explanation")).to_contain_text(
        "4♠ doubled by Anna, made with one overtrick"
    )
    expect(page.locator("#explanation")).to_contain_text("Law")


def test_an_undone_deal_is_back_in_the_form_to_be_mended(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("4sn=",))
    page = open_page(f"/tables/{rubber.table_id}/", member=players[Seat.NORTH])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#deal-line-text")).to_have_value("4SN=")
    expect(page.locator("#deals")).to_contain_text("No deal has been recorded yet")


def test_everything_works_without_scripts(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players)
    page = open_page(
        f"/tables/{rubber.table_id}/",
        member=players[Seat.NORTH],
        width=360,
        scripts=False,
    )
    for key in ('[name="contract"][value="4S"]', '[name="declarer"][value="N"]'):
        page.locator(key).check()
    page.locator("#record").click()
    expect(page.locator("#entry")).to_contain_text("Tap the result.")
    expect(page.locator('[name="contract"][value="4S"]')).to_be_checked()
    page.locator('[name="result"][value="+1"]').check()
    page.locator("#record").click()
    expect(page.locator("#deals")).to_contain_text(
        "4♠ by Anna, made with one overtrick"
    )
