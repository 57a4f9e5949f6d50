"""Without a network, a page shows the last sheet with its age; after signing out it shows nothing of it."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.tables import services as tables
from scoring import Seat
from tests.e2e.browser import expect
from tests.factories import NOON, member, rubber_in_play

KEPT = "localStorage.getItem('clubscore.sheet')"


# One promise, not `wait_for_function`: its second look is an `eval`, which the page's own policy forbids.
CONTROLLED = """new Promise((done) => {
    const worker = navigator.serviceWorker;
    if (worker.controller) {
        done(true);
    } else {
        worker.addEventListener("controllerchange", () => done(true), { once: true });
    }
})"""


@pytest.fixture
def expected_errors() -> list[str]:
    return [
        "ERR_INTERNET_DISCONNECTED",
        "ERR_FAILED",
        "htmx:sendError",
        "htmx:afterRequest",
    ]


@pytest.fixture
def at_the_table(transactional_db: None, open_page: Callable[..., Any]) -> Any:
    """Return the page of a table in play as Anna sees it, in a browser with the service worker installed."""
    rubber = rubber_in_play(lines=("4sn=",))
    page = open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.NORTH],
        service_workers="allow",
    )
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(CONTROLLED)
    return page


def test_without_a_network_the_last_sheet_is_shown_with_its_age_and_the_page_comes_back_by_itself(
    at_the_table: Any,
):
    page = at_the_table
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#kept-title")).to_contain_text("As it was at")
    expect(page.locator("#kept .sheet")).to_contain_text("4♠")
    assert page.locator("#kept [href], #kept form, #kept [data-live]").count() == 0
    page.context.set_offline(False)
    expect(page.locator("#deal-form[data-ready]")).to_be_visible()
    assert page.locator("#kept").count() == 0


def test_signing_out_removes_the_sheet_that_was_kept(at_the_table: Any):
    page = at_the_table
    assert page.evaluate(KEPT) is not None
    page.goto("/")
    page.locator(".me > summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Password")).to_be_visible()
    assert page.evaluate(KEPT) is None
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#kept")).to_be_hidden()


def test_a_page_of_another_member_removes_the_sheet_that_was_kept(at_the_table: Any):
    page = at_the_table
    page.evaluate(
        "localStorage.setItem('clubscore.sheet', JSON.stringify({ member: '0', at: 0, html: 'private' }))"
    )
    page.goto("/")
    assert page.evaluate(KEPT) is None


UNANSWERED = "No answer from the club. Your text is still here: try again."


def test_a_form_without_a_network_keeps_what_was_typed_and_says_so(
    transactional_db: None, open_page: Callable[..., Any]
):
    page = open_page("/members/me/correction/", member=member("Anna"))
    name = page.locator("main form input:not([type=hidden])").first
    name.fill("Anna Weiss")
    page.context.set_offline(True)
    name.press("Enter")
    expect(page.locator("#unanswered")).to_have_text(UNANSWERED)
    expect(name).to_have_value("Anna Weiss")
    assert page.url.endswith("/members/me/correction/")
    page.context.set_offline(False)
    name.press("Enter")
    expect(page.locator("#unanswered")).to_have_count(0)


def test_the_form_for_a_guest_without_a_network_keeps_the_name_and_says_so(
    transactional_db: None, open_page: Callable[..., Any]
):
    table = tables.open_table(by=member("Anna"), now=NOON)
    page = open_page(f"/tables/{table.pk}/seating/", member=table.opened_by)
    page.get_by_role("link", name="Another or a guest").click()
    name = page.locator("input[name=guest]")
    name.fill("Karl Stein")
    page.context.set_offline(True)
    name.press("Enter")
    expect(page.locator("#unanswered")).to_have_text(UNANSWERED)
    expect(name).to_have_value("Karl Stein")
    page.context.set_offline(False)
    name.press("Enter")
    expect(page.locator("main")).to_contain_text("Karl Stein")
    expect(page.locator("#unanswered")).to_have_count(0)
