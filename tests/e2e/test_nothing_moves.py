"""On a phone with a slow network, what a page of a table shows first stays where it is."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from scoring import Seat
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player
from tests.e2e.browser import PHONE
from tests.factories import four, member, rubber_in_play

# Bytes a second.
SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 90_000,
}
# How far what was seen has moved, as Chromium reckons: a shift of half a screen by half of it is a quarter.
SHIFTS = """() => new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const shift of list.getEntries()) sum += shift.value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => told(sum), 50)));
})"""


@pytest.mark.parametrize("system", ["contract", "chicago", "royal"])
def test_the_entry_of_a_rubber_is_seen_where_it_stays(
    system: str, transactional_db: None, open_page: Callable[..., Any]
):
    rubber = rubber_in_play(four(), system=system)
    phone = open_page("/privacy/", member=rubber.players[Seat.NORTH], **PHONE)
    assert moved_while_loading(phone, f"/tables/{rubber.table_id}/") < 0.01


def test_the_entry_of_a_board_is_seen_where_it_stays(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4)
    first = next(slot for slot, _ in slots_of(load(session.pk)))
    phone = open_page("/privacy/", member=player(session, first), **PHONE)
    assert moved_while_loading(phone, f"/duplicate/{session.pk}/table/") < 0.01


def moved_while_loading(phone: Any, path: str) -> float:
    devtools = phone.context.new_cdp_session(phone)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW)
    phone.goto(path)
    phone.locator("#deal-form[data-step=box]").wait_for()
    return float(phone.evaluate(SHIFTS))
