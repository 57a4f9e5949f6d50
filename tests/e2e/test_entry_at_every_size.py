"""The entry of a deal on a tablet, on a laptop and on a phone on its side: all of it in sight, and nothing covered."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.slot import Slot
from clubscore.rubbers.recording.services import start_rubber
from clubscore.tables.services import choose_game, come_to_table, open_table
from scoring import Seat, Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player
from tests.e2e.browser import expect
from tests.factories import NOON, four, member, rubber_in_play
from tests.landing import first_alone

TABLET, WIDE_TABLET, LAPTOP = (820, 1180), (1180, 820), (1280, 800)
ON_ITS_SIDE = (740, 360)
SIZES = [TABLET, WIDE_TABLET, LAPTOP, ON_ITS_SIDE]
SMALL_TABLET = (800, 600)
LINES = {
    "contract": ("2hs+1", "4sxw-2", "3ne=", "2ds+1", "4sw-1", "1nn="),
    "chicago": ("2hn=", "4se=", "p"),
    "royal": ("2rs= h3s h2e", "2dn= h4n h1w", "2rw-1 h5w"),
}
FIRST = Slot("A", 1, 1, 1)
KEY = 55.9  # pixels: 56, as a browser rounds
LEAST = 43.9

# The keys that one can see, the least of their heights, those that are not wholly in sight, and those of which the
# middle is covered by anything else.
LOOK = """(selectors) => {
  const isShown = (each) => each.getClientRects().length && getComputedStyle(each).visibility !== "hidden";
  const keys = [...document.querySelectorAll(selectors)].filter(isShown);
  const found = { count: keys.length, least: Infinity, hidden: [], covered: [], scrolled: scrollY };
  for (const key of keys) {
    const box = key.getBoundingClientRect();
    const called = key.textContent.trim() || key.id;
    found.least = Math.min(found.least, box.height);
    if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) found.hidden.push(called);
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!key.contains(there)) found.covered.push(called);
  }
  return found;
}"""
BIDS = "#deal-form .bid"
PLAY = "#deal-form .seat:not(.panel *), #deal-form .row-results > .key, #deal-form .rare > summary, #record"
HONOURS = "#deal-form .count"


def all_in_sight(page: Any, selectors: str, *, count: int, least: float) -> None:
    """Assert that so many keys are shown, each so high, wholly in sight and not covered, on a page never scrolled."""
    found = page.evaluate(LOOK, selectors)
    assert (found["hidden"], found["covered"], found["scrolled"]) == ([], [], 0)
    assert found["count"] == count
    assert found["least"] >= least, found
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def enter(page: Any, size: tuple[int, int], *, levels: int, least: float) -> None:
    """Look at the keys of the contract, tap one, and look at those of the play and at Record."""
    least = LEAST if size == ON_ITS_SIDE else least
    all_in_sight(page, BIDS, count=levels, least=least)
    page.locator('label:has([name="contract"][value="1D"])').click()
    if size != ON_ITS_SIDE:
        all_in_sight(page, BIDS, count=levels, least=least)
    page.locator('label:has([name="declarer"][value="N"])').click()
    page.locator('label:has([name="result"][value="0"])').click()
    expect(page.locator(".slip")).to_be_visible()
    all_in_sight(page, PLAY, count=13, least=least)


def tell_the_honours(page: Any) -> None:
    """Tap how many of the trumps each hand held: the slip then says the whole deal, and the key what it scores."""
    for row, count in zip(page.locator(".holding").all(), (3, 2, 0, 0), strict=True):
        row.locator(".count").nth(count).click()
    expect(page.locator(".preview-complete")).to_be_visible()


@pytest.mark.parametrize("size", first_alone(SIZES), ids=str)
@pytest.mark.parametrize("system", LINES)
def test_every_level_every_result_and_record_are_in_sight_and_uncovered(
    system: str,
    size: tuple[int, int],
    transactional_db: None,
    open_page: Callable[..., Any],
):
    rubber = rubber_in_play(four(), system=system, lines=LINES[system])
    page = open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.NORTH],
        width=size[0],
        height=size[1],
    )
    is_royal = system == "royal"
    enter(page, size, levels=42 if is_royal else 35, least=KEY)
    if is_royal:
        tell_the_honours(page)
        least = LEAST if size == ON_ITS_SIDE else KEY
        all_in_sight(page, HONOURS, count=24, least=least)
        all_in_sight(page, PLAY, count=13, least=least)


@pytest.mark.parametrize("system", LINES)
def test_on_its_side_the_question_who_was_seated_by_another_pushes_nothing_away(
    system: str, transactional_db: None, open_page: Callable[..., Any]
):
    players = four()
    north, east = players[Seat.NORTH], players[Seat.EAST]
    table = open_table(by=north, now=NOON)
    for seat, each in players.items():
        come_to_table(table=table, member=each, seat=seat, by=north, now=NOON)
    choose_game(table=table, system=system, rules={})
    start_rubber(table=table, dealer=Seat.NORTH, by=north, now=NOON)
    width, height = ON_ITS_SIDE
    page = open_page(f"/tables/{table.pk}/", member=east, width=width, height=height)
    all_in_sight(page, "#seat-notice :is(p, .button)", count=3, least=LEAST)
    enter(page, ON_ITS_SIDE, levels=42 if system == "royal" else 35, least=LEAST)


@pytest.mark.parametrize("size", first_alone(SIZES[:3]), ids=str)
def test_sheet_and_box_stand_side_by_side_and_what_others_ask_moves_no_key(
    size: tuple[int, int], transactional_db: None, open_page: Callable[..., Any]
):
    rubber = rubber_in_play(four(), lines=LINES["contract"])
    width, height = size
    page = open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.NORTH],
        width=width,
        height=height,
    )
    key = page.locator('label:has([name="contract"][value="1C"])')
    place = key.bounding_box()
    sheet, box, deals, agree = (
        page.locator(each).bounding_box()
        for each in ("#sheet", "#entry", "#deals", "#agree-all")
    )
    assert sheet["x"] + sheet["width"] < box["x"]
    assert abs(sheet["y"] - box["y"]) < 1
    assert deals["y"] > sheet["y"] + sheet["height"]
    assert deals["x"] == sheet["x"]
    assert box["y"] + box["height"] > 0.95 * height  # no blank half
    assert agree["y"] + agree["height"] <= height
    page.locator("#agree-all").click()
    expect(page.locator(".agreed")).to_be_visible()
    assert key.bounding_box() == place


@pytest.mark.parametrize("size", first_alone(SIZES), ids=str)
def test_a_player_enters_a_board_without_scrolling(
    size: tuple[int, int], transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4)
    width, height = size
    page = open_page(
        f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/",
        member=player(session, FIRST, Side.NS),
        width=width,
        height=height,
    )
    page.get_by_role("button", name="Yes, I am here").click()
    page.goto(f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/")
    enter(page, size, levels=35, least=KEY)
    expect(page.locator(".preview-complete")).to_be_visible()
    all_in_sight(page, PLAY, count=13, least=LEAST)


def test_on_its_side_the_question_who_was_seated_in_a_session_pushes_nothing_away(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4)
    width, height = ON_ITS_SIDE
    page = open_page(
        f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/",
        member=player(session, FIRST, Side.NS),
        width=width,
        height=height,
    )
    all_in_sight(page, "#place-notice :is(p, .button)", count=3, least=LEAST)
    enter(page, ON_ITS_SIDE, levels=35, least=LEAST)


@pytest.mark.parametrize("size", first_alone([*SIZES, SMALL_TABLET]), ids=str)
def test_the_club_s_tablet_takes_a_board_without_scrolling(
    size: tuple[int, int], transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4)
    width, height = size
    page = open_page(
        f"/duplicate/{session.pk}/table/",
        member=player(session, FIRST, Side.NS),
        width=width,
        height=height,
    )
    page.get_by_text("Leave this device on the table").click()
    page.get_by_role("button", name="Leave it here").click()
    expect(page.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()
    enter(page, size, levels=35, least=KEY)
    expect(page.locator(".preview-complete")).to_be_visible()
    all_in_sight(page, PLAY, count=13, least=LEAST)
