"""A new club, from the first sign-in to the first deal: counts pages and fields. Figures: docs/benchmarks.md."""

from typing import Any

from clubscore.members.models import Member
from tests.e2e.browser import PHONE, expect, pages_asked_for
from tests.e2e.conftest import OpenPage
from tests.factories import PASSWORD


def test_from_the_first_sign_in_to_the_first_deal_in_six_pages_and_four_fields(
    transactional_db: None, open_page: OpenPage, obstacles: Any
):
    Member.objects.create_superuser("ruth", "Ruth Abel", PASSWORD)
    page = open_page("/", **PHONE)
    loads = pages_asked_for(page)
    page.get_by_label("Sign-in name").fill("ruth")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()

    expect(page.locator("#first-steps")).to_contain_text("0 of 5 done")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert obstacles(page) == []
    page.get_by_label("Paste the names").fill("Anna Weiss\nTom Byrne\nMei Tan")
    page.get_by_role("button", name="See what would be added").click()
    page.get_by_role("button", name="Import 3 members").click()

    expect(page.locator("#first-steps")).to_contain_text("1 of 5 done")
    page.get_by_role("button", name="Start a table").click()
    for name in ("Anna Weiss", "Tom Byrne", "Mei Tan"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".seat-list")).to_contain_text(name)
    page.get_by_role("button", name="Cut for partners").click()
    page.get_by_role("button", name="Start the rubber").click()
    page.locator("#deal-line-text").fill("4sn=")
    page.locator("#record").click()
    expect(page.locator("#deals")).to_contain_text("4♠ by")
    # The first steps, what the list comes to, the first steps, seats, cut, table.
    assert len(loads) == 6
