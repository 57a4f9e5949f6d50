"""A German at the table, on a phone: keys and typed lines in the letters that the page shows."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.members.people.services import choose_language
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.e2e.browser import PHONE, expect
from tests.factories import four, rubber_in_play


@pytest.fixture
def rubber(transactional_db: None) -> Rubber:
    return rubber_in_play(four())


@pytest.fixture
def phone(rubber: Rubber, open_page: Callable[..., Any]) -> Any:
    anna = rubber.players[Seat.NORTH]
    return open_page(
        f"/tables/{rubber.table_id}/", member=anna, locale="de-DE", **PHONE
    )


def recorded(rubber: Rubber) -> list[str]:
    return [str(facts) for facts in load(rubber.pk).facts]


def test_a_deal_by_keys_and_one_by_a_typed_line(rubber: Rubber, phone: Any):
    expect(phone.locator('.bid:has([value="4NT"]) .suit')).to_have_text("SA")
    expect(phone.locator('.played .seat:has([value="E"]) small').first).to_have_text(
        "O"
    )
    for key in (
        '[name="contract"][value="4NT"]',
        '[name="declarer"][value="E"]',
        '[name="result"][value="+1"]',
    ):
        phone.locator(key).click()
    expect(phone.locator("#record")).to_contain_text("4SA O +1")
    phone.locator("#record").click()
    expect(phone.locator("#deals #deal-1")).to_contain_text("4SA")
    expect(
        phone.locator(".just-recorded")
    ).to_be_visible()  # until it is answered, no key goes to the line

    line = phone.locator("#deal-line-text")
    expect(line).to_have_attribute("placeholder", "4pn=")
    phone.keyboard.press("4")  # the keyboard goes to the line
    expect(line).to_be_focused()
    phone.keyboard.type("kxw-1")
    expect(phone.locator("#preview .slip-words")).to_have_text(
        "4♦ kontriert von Dan, ein Faller"
    )
    expect(phone.locator("#record")).to_contain_text("4♦X W −1")
    phone.keyboard.press("Enter")
    expect(phone.locator("#deals #deal-2")).to_contain_text("4♦")
    assert recorded(rubber) == ["4NTE+1", "4DXW-1"]
    assert not phone.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_line_that_was_begun_in_german_stays_german(rubber: Rubber, phone: Any):
    line = phone.locator("#deal-line-text")
    phone.keyboard.press("4")
    phone.keyboard.type("po=")
    expect(phone.locator("#preview .slip-words")).to_contain_text("Ben")
    choose_language(member=rubber.players[Seat.NORTH], language="fr")
    phone.reload()
    expect(line).to_have_value("4po=")
    # In French O is West, Dan.
    expect(phone.locator("#preview .slip-words")).to_contain_text("Ben")
    phone.locator("#record").click()
    expect(phone.locator("#deals #deal-1")).to_be_visible()
    expect(phone.locator(".just-recorded")).to_be_visible()
    phone.keyboard.press("4")
    phone.keyboard.type("po=")
    expect(phone.locator("#preview .slip-words")).to_contain_text("Dan")
    phone.keyboard.press("Enter")
    expect(phone.locator("#deals #deal-2")).to_be_visible()
    assert recorded(rubber) == ["4SE=", "4SW="]
