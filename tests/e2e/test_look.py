"""Every page of the demo club at each size: everything to tap can be reached, and nothing is cut."""

from typing import Any

import pytest

from clubscore.demo import club as demo
from clubscore.duplicate.models import Tablet
from tests.duplicate.tablets import device_of
from tests.e2e.conftest import OpenPage
from tests.e2e.test_every_page import PAGES, Club, Paths, club, club_and_paths, paths

__all__ = ["club", "club_and_paths", "paths"]  # fixtures

SIZES = ((360, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080))
TOUCH = 1000  # below this width a screen is tapped
WHERE_PEOPLE_PLAY = (
    "table in play",
    "Chicago",
    "royal auction",
    "rubber in play",
    "finished rubber",
    "cut",
    "session",
    "result of a board",
    "board to play",
    "tablet that asks",
    "tablet with a board to play",
)

# What cannot be reached by a tap at its own centre, lies beyond the screen, is too small for a finger, or is cut. Links
# within sentences and the figures of a sheet, which stand in the list of deals as well, may be smaller.
LOOK = """(isTouch) => {
    const found = [];
    const say = (what, each) => found.push(`${what}: ${each.outerHTML.slice(0, 120)}`);
    const isShown = (each) =>
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && each.getBoundingClientRect().width > 2;
    const own = (each) => each.matches("[type=checkbox], [type=radio]") && each.labels[0] || each;
    for (const each of document.querySelectorAll("a, button, select, input, textarea, summary")) {
        const key = own(each);
        if (!isShown(key) || each.matches("[type=hidden], .skip") || each.closest("[inert]")) continue;
        key.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const box = [...key.getClientRects()].sort((a, b) => b.width - a.width)[0];
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (!(key.contains(top) || top?.contains(key))) say("covered", each);
        if (box.left < -1 || box.right > innerWidth + 1) say("off the screen", each);
        const isInText = getComputedStyle(key).display === "inline" || key.matches(".mark");
        const isSmall = box.height < 43.9 || box.width < (key.matches("a") ? 23.9 : 43.9);
        if (isTouch && !isInText && isSmall) say(`${Math.round(box.width)} by ${Math.round(box.height)}`, each);
    }
    for (const each of document.querySelectorAll("main *, .band *")) {
        const style = getComputedStyle(each);
        const isClipped = !["visible", "auto", "scroll"].includes(style.overflowX);
        const isCut = isClipped && each.scrollWidth > each.clientWidth + 1;
        if (isCut && !each.matches(".vh, input[readonly]") && isShown(each) && each.clientWidth > 2) say("cut", each);
    }
    return found;
}"""
# The page as it is when the line has been lost: that takes five seconds, here it takes none. A page without a live
# region says nothing of a line.
NO_LINE = """() => {
    const line = document.querySelector("[data-live]") && document.getElementById("live-state");
    if (line) Object.assign(line, { textContent: "last update 20:15:08" }).dataset.state = "lost";
}"""

LOWEST_GOLD = """() => Math.max(0, ...[...document.querySelectorAll(".gold, .record")]
    .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().bottom))"""


def looked_at(page: Any, names: tuple[str, ...], paths: Paths) -> dict[str, list[str]]:
    """Return what is wrong on each of these pages, with a network and without; pages without faults are left out."""
    wrong = {}
    is_touch = page.viewport_size["width"] < TOUCH
    for name in names:
        page.goto(paths[name])
        found = page.evaluate(LOOK, is_touch)
        page.evaluate(NO_LINE)
        found += [each for each in page.evaluate(LOOK, is_touch) if each not in found]
        if found:
            wrong[name] = found
    return wrong


def opened(open_page: OpenPage, server: str, member: Any, size: tuple[int, int]) -> Any:
    page = open_page(
        member=member, width=size[0], height=size[1], has_touch=size[0] < TOUCH
    )
    cookies = device_of(*Tablet.objects.exclude(taken_at=None)).cookies.values()
    page.context.add_cookies(
        [{"name": each.key, "value": each.value, "url": server} for each in cookies]
    )
    return page


@pytest.mark.parametrize(
    "number", range(len(SIZES)), ids=lambda number: f"{SIZES[number]}"
)
def test_each_page_at_one_of_the_sizes(
    club: Club, paths: Paths, open_page: OpenPage, server: str, number: int
):
    page = opened(open_page, server, club[demo.SECRETARY], SIZES[number])
    assert looked_at(page, PAGES[number :: len(SIZES)], paths) == {}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "number", range(len(SIZES)), ids=lambda number: f"{SIZES[number]}"
)
def test_each_page_at_all_other_sizes(
    club: Club, paths: Paths, open_page: OpenPage, server: str, number: int
):
    page = opened(open_page, server, club[demo.SECRETARY], SIZES[number])
    others = tuple(name for at, name in enumerate(PAGES) if at % len(SIZES) != number)
    assert looked_at(page, others, paths) == {}


@pytest.mark.parametrize(
    "size",
    [SIZES[0], *(pytest.param(each, marks=pytest.mark.thorough) for each in SIZES[1:])],
)
def test_where_people_play_the_gold_key_is_in_the_first_screen(
    club: Club, paths: Paths, open_page: OpenPage, server: str, size: tuple[int, int]
):
    page = opened(open_page, server, club[demo.SECRETARY], size)
    for name in WHERE_PEOPLE_PLAY:
        page.goto(paths[name])
        lowest = page.evaluate(LOWEST_GOLD)
        assert (name, lowest <= size[1]) == (name, True)
