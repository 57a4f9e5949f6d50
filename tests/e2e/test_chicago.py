"""A round of Chicago on a phone: from the cut over four deals to the ledger."""

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
        page.locator(f'[name="{name}"][value="{value}"]').click()


@pytest.mark.parametrize("scripts", first_alone([True, False]))
def test_a_round_is_played_from_the_cut_to_the_ledger(
    scripts: bool, players: dict[Seat, Any], open_page: Callable[..., Any]
):
    table = seated_table(players)
    phone = open_page(
        f"/tables/{table.pk}/", member=players[Seat.NORTH], scripts=scripts, **PHONE
    )
    phone.get_by_role("link", name="Change game").click()
    phone.get_by_label("Chicago", exact=True).check()
    phone.get_by_label("Dealer's opponents vulnerable on deals 2 and 3").check()
    phone.get_by_role("button", name="Play this").click()
    expect(phone.locator("#game")).to_contain_text(
        "Dealer's opponents vulnerable on deals 2 and 3"
    )
    phone.get_by_role("button", name="Cut for partners").click()
    phone.get_by_role("button", name="Start the round").click()
    expect(phone.locator("#sheet .stand")).to_contain_text("Deal 1 of 4")

    north = (
        phone.locator(".seat [name=declarer][value=N]")
        .get_attribute("aria-label")
        .split(",")[0]
    )
    tap(phone, contract="2H", declarer="N", result="0")
    phone.locator("#record").click()
    expect(phone.locator("#chicago .carried")).to_contain_text("60")
    tap(phone, contract="P")
    phone.locator("#record").click()
    expect(phone.locator("#sheet")).to_contain_text("dealt again")
    expect(phone.locator("#sheet .stand")).to_contain_text("Deal 2 of 4")
    tap(phone, contract="2D", declarer="S", result="0")
    if scripts:
        expect(phone.locator("#preview")).to_contain_text("Game! ")
    phone.locator("#record").click()
    expect(phone.locator("#sheet .stand")).to_contain_text("Deal 3 of 4")
    for number, line in ((3, "3nn-1"), (4, "1nn=")):
        phone.locator("#deal-line-text").fill(line)
        phone.locator("#record").click()
        expect(phone.locator("#sheet")).to_contain_text(
            "Round over" if number == 4 else "Deal 4 of 4"
        )

    # 60 + 40 and 500 for a game made vulnerable, less 50, and 140 for a part score on the fourth deal
    expect(phone.locator("#sheet .circled")).to_have_text("690")
    phone.get_by_role("button", name="I agree to").click()
    expect(phone.locator("#consent")).to_contain_text("waits for")
    agree(Rubber.objects.get(), *Seat)
    phone.goto("/ledger/")
    expect(phone.get_by_role("row", name=north)).to_contain_text("+690")


def test_the_wheel_and_the_deals_come_live_to_whoever_watches(
    players: dict[Seat, Any], open_page: Callable[..., Any]
):
    rubber = rubber_in_play(players, system="chicago")
    desk = open_page(f"/tables/{rubber.table_id}/", member=member("Eve"))
    expect(desk.locator("#live-state")).to_have_attribute("data-state", "live")
    expect(desk.locator(".angle")).to_have_count(1)
    phone = open_page(f"/tables/{rubber.table_id}/", member=players[Seat.EAST], **PHONE)
    phone.locator("#deal-line-text").fill("4se=")
    expect(phone.locator("#record")).to_be_enabled()
    phone.locator("#record").click()
    expect(desk.locator(".angle")).to_have_count(2)
    expect(desk.locator("#chicago .totals")).to_contain_text("420")


@pytest.mark.landing
def test_the_pages_of_chicago_fit_a_phone_and_keep_nobody_out(
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    lines = ("2hn=", "p", "4sxe-1 h4e")
    rubber = rubber_in_play(
        players, system="chicago", rules={"vulnerable": "defenders"}, lines=lines
    )
    page = open_page(member=players[Seat.SOUTH])
    for path in (
        f"/tables/{rubber.table_id}/",
        f"/rubbers/{rubber.pk}/ending/",
        f"/rubbers/{rubber.pk}/deals/3/",
        "/",
    ):
        for width in each_look(page, path, *PHONE_DAY_AND_NIGHT):
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert obstacles(page) == []
