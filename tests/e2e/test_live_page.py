"""Live updates in the browser: what a page says and does while the connection breaks and comes back."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from clubscore.tables.services import come_to_table, open_table
from tests.e2e.browser import expect
from tests.factories import four, member, record, rubber_in_play, seated_table
from tests.live_server import AsgiServer
from tests.waiting import until

OpenPage = Callable[..., Any]

KEEP_WHAT_IS_SAID = """() => {
  const line = document.getElementById("live-state");
  window.said = [];
  new MutationObserver(() => window.said.push(line.textContent)).observe(line, { childList: true });
}"""


@pytest.fixture
def running(transactional_db: None) -> Iterator[AsgiServer]:
    server = AsgiServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(running: AsgiServer) -> str:
    """Return the address of `running`, a server that the tests also stop and start."""
    return running.url


@pytest.fixture
def expected_errors() -> list[str]:
    return [
        "ERR_CONNECTION_REFUSED",
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
        "status of 503",
        "ERR_INTERNET_DISCONNECTED",
    ]


@pytest.fixture
def room(open_page: OpenPage) -> Any:
    page = open_page("/", member=member("Eve"))
    expect(page.locator("#live-state")).to_have_text("live")
    return page


def open_another_table() -> str:
    return open_table(by=member("Ruth"), now=timezone.now()).name


def test_a_page_without_a_line_says_how_old_it_is_and_catches_up_by_itself(
    room: Any, running: AsgiServer
) -> None:
    room.evaluate(KEEP_WHAT_IS_SAID)
    running.stop()
    expect(room.locator("#live-state")).to_have_text(
        re.compile(r"last update \d\d:\d\d:\d\d")
    )
    # For five seconds, in which the server may still be stopping.
    assert "reconnecting…" in room.evaluate("window.said")
    name = open_another_table()
    running.start()
    expect(room.locator("#live")).to_contain_text(name)
    expect(room.locator("#live-state")).to_have_text("live")


def test_a_page_that_gets_no_stream_asks_from_time_to_time(
    room: Any, running: AsgiServer, settings: Any
) -> None:
    settings.LIVE_STREAMS_IN_ALL = 0
    running.stop()
    running.start()
    expect(room.locator("#live-state")).to_have_text("reconnecting…")
    name = open_another_table()
    expect(room.locator("#live")).to_contain_text(name)
    expect(room.locator("#live-state")).to_have_text("reconnecting…")


def test_a_line_that_has_gone_silent_is_noticed(
    room: Any, running: AsgiServer, settings: Any
) -> None:
    settings.LIVE_BEAT_SECONDS = 1
    room.reload()
    expect(room.locator("#live-state")).to_have_text("live")
    settings.LIVE_STREAMS_IN_ALL = 0
    room.context.set_offline(True)
    expect(room.locator("#live-state")).to_have_text(re.compile("last update"))
    settings.LIVE_STREAMS_IN_ALL = 10
    room.context.set_offline(False)
    expect(room.locator("#live-state")).to_have_text("live")


def test_a_page_is_not_loaded_anew_under_a_choice_that_is_being_made(
    open_page: OpenPage,
) -> None:
    table = seated_table(four())
    page = open_page(f"/tables/{table.pk}/", member=table.opened_by)
    expect(page.locator("#live-state")).to_have_text("live")
    page.locator('[name="dealer"][value="W"]').check()
    come_to_table(table=table, member=member("Eve"), now=timezone.now())
    expect(page.locator("#stage-moved")).to_be_visible()
    expect(page.locator('[name="dealer"][value="W"]')).to_be_checked()


def test_other_scripts_are_told_when_a_region_is_fresh(room: Any) -> None:
    room.evaluate(
        "addEventListener('clubscore:fresh', (event) => { window.freshened = event.target.id })"
    )
    name = open_another_table()
    expect(room.locator("#live")).to_contain_text(name)
    assert room.evaluate("window.freshened") == "live"


def test_the_figures_of_a_new_deal_and_no_others_are_marked_as_new(
    open_page: OpenPage,
) -> None:
    rubber = rubber_in_play(lines=("2HN=",))
    page = open_page(f"/rubbers/{rubber.pk}/", member=member("Eve"))
    expect(page.locator("#live-state")).to_have_text("live")
    expect(page.locator(".mark.new")).to_have_count(0)
    record(rubber, "3NTE+1")
    expect(page.locator("#sheet .mark.new")).to_have_count(2)  # 100 below, 30 above
    expect(page.locator("#sheet .mark.new[data-deal='2']")).to_have_count(2)


def test_figures_stay_new_when_the_answer_to_a_form_comes_after_the_stream(
    open_page: OpenPage,
) -> None:
    rubber = rubber_in_play(lines=("2HN=",))
    page = open_page(f"/rubbers/{rubber.pk}/", member=member("Eve"))
    expect(page.locator("#live-state")).to_have_text("live")
    page.evaluate(
        """() => addEventListener("clubscore:fresh", () => {
          document.body.dispatchEvent(new CustomEvent("clubscore:answered", { bubbles: true, detail: {} }));
          window.marked = document.querySelectorAll("#sheet .mark.new[data-deal='2']").length;
        })"""
    )
    record(rubber, "3NTE+1")
    expect(page.locator("#sheet [data-deal='2']")).not_to_have_count(0)
    assert page.evaluate("window.marked") == 2  # 100 below, 30 above


def test_figures_stay_new_when_the_answer_to_a_form_brings_them_once_more(
    open_page: OpenPage,
) -> None:
    rubber = rubber_in_play(lines=("2HN=",))
    page = open_page(f"/rubbers/{rubber.pk}/", member=member("Eve"))
    expect(page.locator("#live-state")).to_have_text("live")
    page.evaluate(
        """() => {
          const now = performance.now(), live = document.getElementById("live");
          performance.now = () => now;
          addEventListener("clubscore:fresh", () => setTimeout(() => {
            const asItCame = live.innerHTML.replace(/ new(?=[ "])/g, "");
            live.addEventListener("htmx:afterSettle", () => setTimeout(() => {
              window.marked = document.querySelectorAll("#sheet .mark.new[data-deal='2']").length;
            }), { once: true });
            htmx.swap(live, asItCame, { swapStyle: "innerHTML" });
          }, 100), { once: true });
        }"""
    )
    record(rubber, "3NTE+1")
    until(lambda: page.evaluate("window.marked !== undefined"))
    assert page.evaluate("window.marked") == 2
