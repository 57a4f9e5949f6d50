"""Printed pages are large enough to read and without screen controls, and a button prints them."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from clubscore.demo import club as demo
from clubscore.duplicate.director.dealing.services import name_set, open_hands
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.hands.services import import_set
from scoring.hands import deal_boards
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.e2e.browser import expect
from tests.e2e.test_every_page import Club, Paths, club, club_and_paths, paths  # noqa: F401 - fixtures
from tests.factories import NOON, member
from tests.landing import first_alone

A4 = {"width": 680, "height": 980}  # what the margins leave of it, in pixels
POINT = 4 / 3  # pixels
SMALLEST = """selector => Math.min(...[...document.querySelectorAll(selector)]
    .filter((each) => each.textContent.trim()).map((each) => parseFloat(getComputedStyle(each).fontSize)))"""

# What grew wider than the part of the page that is its own: its neighbour or the edge of the paper is under it.
WIDER_THAN_ITS_PLACE = """selector => [...document.querySelectorAll(selector)].filter((each) => {
    const own = each.parentElement.getBoundingClientRect(), box = each.getBoundingClientRect();
    const next = each.nextElementSibling?.getBoundingClientRect();
    return box.right > own.right + 1 || next && next.top < box.bottom && next.left < box.right;
}).map((each) => each.textContent)"""

# Words in a colour that paper without the page's background does not show: 4.5 to 1 on white is at most 119 of 255.
PALE_ON_PAPER = """() => [...document.querySelectorAll("body *")].filter((each) => {
    const hasWords = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const isShown = each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!hasWords || !isShown || each.matches("option")) return false;
    return Math.max(...getComputedStyle(each).color.match(/\\d+/g).slice(0, 3)) > 119;
}).map((each) => `${each.className}: ${each.textContent}`)"""


def sheets(page: Any) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def on_paper(page: Any) -> None:
    page.set_viewport_size(A4)
    page.emulate_media(media="print")


@pytest.mark.parametrize(
    "name",
    ["standings", "member", "statement", "public standings", "public evening", "cards"],
)
def test_figures_and_names_are_large_enough_and_the_button_is_not_printed(
    club: Club,  # noqa: F811 - a fixture
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
    name: str,
):
    page = open_page(paths[name], member=club[demo.SECRETARY])
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    on_paper(page)
    expect(page.get_by_role("button", name="Print")).to_have_count(0)
    assert (
        page.evaluate(SMALLEST, "main :is(td, .who, .invitation-name, dd, p.typed)")
        >= 9 * POINT
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= A4["width"]
    assert sheets(page) == 1


@pytest.mark.parametrize("name", first_alone(["seasons", "settlement", "audit"]))
def test_a_list_is_printed_without_what_leads_elsewhere_or_asks_for_something(
    club: Club,  # noqa: F811 - a fixture
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
    name: str,
):
    page = open_page(paths[name], member=club[demo.SECRETARY])
    beside_the_list = page.locator("form, .page-head > a, .settle-who a, #open-title")
    assert beside_the_list.locator("visible=true").count() > 0
    on_paper(page)
    assert beside_the_list.locator("visible=true").count() == 0
    expect(page.locator("main h1")).to_be_visible()


@pytest.mark.parametrize(
    "name",
    first_alone(
        ["ruled board", "correction of a board", "cut", "room", "seating", "wall"]
    ),
)
def test_what_is_white_on_baize_is_dark_on_paper(
    club: Club,  # noqa: F811
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
    name: str,
):
    page = open_page(paths[name], member=club[demo.SECRETARY])
    on_paper(page)
    assert page.evaluate(PALE_ON_PAPER) == []


@pytest.mark.parametrize("language", first_alone(["de-DE", "en-GB", "fr-FR", "nl-NL"]))
@pytest.mark.parametrize(
    "name",
    ["guide cards", "guide cards of an individual", "table cards", "curtain cards"],
)
def test_cards_to_cut_stay_on_the_paper(
    club: Club,  # noqa: F811 - a fixture
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
    name: str,
    language: str,
):
    page = open_page(paths[name], member=club[demo.SECRETARY], locale=language)
    expect(page.locator("#print")).to_be_visible()
    on_paper(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= A4["width"]
    assert page.evaluate(WIDER_THAN_ITS_PLACE, ".guide-card") == []
    assert not page.locator(".page-head > a").first.is_visible()


def test_the_pairs_of_a_weighted_board_stay_on_the_paper(
    club: Club,  # noqa: F811 - a fixture
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
):
    page = open_page(paths["board at all tables"], member=club[demo.SECRETARY])
    on_paper(page)
    expect(page.get_by_text("60 % 4♠").first).to_be_visible()
    assert page.evaluate(WIDER_THAN_ITS_PLACE, ".traveller-table") == []


def test_a_table_in_play_prints_its_sheet_and_its_deals(
    club: Club,  # noqa: F811
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
):
    page = open_page(paths["table in play"], member=club[demo.SECRETARY])
    page.get_by_text("Table…", exact=True).click()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    on_paper(page)
    for shown in (".sheet thead", ".sheet .totals", "#deals"):
        expect(page.locator(shown).first).to_be_visible()
    for hidden in (".strip", "#entry", "#consent", ".play-links", ".deal-correct"):
        assert not any(each.is_visible() for each in page.locator(hidden).all()), hidden
    assert page.locator("#deals a.deal").first.bounding_box()["width"] > A4["width"] / 3
    assert sheets(page) <= 2


def test_the_hands_of_a_printed_board_take_half_of_the_paper(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4, rounds=0)
    dealt = deal_boards(1, 6, below=Random(1936).randrange)
    hands = import_set(
        name="Thursday", dealt=dealt, opens_at=None, by=session.director, now=NOON
    )
    name_set(session=session, deal_set=hands, by=session.director, now=NOON)
    for round in (1, 2, 3):
        start_round(session=session, round=round, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    open_hands(session=session, by=session.director, now=NOON)
    page = open_page(f"/duplicate/{session.pk}/boards/1/", member=session.director)
    on_paper(page)
    assert page.locator(".diagram").bounding_box()["width"] > A4["width"] / 2
