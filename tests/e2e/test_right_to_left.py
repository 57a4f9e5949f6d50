"""Pages in a right-to-left language fit; sheets keep their sides, and figures their signs."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.demo import club as demo
from tests.e2e.test_every_page import Club, Paths, club, club_and_paths, paths  # noqa: F401 - fixtures

pytestmark = pytest.mark.landing

# It has no catalogue: words stay English, and the page turns round.
HEBREW = {"Accept-Language": "he"}
NAMES = [
    "room",
    "table in play",
    "royal auction",
    "finished rubber",
    "wall",
    "standings",
    "ledger",
    "statement",
    "session",
    "board to play",
    "board at all tables",
    "ranking",
    "directing",
    "evening",
]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Each figure with a sign, range and contract, as it is seen from left to right: its characters by their places.
SIGNED = """() => {
    const found = [];
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const match of text.data.matchAll(/[−+]\\d[\\d,]*|\\d+–\\d+/g)) {
            if (!text.parentElement.checkVisibility()) continue;
            const places = [...match[0]].map((sign, at) => {
                const range = document.createRange();
                range.setStart(text, match.index + at);
                range.setEnd(text, match.index + at + 1);
                return [range.getBoundingClientRect().left, sign];
            });
            found.push([match[0], places.sort((one, other) => one[0] - other[0]).map(([, sign]) => sign).join("")]);
        }
    }
    return found;
}"""


@pytest.fixture(autouse=True)
def _hebrew(settings: Any) -> None:
    settings.LANGUAGES = [*settings.LANGUAGES, ("he", "עברית")]


@pytest.mark.parametrize("width", [360, 1280])
def test_pages_fit_and_figures_keep_their_signs(
    club: Club,  # noqa: F811 - a fixture
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
    width: int,
):
    page = open_page(
        member=club[demo.SECRETARY], width=width, extra_http_headers=HEBREW
    )
    wide, turned, signed = {}, [], 0
    for name in NAMES:
        page.goto(paths[name])
        assert page.evaluate("getComputedStyle(document.body).direction") == "rtl"
        if more := page.evaluate(WIDER):
            wide[name] = more
        figures = page.evaluate(SIGNED)
        signed += len(figures)
        turned += [
            (name, written, seen) for written, seen in figures if written != seen
        ]
    assert (wide, turned) == ({}, [])
    assert signed > 20


def test_a_sheet_the_places_and_the_box_are_not_turned_round(
    club: Club,  # noqa: F811 - a fixture
    paths: Paths,  # noqa: F811
    open_page: Callable[..., Any],
):
    page = open_page(member=club[demo.SECRETARY], extra_http_headers=HEBREW)
    left = "(what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect().left)"
    page.goto(paths["table in play"])
    for row in (".pad thead th", ".box .key:nth-child(-n + 5)"):
        places = page.evaluate(left, row)
        assert len(places) > 1
        assert places == sorted(places)
    page.goto(paths["table without a four"])
    (west, *_), (east, *_) = (
        page.evaluate(left, f".compass .seat-{seat}") for seat in "we"
    )
    assert west < east
    page.goto(paths["board at all tables"])
    contract = page.locator(".travellers bdi, td bdi").first
    assert contract.evaluate("each => getComputedStyle(each).direction") == "ltr"
