"""From an empty room to the first deal: opening a table, seating four, cutting, choosing seats, starting."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.browser import expect
from tests.factories import member


@pytest.mark.parametrize("scripts", [True, False])
def test_four_come_to_a_table_cut_and_begin(scripts: bool, transactional_db: None, open_page: Callable[..., Any]):
    anna = member("Anna Weiss")
    for name in ("Ben Hall", "Cleo Moss"):
        member(name)
    page = open_page("/", member=anna, width=360, height=740, scripts=scripts)
    page.get_by_role("button", name="Start a table").click()
    for name in ("Ben Hall", "Cleo Moss"):
        page.get_by_role("searchbox").fill(name.split()[0])
        if not scripts:
            page.get_by_role("button", name="Search").click()
        page.get_by_role("button", name=f"{name} waits to cut in").click()
    page.get_by_text("A guest who is not on the list").click()
    page.get_by_label("Guest's name").fill("Karl Stein")
    page.get_by_role("button", name="The guest waits to cut in").click()
    page.get_by_role("link", name="Cut for partners").click()
    page.get_by_role("button", name="Draw the cards").click()
    expect(page.locator(".card-face")).to_have_count(4)
    page.get_by_role("button", name="sits North").click()
    page.get_by_role("button", name="Start the rubber").click()
    expect(page.locator("#sheet")).to_contain_text("Deal 1")
    page.locator("#deal-line-text").fill("1nn=")
    page.locator("#record").click()
    expect(page.locator("#deals")).to_contain_text("1NT by")
