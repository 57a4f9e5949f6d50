"""The bundles that `make run` serves, in a browser: nothing got lost on their way through joining and packing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import Seat
from tests.collected import collect, serving
from tests.e2e.browser import expect
from tests.e2e.conftest import OpenPage
from tests.factories import rubber_in_play

FETCHED = "performance.getEntriesByType('resource').map(entry => entry.name)"


@pytest.fixture
def server(transactional_db: None, settings: Any, tmp_path: Path) -> Iterator[str]:
    collect(settings, tmp_path / "static")
    with serving() as server:
        yield server.url


def test_one_stylesheet_and_one_script_are_all_that_a_table_needs(open_page: OpenPage, players: dict[Seat, Any]):
    rubber = rubber_in_play(players)
    page = open_page(f"/tables/{rubber.table_id}/", member=players[Seat.NORTH], width=360)
    expect(page.locator("#deal-form[data-ready]")).to_be_visible()
    files = [name for name in page.evaluate(FETCHED) if name.endswith((".css", ".js"))]
    assert sorted(name.rpartition(".")[2] for name in files) == ["css", "js"]
    page.keyboard.press("2")
    page.keyboard.type("sn=")
    page.locator("#record").click()
    expect(page.locator("#deals #deal-1")).to_contain_text("2♠")
    expect(page.locator("#live-state")).to_have_attribute("data-state", "live")
