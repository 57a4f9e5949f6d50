"""In forced colours and in print, choices and signatures can be told without the club's colours."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from clubscore.members.roles import Role
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.e2e.browser import expect
from tests.factories import NINE_DEALS, agree, member, rubber_in_play, seated_table

pytestmark = pytest.mark.landing

# The colours that the system gives, and those of an element: [Highlight, HighlightText], [background, text].
SYSTEM = """() => {
    const probe = document.body.appendChild(document.createElement("p"));
    probe.style.cssText = "forced-color-adjust: none; background: Highlight; color: HighlightText";
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return [backgroundColor, color];
}"""
COLOURS = """(element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return [backgroundColor, color];
}"""

TAPS = {
    "contract": {"contract": "4S", "risk": "X", "declarer": "N", "result": "0"},
    "chicago": {"contract": "3NT", "risk": "XX", "declarer": "E", "result": "-1"},
    "royal": {
        "contract": "4R",
        "risk": "X",
        "declarer": "S",
        "result": "+1",
        "honours_n": "3",
    },
}


@pytest.fixture
def forced(transactional_db: None, open_page: Callable[..., Any]) -> Callable[..., Any]:
    return lambda path, who, **options: open_page(
        path, member=who, forced_colors="active", **options
    )


def assert_filled(page: Any, selector: str) -> None:
    chosen = page.locator(selector)
    expect(chosen.first).to_be_visible()
    assert (selector, chosen.first.evaluate(COLOURS)) == (
        selector,
        page.evaluate(SYSTEM),
    )


def assert_not_filled(page: Any, selector: str) -> None:
    background, text = page.locator(selector).first.evaluate(COLOURS)
    assert background != page.evaluate(SYSTEM)[0]
    assert background != text


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("system", TAPS)
def test_forced_colours_fill_the_keys_that_are_tapped(
    system: str, scheme: str, forced: Callable[..., Any]
):
    rubber = rubber_in_play(system=system)
    page = forced(
        f"/tables/{rubber.table_id}/",
        rubber.players[Seat.NORTH],
        width=360,
        color_scheme=scheme,
    )
    for name, value in TAPS[system].items():
        page.locator(f'[name="{name}"][value="{value}"]').click()
    for name, value in TAPS[system].items():
        if name == "contract":
            page.locator("#contract-chip").click()
        assert_filled(page, f'.key:has([name="{name}"][value="{value}"])')
        assert_not_filled(page, f'.key:has([name="{name}"]:not(:checked))')
        if name == "contract":
            page.locator(f'[name="contract"][value="{value}"]').click()
    page.locator(f'[name="declarer"][value="{TAPS[system]["declarer"]}"]').press(
        "ArrowRight"
    )
    ring = page.locator(".key:has(:focus-visible)").evaluate(
        "(key) => getComputedStyle(key).outline"
    )
    assert ring == f"{page.evaluate('getComputedStyle(document.body).color')} solid 2px"


def test_a_choice_in_a_fold_that_is_shut_fills_the_key_of_the_fold(
    forced: Callable[..., Any],
):
    rubber = rubber_in_play()
    page = forced(f"/tables/{rubber.table_id}/", rubber.players[Seat.NORTH])
    page.locator(".extra > summary").first.click()
    page.locator('[name="honours"][value="4N"]').click()
    page.locator(".rare > summary").click()
    page.locator('.rare [name="result"]').first.click()
    for fold in (".extra", ".rare"):
        page.locator(f"{fold} > summary").first.click()
        assert_filled(page, f"{fold} > summary")


def test_forced_colours_fill_the_page_that_is_open_and_the_tab_that_is_chosen(
    forced: Callable[..., Any],
):
    sam = member("Sam", role=Role.ADMIN)
    agree(rubber_in_play(lines=NINE_DEALS))
    for path, chosen, other in (
        ("/", '.band nav [aria-current="page"]', ".band nav a:not([aria-current])"),
        (
            "/ledger/",
            '.band nav [aria-current="page"]',
            ".band nav a:not([aria-current])",
        ),
        (
            "/members/",
            ".list-choices [aria-current]",
            ".list-choices a:not([aria-current])",
        ),
        ("/standings/", ".tabs [aria-current]", ".tabs a:not([aria-current])"),
        ("/members/me/", '[aria-pressed="true"]', '[aria-pressed="false"]'),
    ):
        page = forced(path, sam)
        assert_filled(page, chosen)
        assert_not_filled(page, other)


def test_forced_colours_fill_the_vote_that_was_cast_and_the_dealer_that_is_chosen(
    forced: Callable[..., Any],
):
    rubber = rubber_in_play(lines=("4sn=",))
    state = load(rubber.pk)
    cleo = rubber.players[Seat.SOUTH]
    propose(
        state=state,
        base=state.deals[0],
        facts=parse_deal("4sn= h4n"),
        key=uuid4(),
        by=cleo,
        now=timezone.now(),
    )
    page = forced(f"/tables/{rubber.table_id}/", cleo)
    assert_filled(page, '.ballot [value="yes"]')
    assert_not_filled(page, '.ballot [value="no"]')
    others = {seat: member(f"{seat.word} Else") for seat in Seat}
    page = forced(f"/tables/{seated_table(others).pk}/", others[Seat.NORTH])
    page.locator('[name="dealer"][value="S"]').click()
    assert_filled(page, '.key:has([name="dealer"][value="S"])')


def test_the_game_that_is_chosen_has_a_strong_edge_in_forced_colours(
    forced: Callable[..., Any],
):
    others = {seat: member(f"{seat.word} Else") for seat in Seat}
    page = forced(f"/tables/{seated_table(others).pk}/game/", others[Seat.NORTH])
    page.locator('[name="system"][value="chicago"]').click()
    edge = "(game) => getComputedStyle(game).borderTopWidth"
    assert [game.evaluate(edge) for game in page.locator(".game").all()] == [
        "1px",
        "3px",
        "1px",
    ]


def printed(page: Any, selector: str) -> tuple[str, str]:
    """Return the words printed beside a row of seals, and the colours and border of its first signed seal.

    Both are read in one moment: the stream may replace the row, and an element that was replaced has no style.
    """
    page.emulate_media(media="print")
    words, seal = page.evaluate(
        """(selector) => {
          const row = document.querySelector(selector);
          const { color, backgroundColor, borderTopStyle } = getComputedStyle(row.querySelector(".seal.signed"));
          const words = getComputedStyle(row, "::after").content;
          return [words, `${color} on ${backgroundColor}, ${borderTopStyle}`];
        }""",
        selector,
    )
    return words.strip('"'), seal


@pytest.fixture
def agreed(transactional_db: None) -> Rubber:
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber)
    return rubber


def test_a_printed_sheet_says_who_has_signed_without_colours(
    agreed: Rubber, open_page: Callable[..., Any]
):
    page = open_page(f"/rubbers/{agreed.pk}/", member=agreed.players[Seat.NORTH])
    words, seal = printed(page, ".net-agreement .seals")
    assert words == "Agreed: Anna and Ben. Not yet: Cleo and Dan."
    assert seal == "rgb(0, 0, 0) on rgba(0, 0, 0, 0), solid"


def test_each_printed_deal_says_who_has_signed_it(
    transactional_db: None, open_page: Callable[..., Any]
):
    rubber = rubber_in_play()
    page = open_page(f"/tables/{rubber.table_id}/", member=rubber.players[Seat.NORTH])
    for name, value in TAPS["contract"].items():
        page.locator(f'[name="{name}"][value="{value}"]').click()
    page.locator("#record").click()
    expect(page.locator("#deal-1")).to_be_visible()
    words, _ = printed(page, "#deals .seals")
    assert words == "Agreed: Anna (recorded it). Not yet: Ben, Cleo and Dan."
    expect(page.locator("#deals .seal").first).to_be_hidden()
    expect(page.locator(".live-mark")).to_be_hidden()
