"""The ledger, a statement of a year, and the standings on a phone of 360 by 640 pixels."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from clubscore.ledger import services as ledger
from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.e2e.browser import expect
from tests.e2e.conftest import OpenPage
from tests.factories import agreed_rubber, four, member
from tests.settlements.settling import settle
from tests.standings.season_of import book

PHONE = {"width": 360, "height": 640}
HEIGHT = "document.documentElement.scrollHeight"
NAMES = (
    *("Anna Weiss", "Ben Stone", "Cleo Marsh", "Dan Hill", "Eva Berg", "Finn Lake"),
    *("Gus Field", "Hanna Grey", "Ivo Novak", "Karl Stein", "Lena Ortiz", "Mei Tan"),
)


@pytest.fixture
def club(transactional_db: None) -> list[Member]:
    """Twelve members who have played three rubbers on each of 48 weekly evenings, the last one tonight."""
    people = [member(name) for name in NAMES]
    now = timezone.now()
    ledger.open_season(name="Season", slug="season", begins_on=date(2020, 1, 1))
    for week in range(47, -1, -1):
        for table in range(3):
            four = people[4 * table + week % 4 :] + people[: 4 * table + week % 4]
            margin = 100 + (week * 370 + table * 530) % 1_400
            winners, losers = (four[0], four[2]), (four[1], four[3])
            if week % 3 == 0:
                winners, losers = losers, winners
            book(winners, losers, margin, now=now - timedelta(weeks=week))
    return people


def top_of(page, selector: str) -> float:
    return page.locator(selector).first.bounding_box()["y"]


def test_a_statement_of_a_year_is_short_and_loses_nothing(
    club: list[Member], open_page: OpenPage
):
    page = open_page(f"/ledger/{club[0].pk}/", member=club[0], **PHONE)
    assert page.evaluate(HEIGHT) <= 1500
    evenings = page.locator("[id^=on-]").count()
    assert evenings >= 30
    assert page.locator(".statement tbody tr").count() >= evenings
    oldest = page.locator("[id^=on-]").last
    expect(oldest).to_be_hidden()
    page.locator("#entries-pt > .fold > summary").last.click()
    oldest.locator("summary").click()
    expect(oldest.locator(".statement tbody tr").last).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_on_paper_a_statement_is_unfolded(club: list[Member], open_page: OpenPage):
    page = open_page(f"/ledger/{club[0].pk}/", member=club[0], **PHONE)
    oldest = page.locator(".statement tbody tr").last
    assert oldest.evaluate("each => each.checkVisibility()") is False
    page.emulate_media(media="print")
    assert oldest.evaluate("each => each.checkVisibility()") is True


def test_the_ledger_begins_with_what_i_owe_and_one_button_each(
    transactional_db: None, open_page: OpenPage
):
    agreed_rubber(four())
    made = settle(member("Otto Brandt", role=Role.ADMIN))
    transfer = made.transfers.order_by("number").first()
    payer, receiver = transfer.from_party, transfer.to_party
    page = open_page("/ledger/", member=payer, **PHONE)
    button = page.get_by_role("button", name=f"I have paid {receiver.name}")
    assert button.bounding_box()["y"] + 44 <= 640
    assert button.bounding_box()["height"] >= 44
    button.click()
    other = open_page("/ledger/", member=receiver, **PHONE)
    confirm = other.get_by_role("button", name=f"Received from {payer.name}")
    assert confirm.bounding_box()["y"] + 44 <= 640
    confirm.click()
    expect(other.locator(f"#transfer-{transfer.pk} .good")).to_have_text("received")


def test_an_evening_of_the_ledger_leads_to_its_entries_unfolded(
    club: list[Member], open_page: OpenPage
):
    page = open_page("/ledger/", member=club[0], **PHONE)
    assert top_of(page, "#own-account tbody tr") <= 640
    page.locator("#own-account tbody a").last.click()
    day = page.url.rpartition("#")[2]
    expect(page.locator(f"#{day} tbody tr").first).to_be_visible()


def test_my_row_and_the_way_to_the_next_place_are_in_sight(
    club: list[Member], open_page: OpenPage
):
    page = open_page("/standings/", member=club[-1], **PHONE)
    own = page.locator("#own-place").bounding_box()
    assert own["y"] + own["height"] <= 640
    expect(page.locator("#own-place")).to_contain_text("behind")


def test_a_tap_on_a_row_shows_against_whom_and_a_second_one_folds_it(
    club: list[Member], open_page: OpenPage
):
    page = open_page("/standings/", member=club[0], **PHONE)
    page.get_by_role("link", name="Lena Ortiz", exact=True).click()
    expect(page.locator("#about-row")).to_be_visible()
    line = page.locator(f"#standings-line-{club[10].pk}").bounding_box()
    assert -1 <= line["y"] <= 640
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("link", name="Close").click()
    expect(page.locator("#about-row")).to_have_count(0)


def test_the_page_of_a_member_of_many_years_is_folded(
    club: list[Member], open_page: OpenPage
):
    page = open_page(f"/members/{club[0].pk}/", member=club[0], **PHONE)
    assert page.evaluate(HEIGHT) <= 1700
    assert top_of(page, "#last-evenings") <= 640
    expect(page.locator("#rubber-lines")).to_be_hidden()
    page.get_by_text("Rubbers", exact=True).last.click()
    expect(page.locator("#rubber-lines")).to_be_visible()
