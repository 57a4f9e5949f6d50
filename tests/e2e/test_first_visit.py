"""The bundles that `make run` serves work in a browser: joining and packing them has lost nothing."""

from pathlib import Path
from typing import Any

from django.conf import settings

from clubscore.web.bundles import BUNDLES
from scoring import Seat
from tests.e2e.browser import expect
from tests.e2e.conftest import OpenPage
from tests.factories import rubber_in_play

FETCHED = "performance.getEntriesByType('resource').map(entry => entry.name)"
STYLES = [name for name in BUNDLES if name.endswith(".css")]

# The rules of a stylesheet as the browser understands them: their conditions, selectors and number of declarations.
RULES = """(text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const told = (rule) => rule.selectorText ?? rule.conditionText ?? rule.cssText.split("{")[0];
    const rules = (list) => [...list].flatMap((rule) =>
        [`${told(rule)} ${rule.style?.length ?? ""}`, ...rules(rule.cssRules ?? [])]);
    return rules(sheet.cssRules);
}"""


def test_one_stylesheet_and_one_script_are_all_that_a_table_needs(
    open_page: OpenPage, players: dict[Seat, Any]
):
    rubber = rubber_in_play(players)
    page = open_page(
        f"/tables/{rubber.table_id}/", member=players[Seat.NORTH], width=360
    )
    expect(page.locator("#deal-form[data-ready]")).to_be_visible()
    files = [name for name in page.evaluate(FETCHED) if name.endswith((".css", ".js"))]
    assert sorted(name.rpartition(".")[2] for name in files) == ["css", "js"]
    page.keyboard.press("2")
    page.keyboard.type("sn=")
    page.locator("#record").click()
    expect(page.locator("#deals #deal-1")).to_contain_text("2♠")
    expect(page.locator("#live-state")).to_have_attribute("data-state", "live")


def test_packed_stylesheets_have_the_rules_of_their_parts(open_page: OpenPage):
    page = open_page()
    for name in STYLES:
        parts = (
            Path(settings.BASE_DIR, "static", part).read_text()
            for part in BUNDLES[name]
        )
        packed = Path(settings.STATIC_ROOT, name).read_text()
        assert page.evaluate(RULES, packed) == page.evaluate(RULES, "\n".join(parts)), (
            name
        )
