"""With forced colours and reduced motion, nothing meaningful disappears, and nothing moves by itself."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.demo import club as demo
from tests.e2e.browser import PHONE
from tests.e2e.test_every_page import Club, Paths, club, club_and_paths, paths  # noqa: F401 - fixtures

pytestmark = pytest.mark.landing

# What is drawn in an SVG with another colour than the system's, but for QR codes, which must be black on white.
OWN_COLOURS = """() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.forcedColorAdjust = "none";
    const system = new Set(["none", "rgba(0, 0, 0, 0)"]);
    for (const name of ["Canvas", "CanvasText", "Highlight", "HighlightText", "LinkText"]) {
        probe.style.color = name;
        system.add(getComputedStyle(probe).color);
    }
    probe.remove();
    const shapes = ":is(line, path, polyline, polygon, rect, circle, text)";
    const drawn = document.querySelectorAll(`main svg:not(figure svg) ${shapes}`);
    const found = [...drawn].flatMap((each) => {
        const { fill, stroke, opacity } = getComputedStyle(each);
        const strange = opacity === "0" ? [] : [fill, stroke].filter((colour) => !system.has(colour));
        const where = [each.closest("svg"), each].map((one) => `${one.tagName}.${one.getAttribute("class")}`);
        return strange.map((colour) => [...where, colour].join(" "));
    });
    return [...new Set(found)];
}"""
# What is marked as chosen or as its own, and has nothing around it or behind it that the rest has not.
UNMARKED = """() => {
    const ground = (each) => getComputedStyle(each).backgroundColor;
    const chosen = "main :is(.key, .bid):has(:checked), main .tabs [aria-current], nav [aria-current=page]";
    return [...document.querySelectorAll(chosen)]
        .filter((each) => each.checkVisibility() && ground(each) === ground(document.body))
        .map((each) => each.outerHTML);
}"""
NAMES = [
    "table in play",
    "Chicago",
    "royal auction",
    "room",
    "ledger",
    "standings",
    "wall",
    "member",
    "finished rubber",
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_drawn_and_what_is_chosen_is_seen_in_forced_colours(
    club: Club,  # noqa: F811 - a fixture
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
    scheme: str,
):
    page = open_page(member=club[demo.SECRETARY])
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    for name in NAMES:
        page.goto(paths[name])
        assert (name, page.evaluate(OWN_COLOURS)) == (name, [])
        assert (name, page.evaluate(UNMARKED)) == (name, [])


def test_the_bars_of_the_strip_are_seen_on_a_phone(
    club: Club,  # noqa: F811
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
):
    page = open_page(member=club[demo.SECRETARY], **PHONE)
    page.emulate_media(forced_colors="active")
    page.goto(paths["table in play"])
    strip = page.locator(".strip progress").first
    assert strip.evaluate("each => getComputedStyle(each).forcedColorAdjust") == "none"
    assert strip.evaluate("each => getComputedStyle(each).borderTopWidth") == "1px"


def test_nothing_moves_for_who_wants_no_motion(
    club: Club,  # noqa: F811
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
):
    page = open_page(member=club[demo.SECRETARY], reduced_motion="reduce")
    for name in NAMES:
        page.goto(paths[name])
        page.evaluate(
            "document.querySelectorAll('.mark').forEach((each) => each.classList.add('new'))"
        )
        moving = page.evaluate(
            """() => [...document.querySelectorAll("body *")].filter((each) => {
                const { animationName, animationTimingFunction, transitionDuration } = getComputedStyle(each);
                const steps = animationTimingFunction.startsWith("step");
                const turns = transitionDuration.split(", ").some((time) => time !== "0s");
                return turns || (animationName !== "none" && !steps);
            }).map((each) => each.outerHTML.slice(0, 200))"""
        )
        assert (name, moving) == (name, [])
