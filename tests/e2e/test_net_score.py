"""A rubber that ends with a dispute, which is voted on or left open; an admin agrees for a player who has left."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from clubscore.ledger.models import Transaction
from clubscore.members.duties import Duty
from clubscore.members.people.services import (
    change_duties,
    give_role,
    leave_club,
)
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.correction.services import cast
from clubscore.rubbers.models import HouseRules, Motion, Proposal, Rubber
from clubscore.rubbers.motions.services import answer
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.e2e.browser import PHONE, expect
from tests.factories import NINE_DEALS, NOON, agree, member, rubber_in_play, void

N, E, S, W = Seat
SMALL_PHONE = {"width": 360, "height": 640}


@pytest.fixture
def rubber(players: dict[Seat, Any]) -> Rubber:
    return rubber_in_play(players, lines=NINE_DEALS)


def dispute(rubber: Rubber) -> Proposal:
    """Let Ben enter the last deal with one trick less, and return the proposal that this opens."""
    entered = enter_deal(
        state=load(rubber.pk),
        facts=parse_deal("3he-1"),
        number=9,
        seen_revision=0,
        key=uuid4(),
        by=rubber.players[E],
        now=NOON,
    )
    assert entered.proposal
    return entered.proposal


def test_both_sides_agree_all_the_same_to_a_net_score_with_a_dispute(
    rubber: Rubber,
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[..., list[str]],
):
    page = f"/rubbers/{rubber.pk}/"
    anna, ben = (open_page(page, member=players[seat], **PHONE) for seat in (N, E))
    for phone in (anna, ben):
        expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    proposal = dispute(rubber)
    expect(anna.locator("#net-card")).to_contain_text(
        "Deal 9 is disputed: settle it first."
    )
    assert obstacles(anna) == []
    anna.get_by_role("button", name="Agree all the same to We").click()
    expect(ben.locator("#net-card")).to_contain_text("Anna agreed all the same")
    assert Transaction.objects.count() == 0
    ben.get_by_role("button", name="Agree all the same to We").click()
    expect(anna.locator("#sheet")).to_contain_text("Posted to the ledger")
    proposal.refresh_from_db()
    assert proposal.state == "expired"


def test_without_scripts_a_page_from_before_the_dispute_says_what_came_between(
    rubber: Rubber, players: dict[Seat, Any], open_page: Callable[..., Any]
):
    anna = open_page(
        f"/rubbers/{rubber.pk}/", member=players[N], scripts=False, **PHONE
    )
    dispute(rubber)
    anna.get_by_role("button", name="I agree to We").click()
    expect(anna.locator(".message.error")).to_have_text(
        "Deal 9 is disputed: settle it first, or agree all the same."
    )
    anna.get_by_role("button", name="Agree all the same to We").click()
    expect(anna.locator("#net-card")).to_contain_text("Anna agreed all the same")


@pytest.mark.landing
def test_an_admin_comes_from_the_list_and_agrees_for_who_has_left(
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[..., list[str]],
):
    HouseRules.objects.create(pk=1, agreed_by="all")
    rubber, sam = (
        rubber_in_play(players, lines=NINE_DEALS),
        member("Sam", role=Role.ADMIN),
    )
    leave_club(member=players[S], by=sam, now=NOON)
    agree(rubber, N, E, W)
    desk = open_page("/attention/", member=sam, scripts=False, **PHONE)
    desk.get_by_role("link", name="Agree for them").click()
    form = desk.locator("#agreement-instead")
    expect(form).to_be_in_viewport()
    form.get_by_label("Why, in writing").fill("She agreed by phone")
    form.get_by_role("button", name="Agree for Cleo").click()
    watched = open_page(f"/rubbers/{rubber.pk}/", member=member("Eve"))
    expect(watched.locator("#sheet")).to_contain_text(
        "For Cleo, who has left: Sam, “She agreed by phone”"
    )
    expect(watched.locator("#sheet")).to_contain_text("Posted to the ledger")
    assert obstacles(watched) == []


@pytest.mark.landing
def test_an_admin_rules_and_all_four_read_that_it_is_the_club_s_decision(
    rubber: Rubber,
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[..., list[str]],
):
    dispute(rubber)
    desk = open_page(
        f"/rubbers/{rubber.pk}/", member=member("Sam", role=Role.ADMIN), **SMALL_PHONE
    )
    desk.get_by_text("Rule on it as an arbiter").click()
    desk.get_by_label("Why, in writing").fill("Dan saw the hand")
    expect(desk.locator(".ballot-words")).to_have_count(2)
    for part in (".ballot", ".ask-follows"):
        expect(desk.locator(part).first).to_be_in_viewport()
    for choice in ("9 tricks", "8 tricks"):
        expect(desk.get_by_role("button", name=choice)).to_be_in_viewport(ratio=1)
    desk.get_by_role("button", name="9 tricks").click()
    anna = open_page(f"/rubbers/{rubber.pk}/", member=players[N], **PHONE)
    expect(anna.locator(".ask.decision")).to_contain_text("Sam has ruled on deal 9")
    expect(anna.locator(".ask.decision")).to_contain_text(
        "The club’s decision: the laws have none for this."
    )
    assert obstacles(anna) == []


@pytest.mark.landing
def test_an_admin_who_plays_reads_who_may_and_an_arbiter_who_watches_rules(
    rubber: Rubber,
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[..., list[str]],
):
    proposal = dispute(rubber)
    for seat in (N, S, W):
        cast(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=seat == W,
            by=players[seat],
            now=NOON,
        )
    give_role(member=players[N], role=Role.ADMIN)
    olga = member("Olga", role=Role.WATCHER)
    duties = frozenset({Duty.ARBITER})
    change_duties(member=olga, duties=duties, by=players[N], now=NOON)
    page = f"/rubbers/{rubber.pk}/"
    anna = open_page(page, member=players[N], **PHONE)
    card = anna.locator(f"#proposal-card-{proposal.pk}")
    expect(card).to_contain_text("An arbiter who has not played in it decides: Olga.")
    expect(anna.get_by_text("Rule on it as an arbiter")).to_have_count(0)
    assert obstacles(anna) == []
    arbiter = open_page("/attention/", member=olga, **PHONE)
    arbiter.get_by_text("Rule on it as an arbiter").click()
    arbiter.get_by_label("Why, in writing").fill("Dan saw the hand")
    for part in ("#ballot", "#ask-follows"):
        expect(arbiter.locator(f"{part}-{proposal.pk}")).to_be_in_viewport()
    for choice in ("9 tricks", "8 tricks"):
        expect(arbiter.get_by_role("button", name=choice)).to_be_in_viewport(ratio=1)
    assert obstacles(arbiter) == []
    arbiter.get_by_role("button", name="9 tricks").click()
    expect(anna.locator(".ask.decision")).to_contain_text("Olga (arbiter)")
    history = open_page(f"{page}history/", member=players[E], **PHONE)
    expect(history.locator(".offer")).to_contain_text("Ruled by Olga (arbiter)")
    assert obstacles(history) == []


@pytest.mark.landing
def test_where_every_arbiter_plays_one_of_each_side_opens_the_rubber_again(
    rubber: Rubber,
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[..., list[str]],
):
    agree(rubber)
    give_role(member=players[N], role=Role.ADMIN)
    page = f"/rubbers/{rubber.pk}/"
    anna = open_page(page, member=players[N], **PHONE)
    anna.get_by_role("link", name="Open this rubber again").click()
    assert obstacles(anna) == []
    anna.get_by_label("Why, in writing").fill("Ben found his card")
    anna.get_by_role("button", name="Ask the other side").click()
    ben = open_page(page, member=players[E], **PHONE)
    expect(ben.locator(".ask", has_text="Open this rubber again?")).to_be_visible()
    assert obstacles(ben) == []
    ben.get_by_role("button", name="I agree", exact=True).click()
    expect(ben.locator(".ask.decision")).to_contain_text(
        "One player of each side has opened this rubber again"
    )
    rubber.refresh_from_db()
    assert not rubber.is_agreed


@pytest.mark.landing
def test_where_every_arbiter_plays_one_of_each_side_lets_the_net_score_stand(
    rubber: Rubber,
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[..., list[str]],
):
    give_role(member=players[N], role=Role.ADMIN)
    page = f"/rubbers/{rubber.pk}/"
    dan = open_page(page, member=players[W], **SMALL_PHONE)
    dan.get_by_text("Something’s wrong").first.click()
    dan.get_by_role("button", name="I was not there").click()
    expect(dan.locator("#consent")).to_contain_text("You say that you are not there")
    anna = open_page(page, member=players[N], **SMALL_PHONE)
    expect(anna.locator("#consent")).to_contain_text(
        "the players agree among themselves, or the club names another arbiter"
    )
    assert obstacles(anna) == []
    anna.get_by_role("link", name="Ask the other side to let it stand").click()
    assert obstacles(anna) == []
    anna.get_by_label("Why, in writing").fill("All three saw him")
    anna.get_by_role("button", name="Ask the table").click()
    expect(anna.locator(".ask", has_text="Does the net score stand?")).to_be_visible()
    ben = open_page(page, member=players[E], **SMALL_PHONE)
    card = ben.locator(".ask", has_text="Does the net score stand?")
    expect(card).to_contain_text("Dan said “I am not there”. The net score stands")
    button = card.get_by_role("button", name="It stands: ")
    button.scroll_into_view_if_needed()
    expect(card.get_by_role("heading")).to_be_in_viewport()
    expect(button).to_be_in_viewport(ratio=1)
    assert obstacles(ben) == []
    button.click()
    expect(ben.locator("#sheet")).to_contain_text("one of each side")
    expect(dan.locator("#sheet")).to_contain_text("Posted to the ledger")
    rubber.refresh_from_db()
    assert rubber.is_agreed


@pytest.mark.landing
def test_all_four_let_a_voided_rubber_count_again(
    rubber: Rubber,
    players: dict[Seat, Any],
    open_page: Callable[..., Any],
    obstacles: Callable[..., list[str]],
):
    agree(rubber)
    void(rubber)
    page = f"/rubbers/{rubber.pk}/"
    anna = open_page(page, member=players[N], **SMALL_PHONE)
    anna.get_by_role("link", name="Let this rubber count again").click()
    expect(anna.locator("main")).to_contain_text("Its points are posted anew.")
    assert obstacles(anna) == []
    anna.get_by_label("Why, in writing").fill("It was no trial")
    anna.get_by_role("button", name="Ask the table").click()
    motion = Motion.objects.latest("pk")
    for seat in (S, W):
        answer(
            state=load(rubber.pk),
            motion=motion,
            is_yes=True,
            by=players[seat],
            now=NOON,
        )
    ben = open_page(page, member=players[E], **SMALL_PHONE)
    card = ben.locator(".ask", has_text="Let this rubber count again?")
    expect(card).to_contain_text("Still missing: Ben.")
    assert obstacles(ben) == []
    card.get_by_role("button", name="I agree", exact=True).click()
    expect(anna.locator("#sheet")).to_contain_text("Posted to the ledger")
    rubber.refresh_from_db()
    assert not rubber.is_voided
