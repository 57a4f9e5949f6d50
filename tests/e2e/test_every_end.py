"""The end of a rubber in every way, on a phone of 360×640 and on other screens: each game, without a network, and while
something else is asked.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from clubscore.rubbers.agreement.absence import say_not_there
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.motions.services import move
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.e2e.browser import expect, pages_asked_for
from tests.e2e.conftest import OpenPage
from tests.factories import NINE_DEALS, member, rubber_in_play

N, E, S, W = Seat
SMALL = {"width": 360, "height": 640}
LAST = {"contract": "3H", "declarer": "E", "result": "0"}
NEXT = ("Cut for partners", "Same seats, again", "I leave")
GAMES = {
    "royal": (
        ("4rs= h4n h1s", "2rs+1 h3s h2e"),
        {"contract": "4R", "declarer": "S", "result": "0", "honours_n": "4"}
        | {"honours_s": "1"},
        "We won the rubber and 529 points.",
    ),
    "chicago": (
        ("2sn=", "4se-1", "4ss="),
        {"contract": "1NT", "declarer": "N", "result": "0"},
        "We win 920.",
    ),
}


def record(page: Any, facts: dict[str, str]) -> None:
    for name, value in facts.items():
        page.locator(f'[name="{name}"][value="{value}"]').click()
    page.locator("#record").click()


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name)


def in_sight(page: Any, *names: str) -> None:
    """Expect that these buttons are wholly on the screen while nothing is scrolled."""
    assert page.evaluate("scrollY") == 0
    for name in names:
        expect(button(page, name)).to_be_in_viewport(ratio=1)


def at_the_end(page: Any) -> Any:
    expect(page.locator("#over .circled")).to_be_in_viewport(ratio=1)
    return page


def golden(page: Any) -> list[str]:
    """Return the ids of the buttons that are gold on the screen."""
    gold = page.locator(".button.gold:visible").evaluate_all(
        "all => all.filter(each => getComputedStyle(each).backgroundColor"
        " === getComputedStyle(document.querySelector('.skip')).backgroundColor)"
        ".map(each => each.id)"
    )
    return list(gold)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_each_game_comes_by_the_stream_on_one_screen_and_is_spoken(
    players: dict[Seat, Any],
    open_page: OpenPage,
    obstacles: Callable[[Any], list[str]],
    game: str,
):
    lines, last, words = GAMES[game]
    rubber = rubber_in_play(players, lines=lines, system=game)
    path = f"/tables/{rubber.table_id}/"
    anna, ben = (open_page(path, member=players[seat], **SMALL) for seat in (N, E))
    for page in (anna, ben):
        expect(page.locator("#live-state")).to_have_attribute("data-state", "live")
    asked = [*map(pages_asked_for, (anna, ben))]
    record(anna, last)
    for page in map(at_the_end, (anna, ben)):
        expect(page.locator("#consent-title")).to_be_focused()
        in_sight(page, "I agree to", *NEXT)
        assert obstacles(page) == []
    expect(anna.locator("#over-title")).to_have_text(words)
    expect(anna.locator("#spoken")).to_contain_text(words)
    for page in (anna, ben):
        button(page, "I agree to").click()
        expect(page.locator("#over .good, #net-stand-over").first).to_be_visible()
    for page in (anna, ben):
        expect(page.locator("#net-stand-over")).to_contain_text("Posted to the ledger")
        in_sight(page, *NEXT)
    assert asked == [[], []]


def test_the_last_deal_that_was_recorded_without_a_network_ends_the_rubber_once_it_is_back(
    players: dict[Seat, Any], open_page: OpenPage, expected_errors: list[str]
):
    expected_errors += ["ERR_INTERNET_DISCONNECTED", "htmx:sendError"]
    expected_errors += ["htmx:afterRequest"]
    rubber = rubber_in_play(players, lines=NINE_DEALS[:-1])
    path = f"/tables/{rubber.table_id}/"
    anna, ben = (open_page(path, member=players[seat], **SMALL) for seat in (N, E))
    expect(ben.locator("#live-state")).to_have_attribute("data-state", "live")
    anna.context.set_offline(True)
    asked = [*map(pages_asked_for, (anna, ben))]
    record(anna, LAST)
    expect(anna.locator("#entry-state")).not_to_be_empty()
    assert rubber.deals.count() == 8
    anna.context.set_offline(False)
    for page in map(at_the_end, (anna, ben)):
        expect(page.locator("#spoken")).to_contain_text("won the rubber")
        expect(page.locator("#consent-title")).to_be_focused()
        in_sight(page, "I agree to", *NEXT)
    assert rubber.deals.count() == 9
    assert asked == [[], []]
    assert (
        anna.evaluate("Object.keys(localStorage).filter(key => /draft/.test(key))")
        == []
    )


def asked(rubber: Rubber, kind: Motion.Kind, **more: str) -> None:
    state = load(rubber.pk)
    move(
        state=state,
        kind=kind,
        reason="As Cleo says",
        seen_revision=state.rubber.revision,
        by=rubber.players[S],
        now=timezone.now(),
        **more,
    )


@pytest.fixture
def ending(players: dict[Seat, Any], open_page: OpenPage) -> Callable[..., Any]:
    """Return a function that asks something in a rubber, has its last deal recorded, and returns the page of a seat."""

    def ending(ask: Callable[[Rubber], None], seat: Seat = E) -> Any:
        rubber = rubber_in_play(players, lines=NINE_DEALS[:-1])
        ask(rubber)
        path = f"/tables/{rubber.table_id}/"
        anna = open_page(path, member=players[N], **SMALL)
        page = anna
        if seat != N:
            page = open_page(path, member=players[seat], **SMALL)
        expect(page.locator("#live-state")).to_have_attribute("data-state", "live")
        record(anna, LAST)
        expect(page.locator("#spoken")).to_contain_text("won the rubber")
        return at_the_end(page)

    return ending


def test_a_question_about_the_early_end_is_gone_with_the_last_deal(
    ending: Callable[..., Any],
):
    page = ending(lambda rubber: asked(rubber, Motion.Kind.END))
    expect(page.locator("[id^=motion-card]")).to_have_count(0)
    in_sight(page, "I agree to", *NEXT)


@pytest.mark.parametrize(
    ("kind", "more", "no"),
    [
        (Motion.Kind.VOID, {}, "No"),
        (Motion.Kind.DEALER, {"dealer": "E"}, "Anna first:"),
    ],
)
def test_an_open_question_and_the_result_to_agree_share_the_screen_and_one_button_is_gold(
    ending: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
    kind: Motion.Kind,
    more: dict[str, str],
    no: str,
):
    page = ending(lambda rubber: asked(rubber, kind, **more))
    in_sight(page, no, "Agree to the result")
    assert [name[:10] for name in golden(page)] == ["motion-yes"]
    assert obstacles(page) == []
    loads = pages_asked_for(page)
    page.locator("[id^=motion-no]").click()
    expect(button(page, "I agree to")).to_be_visible()
    in_sight(page, "I agree to", *NEXT)
    assert golden(page) == ["agree-net"]
    assert loads == []


def test_both_answers_to_a_question_about_the_seats_are_in_sight_and_the_rest_unfolds(
    ending: Callable[..., Any], obstacles: Callable[[Any], list[str]]
):
    page = ending(lambda rubber: asked(rubber, Motion.Kind.SEATS, swap="ES"))
    in_sight(page, "Ben ↔ Cleo", "As it is")
    assert obstacles(page) == []
    more = page.locator(".asks .follows-more")
    expect(more.locator(".deals-by-seats")).to_be_hidden()
    more.locator("summary").click()
    expect(more).to_contain_text("Deals 7, 8 and 9 came after that end.")
    expect(more.locator(".deals-by-seats")).to_be_visible()


def test_an_agreement_that_a_lost_network_kept_is_told_below_both_answers(
    players: dict[Seat, Any],
    open_page: OpenPage,
    expected_errors: list[str],
    obstacles: Callable[[Any], list[str]],
):
    expected_errors += ["ERR_INTERNET_DISCONNECTED", "htmx:sendError"]
    expected_errors += ["htmx:afterRequest"]
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    page = open_page(f"/tables/{rubber.table_id}/", member=players[N], **SMALL)
    expect(page.locator("#live-state")).to_have_attribute("data-state", "live")
    page.context.set_offline(True)
    button(page, "I agree to").click()
    told = page.locator("#not-taken")
    expect(told).to_contain_text("This is not confirmed.")
    answers = page.locator(".net-answers")
    assert told.bounding_box()["width"] == answers.bounding_box()["width"]
    wrong = page.locator("#net-wrong").bounding_box()
    assert told.bounding_box()["y"] >= wrong["y"] + wrong["height"]
    in_sight(page, "I agree to", *NEXT)
    assert obstacles(page) == []
    page.context.set_offline(False)
    button(page, "I agree to").click()
    expect(page.locator("#over")).to_contain_text("Anna agreed")
    expect(told).to_have_count(0)


def not_there(rubber: Rubber) -> None:
    say_not_there(state=load(rubber.pk), by=rubber.players[W], now=timezone.now())


def test_who_is_not_there_can_say_so_otherwise_beside_the_result(
    ending: Callable[..., Any], obstacles: Callable[[Any], list[str]]
):
    page = ending(not_there, W)
    expect(page.locator("#over")).to_contain_text("Dan must agree")
    in_sight(page, "I agree to", "I am here after all", *NEXT)
    assert obstacles(page) == []
    button(page, "I am here after all").click()
    expect(page.locator("#over")).to_contain_text("Ben or Dan must agree")
    in_sight(page, "I agree to", *NEXT)


@pytest.mark.parametrize("language", ["de-DE", "fr-FR", "nl-NL"])
def test_the_end_with_an_absent_player_is_one_screen_in_every_language(
    players: dict[Seat, Any], open_page: OpenPage, language: str
):
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    not_there(rubber)
    for seat in (W, N):
        page = open_page(
            f"/tables/{rubber.table_id}/",
            member=players[seat],
            locale=language,
            **SMALL,
        )
        keys = page.locator(".next-keys .button").all()
        assert len(keys) == len(NEXT)
        for key in keys:
            expect(key).to_be_in_viewport(ratio=1)


def test_who_waits_for_an_absent_player_reads_who_must_agree_and_nothing_overlaps(
    ending: Callable[..., Any],
):
    page = ending(not_there, N)
    expect(page.locator("#over")).to_contain_text("Dan must agree")
    expect(page.locator("#over")).to_contain_text("Anna or Cleo must agree")
    ask, undo = (
        page.locator(part).bounding_box() for part in ("#let-stand", ".undo .button")
    )
    assert undo["y"] >= ask["y"] + ask["height"]
    in_sight(page, "I agree to", *NEXT)


def in_the_other_book(rubber: Rubber) -> None:
    enter_deal(
        state=load(rubber.pk),
        facts=parse_deal("3he-1"),
        number=9,
        seen_revision=0,
        key=uuid4(),
        by=rubber.players[E],
        now=timezone.now(),
    )


def test_a_dispute_has_the_result_both_versions_and_the_choice_on_one_screen(
    players: dict[Seat, Any],
    open_page: OpenPage,
    obstacles: Callable[[Any], list[str]],
):
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    in_the_other_book(rubber)
    path = f"/tables/{rubber.table_id}/"
    cleo, ben = (open_page(path, member=players[seat], **SMALL) for seat in (S, E))
    at_the_end(cleo)
    for version in ("on the sheet", "in the other book"):
        expect(
            cleo.locator(".ballot").get_by_text(version, exact=True)
        ).to_be_in_viewport(ratio=1)
    in_sight(cleo, "9 tricks", "8 tricks")
    expect(cleo.get_by_text("The rubber is not over any more")).to_be_in_viewport()
    assert golden(cleo) == []
    assert obstacles(cleo) == []
    expect(at_the_end(ben).locator("#over")).to_contain_text("Deal 9 is disputed")
    in_sight(ben, *NEXT)
    button(cleo, "9 tricks").click()
    expect(cleo.locator(".asks .ballot")).to_have_count(0)
    expect(cleo.locator("#next-rubber-title")).to_be_focused()
    in_sight(cleo, *NEXT)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [N, W])
def test_an_absence_at_the_end_of_another_game_is_one_screen_too(
    players: dict[Seat, Any], open_page: OpenPage, game: str, seat: Seat
):
    lines, last, _words = GAMES[game]
    rubber = rubber_in_play(players, lines=lines, system=game)
    not_there(rubber)
    path = f"/tables/{rubber.table_id}/"
    page = open_page(path, member=players[seat], **SMALL)
    expect(page.locator("#live-state")).to_have_attribute("data-state", "live")
    record(open_page(path, member=players[E], **SMALL), last)
    at_the_end(page)
    in_sight(page, "I agree to", *NEXT)


@pytest.mark.parametrize(
    ("width", "height"), [(820, 1180), (1180, 820), (1280, 800), (1920, 1080)]
)
def test_nothing_lies_over_the_end_for_who_watches(
    players: dict[Seat, Any],
    open_page: OpenPage,
    obstacles: Callable[[Any], list[str]],
    width: int,
    height: int,
):
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    page = open_page(
        f"/tables/{rubber.table_id}/", member=member("Eve"), width=width, height=height
    )
    at_the_end(page)
    in_sight(page, "Wait to cut in")
    parts = page.locator(
        ".sheet, #over, #deals, #next-rubber, .play-links"
    ).evaluate_all("all => all.map(each => each.getBoundingClientRect().toJSON())")
    assert len(parts) == 5
    for one, other in combinations(parts, 2):
        assert not (
            one["left"] < other["right"] - 1
            and other["left"] < one["right"] - 1
            and one["top"] < other["bottom"] - 1
            and other["top"] < one["bottom"] - 1
        )
    assert obstacles(page) == []


@pytest.mark.parametrize(
    ("width", "height"), [(820, 1180), (1180, 820), (740, 360), (1280, 800)]
)
def test_result_agreement_and_what_is_next_share_a_screen_of_every_size(
    players: dict[Seat, Any],
    open_page: OpenPage,
    obstacles: Callable[[Any], list[str]],
    width: int,
    height: int,
):
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    page = open_page(
        f"/tables/{rubber.table_id}/",
        member=players[N],
        width=width,
        height=height,
    )
    at_the_end(page)
    in_sight(page, "I agree to", *NEXT)
    assert golden(page) == ["agree-net"]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert obstacles(page) == []
    button(page, "I agree to").click()
    expect(page.locator("#over")).to_contain_text("Anna agreed")
    in_sight(page, *NEXT)
