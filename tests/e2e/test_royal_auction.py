"""A rubber of royal auction on a phone: from the cut, through honours, chicane and a revoke, to the ledger."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.rubbers.models import Rubber
from scoring import Seat
from tests.e2e.browser import PHONE, PHONE_DAY_AND_NIGHT, each_look, expect
from tests.factories import agree, member, rubber_in_play, seated_table
from tests.landing import first_alone


def tap(page: Any, **facts: str) -> None:
    for name, value in facts.items():
        page.locator(f'[name="{name}"][value="{value}"]').check()


def start_royal_auction(phone: Any) -> str:
    """Choose the game, cut and start the rubber, and return the name of North."""
    phone.get_by_label("Royal auction bridge").check()
    phone.get_by_role("button", name="Play this").click()
    phone.get_by_role("button", name="Cut for partners").click()
    phone.get_by_role("button", name="Start the rubber").click()
    north = phone.locator(".seat [name=declarer][value=N]")
    return north.get_attribute("aria-label").split(",")[0]


def record_honours_and_chicane(phone: Any, scripts: bool) -> None:
    tap(phone, contract="2R", declarer="N", result="+1", honours_n="3")
    if not scripts:
        phone.locator("#record").click()
    expect(phone.locator("#preview")).to_contain_text(
        "Tap the honours (3 of 5 so far)."
    )
    tap(phone, honours_e="2")
    phone.locator("#chicane > summary").click()
    phone.locator('[name="void_w"]').check()
    if scripts:
        expect(phone.locator("#record")).to_contain_text("+27 tricks")
    phone.locator("#record").click()
    expect(phone.locator("#royal .game").first).to_contain_text("27")
    expect(phone.locator("#sheet")).to_contain_text("−18")
    expect(phone.locator("#sheet")).to_contain_text("need 3 more for the game.")


def record_a_revoke(phone: Any) -> None:
    tap(phone, contract="1NT", declarer="N", result="0", honours_n="4")
    phone.locator("#chicane > summary").click()
    phone.locator('[name="revokes_ew"]').select_option("1")
    phone.locator('[name="taken"]').select_option("3")
    phone.locator("#record").click()
    expect(phone.locator("#royal .game.won")).to_have_count(1)
    expect(phone.locator("#deals")).to_contain_text("won game 1")


@pytest.mark.parametrize("scripts", first_alone([True, False]))
def test_a_rubber_is_played_from_the_cut_to_the_ledger(
    scripts: bool, players: dict[Seat, Any], open_page: Callable[..., Any]
):
    table = seated_table(players)
    phone = open_page(
        f"/tables/{table.pk}/game/",
        member=players[Seat.NORTH],
        scripts=scripts,
        **PHONE,
    )
    north = start_royal_auction(phone)
    record_honours_and_chicane(phone, scripts)
    record_a_revoke(phone)
    phone.locator("#deal-line-text").fill("4rs= h4n h1s")
    phone.locator("#record").click()
    expect(phone.locator("#sheet")).to_contain_text("Rubber over")

    # 27 + 18 − 18, 10 + 100, 36 + 81, and 250 for the rubber
    expect(phone.locator("#sheet .circled")).to_have_text("504")
    phone.get_by_role("button", name="I agree to").click()
    expect(phone.locator("#consent")).to_contain_text("waits for")
    agree(Rubber.objects.get(), *Seat)
    phone.goto("/ledger/")
    expect(phone.get_by_role("row", name=north)).to_contain_text("+504")


def test_a_draft_of_honours_and_chicane_outlives_a_reload(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, system="royal")
    phone = open_page(
        f"/tables/{rubber.table_id}/", member=players[Seat.NORTH], **PHONE
    )
    tap(phone, contract="3R", declarer="S", honours_s="4", honours_w="1")
    phone.locator("#chicane > summary").click()
    phone.locator('[name="void_n"]').check()
    phone.reload()
    for key in (
        '[name="contract"][value="3R"]',
        '[name="honours_s"][value="4"]',
        '[name="void_n"]',
    ):
        expect(phone.locator(key)).to_be_checked()
    phone.locator('[name="result"][value="0"]').check()
    expect(phone.locator("#record")).to_be_enabled()
    phone.get_by_role("button", name="Clear the entry").click()
    expect(phone.locator('[name="void_n"]')).not_to_be_checked()
    expect(phone.locator('[name="honours_s"][value=""]')).to_be_checked()


def test_a_typed_line_is_recorded_and_comes_live(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, system="royal")
    desk = open_page(f"/tables/{rubber.table_id}/", member=member("Eve"))
    expect(desk.locator("#live-state")).to_have_attribute("data-state", "live")
    phone = open_page(f"/tables/{rubber.table_id}/", member=players[Seat.EAST], **PHONE)
    phone.locator("#deal-line-text").fill("2re= h3e h2n vs !ns")
    expect(phone.locator("#record")).to_be_enabled()
    phone.locator("#record").click()
    expect(desk.locator("#deals #deal-1")).to_contain_text("2 royals by Ben, made")
    expect(desk.locator("#royal")).to_contain_text("150")


@pytest.mark.landing
def test_the_pages_of_royal_auction_fit_a_phone_and_keep_nobody_out(
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    lines = ("2rs+1 h3s h2e", "2rxw-2 h3w h1e h1n vs")
    rubber = rubber_in_play(players, system="royal", lines=lines)
    paths = (
        f"/tables/{rubber.table_id}/",
        f"/rubbers/{rubber.pk}/ending/",
        f"/rubbers/{rubber.pk}/deals/2/",
    )
    page = open_page(member=players[Seat.SOUTH])
    for path in paths:
        for width in each_look(page, path, *PHONE_DAY_AND_NIGHT):
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert obstacles(page) == []
            if path == paths[0]:
                page.locator('[name="contract"][value="2R"]').click()
                for folded in page.locator("#chicane:not([open]) > summary").all():
                    folded.click()
                assert page.evaluate("document.documentElement.scrollWidth") == width
                assert obstacles(page) == []
                page.locator("#contract-chip").click()


def test_choosing_a_game_fits_a_phone_and_keeps_nobody_out(
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    table = seated_table(players)
    page = open_page(member=players[Seat.SOUTH])
    for width in each_look(page, f"/tables/{table.pk}/game/", *PHONE_DAY_AND_NIGHT):
        page.get_by_label("Royal auction bridge").check()
        expect(page.get_by_text("Which spades can be bid?")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert obstacles(page) == []


def test_the_way_to_correct_the_last_deal_stands_beside_the_totals_and_not_on_one(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, lines=("4rs= h4n h1s",), system="royal")
    page = open_page(
        f"/tables/{rubber.table_id}/",
        member=players[Seat.NORTH],
        width=360,
        height=640,
    )
    way = page.locator("#correct-last").bounding_box()
    for total in page.locator("#royal .totals td:not(.mark-deal)").all():
        box = total.evaluate(
            "each => { const words = document.createRange(); words.selectNodeContents(each);"
            " return words.getBoundingClientRect().toJSON() }"
        )
        assert box["right"] < way["x"] or box["left"] > way["x"] + way["width"]
