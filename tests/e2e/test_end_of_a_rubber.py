"""The end of a rubber on a phone of 360×640: one screen for players and watchers, a dispute, an early end."""

from typing import Any
from uuid import uuid4

import pytest

from clubscore.members.roles import Role
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.queries import seating_at
from scoring import Seat, parse_deal
from tests.e2e.browser import expect
from tests.e2e.conftest import OpenPage
from tests.factories import NINE_DEALS, NOON, agree, member, rubber_in_play, stop_rubber

N, E, S, W = Seat
SMALL = {"width": 360, "height": 640}
NEXT = ("Cut for partners", "Same seats, again", "I leave")


def over(players: dict[Seat, Any], **rubber: Any) -> Rubber:
    return rubber_in_play(players, lines=NINE_DEALS, **rubber)


def in_sight(page: Any, *names: str) -> None:
    """Expect that these buttons are wholly on the screen while nothing is scrolled."""
    assert page.evaluate("scrollY") == 0
    for name in names:
        button = page.get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box["y"] + box["height"] <= 640, name


@pytest.mark.parametrize("scripts", [True, False])
def test_result_agreement_and_what_is_next_share_one_screen(
    players: dict[Seat, Any], open_page: OpenPage, scripts: bool
):
    rubber = over(players)
    page = open_page(
        f"/tables/{rubber.table_id}/", member=players[N], scripts=scripts, **SMALL
    )
    expect(page.locator("#over .circled")).to_have_text("810")
    expect(page.locator("#over")).to_contain_text("3♥ by Ben, made: They 90 below")
    expect(page.locator("#over")).to_contain_text("Anna or Cleo must agree")
    in_sight(page, "I agree to We 1,690", "Cut for partners", *NEXT[1:])
    gold = page.locator(".button.gold:visible")
    colours = "all => new Set(all.map(each => getComputedStyle(each).backgroundColor))"
    assert gold.evaluate_all(f"all => ({colours})(all).size") == 2
    page.get_by_role("button", name="I agree to").click()
    expect(page.locator("#over")).to_contain_text("Anna agreed")
    if scripts:
        in_sight(page, *NEXT)
    page.get_by_text("Something’s wrong").first.click()
    wrong = page.get_by_role("link", name="Something’s wrong with deal 9")
    wrong.scroll_into_view_if_needed()
    wrong.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Deal 9")


def test_the_end_comes_by_the_stream_is_spoken_and_the_focus_stands_on_what_is_next(
    players: dict[Seat, Any], open_page: OpenPage
):
    rubber = rubber_in_play(players, lines=NINE_DEALS[:-1])
    path = f"/tables/{rubber.table_id}/"
    anna, ben = (open_page(path, member=players[seat], **SMALL) for seat in (N, E))
    loads: list[str] = []
    for page in (anna, ben):
        expect(page.locator("#live-state")).to_have_attribute("data-state", "live")
        page.on("load", lambda loaded: loads.append(loaded.url))
    for name, value in (("contract", "3H"), ("declarer", "E"), ("result", "0")):
        anna.locator(f'[name="{name}"][value="{value}"]').click()
    anna.locator("#record").click()
    for page in (anna, ben):
        expect(page.locator("#over .circled")).to_be_in_viewport(ratio=1)
        expect(page.locator("#spoken")).to_contain_text("won the rubber")
        expect(page.locator("#consent-title")).to_be_focused()
        page.get_by_role("button", name="I agree to").click()
    for page in (anna, ben):
        expect(page.locator("#over")).to_contain_text("Posted to the ledger")
        expect(page.locator("#spoken")).to_contain_text("The net score is agreed.")
        expect(page.locator(".dealer")).to_be_in_viewport(ratio=1)
        in_sight(page, *NEXT)
    expect(ben.locator("#next-rubber-title")).to_be_focused()
    assert loads == []


def test_who_watches_has_the_result_and_no_buttons(
    players: dict[Seat, Any], open_page: OpenPage
):
    rubber = over(players)
    olga = member("Olga", role=Role.WATCHER)
    page = open_page(f"/tables/{rubber.table_id}/", member=olga, **SMALL)
    expect(page.locator("#over")).to_contain_text("Ben or Dan must agree")
    expect(page.locator("#over .circled")).to_be_in_viewport(ratio=1)
    expect(page.locator("#agree-net")).to_have_count(0)
    for name in NEXT:
        expect(page.get_by_role("button", name=name)).to_have_count(0)


