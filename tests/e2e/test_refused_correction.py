"""A refused correction says why at the top of its page, on a phone as well."""

import pytest

from scoring import Seat
from tests.e2e.browser import expect
from tests.e2e.conftest import OpenPage
from tests.factories import rubber_in_play


@pytest.mark.parametrize("scripts", [True, False])
def test_the_reason_is_in_sight_and_has_the_focus(
    transactional_db: None, open_page: OpenPage, scripts: bool
):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    path = f"/rubbers/{rubber.pk}/deals/1/correction/"
    page = open_page(
        path, member=rubber.players[Seat.NORTH], width=360, height=640, scripts=scripts
    )
    page.locator('[name="result"][value="+1"]').click()
    if scripts:
        expect(page.locator("#which-error")).to_be_visible()
    page.locator("#record").click()
    refused = page.locator("#refused")
    expect(refused).to_be_visible()
    expect(refused).to_be_focused()
    expect(refused).not_to_have_text("")
    assert (
        page.evaluate("scrollY")
        < refused.bounding_box()["y"] + page.evaluate("scrollY")
        < 200
    )


def test_a_strike_that_is_refused_says_why_in_the_same_place(
    transactional_db: None, open_page: OpenPage
):
    rubber = rubber_in_play(lines=("4sn=",))
    path = f"/rubbers/{rubber.pk}/deals/1/correction/"
    page = open_page(
        path, member=rubber.players[Seat.NORTH], width=360, height=640, scripts=False
    )
    page.locator('.strike [name="reason"]').fill(" ")
    page.locator(".strike button").click()
    expect(page.locator("#refused")).to_be_focused()
    assert page.locator("#refused").bounding_box()["y"] < 200


def test_the_last_deal_is_corrected_from_the_sheet_without_scrolling(
    transactional_db: None, open_page: OpenPage
):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    page = open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.SOUTH],
        width=360,
        height=640,
    )
    page.locator("#agree-all").click()  # until then "Something’s wrong" stands there
    # The stream replaces the sheet, and the link on it, once the agreement stands in the books.
    expect(page.locator("#deals .seal.signed")).to_have_count(2)
    correct = page.locator("#correct-last")
    expect(correct).to_be_in_viewport(ratio=1)
    assert correct.bounding_box()["height"] >= 44
    correct.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 2 is not right")
    for part in ("#stands-title", "#contract-chip", "#record"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.locator('[name="declarer"][value="W"]').click()
    expect(page.locator("#record")).to_contain_text("by Dan")
    expect(page.locator("#record")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    page.locator("#record").click()
    expect(page.locator(".message")).to_contain_text("Proposed.")


def test_what_was_refused_is_not_sent_again_until_something_else_is_chosen(
    transactional_db: None, open_page: OpenPage
):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    page = open_page(
        f"/rubbers/{rubber.pk}/deals/1/correction/",
        member=rubber.players[Seat.NORTH],
        width=360,
        height=640,
    )
    page.locator('[name="result"][value="+1"]').click()
    expect(page.locator("#which-error")).to_be_visible()
    page.locator("#record").click()
    expect(page.locator("#refused")).to_be_in_viewport()
    expect(page.locator("#record")).to_be_disabled()
    page.locator("#which-error input").first.check()
    expect(page.locator("#record")).to_be_enabled()