def test_who_is_at_no_table_has_one_gold_button_which_is_to_wait_to_cut_in(
    players: dict[Seat, Any], open_page: OpenPage, obstacles: Any
):
    rubber = over(players)
    eve = member("Eve")
    page = open_page(f"/tables/{rubber.table_id}/", member=eve, **SMALL)
    in_sight(page, "Wait to cut in", *NEXT[:2])
    gold = page.locator(".next-rubber .button.gold")
    expect(gold).to_have_text("Wait to cut in")
    assert obstacles(page) == []
    gold.click()
    expect(page.get_by_role("button", name="I leave")).to_be_visible()
    expect(gold).to_have_text("Same seats, again")
    assert eve in seating_at(rubber.table).waiting


def test_who_plays_or_waits_at_another_table_has_no_gold_button_here(
    players: dict[Seat, Any], open_page: OpenPage
):
    rubber = over(players)
    others = {seat: member(f"{seat.word} Player") for seat in Seat}
    rubber_in_play(others)
    page = open_page(f"/tables/{rubber.table_id}/", member=others[N], **SMALL)
    in_sight(page, *NEXT[:2])
    expect(page.locator(".next-rubber .button.gold")).to_have_count(0)
    expect(page.get_by_role("button", name="Wait to cut in")).to_have_count(0)


def test_a_dispute_stands_under_the_result_and_its_vote_before_the_next_rubber(
    players: dict[Seat, Any], open_page: OpenPage, obstacles: Any
):
    rubber = over(players)
    enter_deal(
        state=load(rubber.pk),
        facts=parse_deal("3he-1"),
        number=9,
        seen_revision=0,
        key=uuid4(),
        by=players[E],
        now=NOON,
    )
    page = open_page(f"/tables/{rubber.table_id}/", member=players[N], **SMALL)
    expect(page.locator("#over")).to_contain_text("Deal 9 is disputed")
    vote, following = (
        page.locator(part).bounding_box() for part in (".ballot", "#next-rubber")
    )
    assert vote["y"] < following["y"]
    assert obstacles(page) == []


def test_a_rubber_that_was_ended_early_is_one_screen_too(
    players: dict[Seat, Any], open_page: OpenPage
):
    rubber = rubber_in_play(players, lines=NINE_DEALS[:3])
    state = load(rubber.pk)
    stop_rubber(
        state=state,
        reason="Tea",
        seen_revision=state.rubber.revision,
        by=players[N],
        now=NOON,
    )
    page = open_page(f"/tables/{rubber.table_id}/", member=players[S], **SMALL)
    expect(page.locator("#over")).to_contain_text("Left unfinished: Tea")
    in_sight(page, *NEXT)


def test_the_four_deals_of_a_chicago_end_on_one_screen_too(
    players: dict[Seat, Any], open_page: OpenPage
):
    rubber = rubber_in_play(
        players, lines=("2sn=", "4se-1", "4ss=", "1nn="), system="chicago"
    )
    page = open_page(f"/tables/{rubber.table_id}/", member=players[W], **SMALL)
    in_sight(page, "I agree to", *NEXT)


def test_who_leaves_is_in_the_room_and_the_table_needs_another(
    players: dict[Seat, Any], open_page: OpenPage
):
    rubber = over(players)
    agree(rubber)
    page = open_page(f"/tables/{rubber.table_id}/", member=players[W], **SMALL)
    page.get_by_role("button", name="I leave").click()
    expect(page.locator(".message")).to_have_text("You have left Table 1.")
    page.goto(f"/tables/{rubber.table_id}/")
    expect(page.locator("#next-rubber")).to_contain_text("A rubber needs four players.")


def test_a_lent_phone_lets_another_agree_without_scrolling(
    players: dict[Seat, Any], open_page: OpenPage
):
    rubber = over(players)
    page = open_page(f"/tables/{rubber.table_id}/", member=players[N], **SMALL)
    page.get_by_role("button", name="I agree to").click()
    expect(page.locator("#over")).to_contain_text("Anna agreed")
    lend = page.locator("#pin-fields-net").get_by_text("Someone else agrees here")
    expect(lend).to_be_in_viewport(ratio=1)
    assert lend.bounding_box()["y"] < 500
