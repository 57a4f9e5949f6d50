"""The ledger, a statement of a year, the standings and a member's page, on a phone and on a desk."""

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


@pytest.fixture
def player(transactional_db: None) -> Member:
    """A member who has played 61 rubbers in an earlier month, and one tonight."""
    people = [member(name) for name in NAMES[:4]]
    pairs = (people[0], people[2]), (people[1], people[3])
    now = timezone.now()
    ledger.open_season(name="Season", slug="season", begins_on=date(2020, 1, 1))
    for _ in range(61):
        book(*pairs, 100, now=now - timedelta(days=62))
    book(*pairs, 250, now=now)
    return people[0]


def test_an_older_month_of_a_long_statement_is_fetched_when_it_is_unfolded(
    player: Member, open_page: OpenPage, obstacles
):
    page = open_page(f"/ledger/{player.pk}/", member=player, **PHONE)
    lines = page.locator(".statement tbody tr")
    expect(lines).to_have_count(1)
    month = page.locator("#entries-pt > .fold").last
    month.locator("summary").first.press("Enter")
    expect(lines).to_have_count(62)
    expect(month.locator("summary").first).to_be_focused()
    month.locator("summary").nth(1).click()
    expect(lines.last).to_be_visible()
    assert obstacles(page) == []


def test_an_older_month_is_a_link_away_without_scripts(
    player: Member, open_page: OpenPage
):
    page = open_page(f"/ledger/{player.pk}/", member=player, scripts=False, **PHONE)
    page.locator("#entries-pt > .fold > summary").last.click()
    key = page.get_by_role("link", name="Show 61 entries")
    assert key.bounding_box()["height"] >= 44
    key.click()
    evening = page.locator("#entries-pt > .fold").last.locator(".fold > summary")
    expect(evening).to_be_visible()
    assert evening.bounding_box()["y"] < 640


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
    line = page.locator("#own-transfers li")
    expect(line).to_contain_text(f"waiting for {receiver.name} to confirm")
    assert page.url.endswith("/ledger/")
    other = open_page("/ledger/", member=receiver, **PHONE)
    confirm = other.get_by_role("button", name=f"Received from {payer.name}")
    assert confirm.bounding_box()["y"] + 44 <= 640
    confirm.click()
    expect(other.locator(".messages")).to_contain_text("received and booked")
    expect(other.locator("#own-transfers")).to_be_hidden()
    assert other.url.endswith("/ledger/")


def test_an_evening_of_the_ledger_and_of_a_member_leads_to_the_evening(
    club: list[Member], open_page: OpenPage
):
    page = open_page("/ledger/", member=club[0], **PHONE)
    assert top_of(page, "#last-evenings tbody tr") <= 640
    page.locator("#last-evenings tbody a").last.click()
    expect(page.locator("h1")).to_be_visible()
    evening = page.url
    assert "/evenings/20" in evening
    page.goto(evening.partition("/evenings/")[0] + f"/members/{club[0].pk}/")
    page.locator("#last-evenings tbody a").nth(3).click()
    expect(page).to_have_url(evening)


LEVELS = """() => [...document.querySelectorAll("h1, h2, h3, h4")]
  .filter(each => each.checkVisibility()).map(each => +each.tagName[1])"""


@pytest.mark.parametrize("width", [360, 1280])
def test_the_headings_of_the_books_are_in_order(
    club: list[Member], open_page: OpenPage, obstacles, width: int
):
    page = open_page("/ledger/", member=club[0], width=width, height=800)
    club_at = page.url.removesuffix("/ledger/")
    for path in (
        *("/ledger/", "/ledger/?name=a", f"/ledger/{club[0].pk}/", "/settlements/"),
        *("/standings/", f"/standings/?about={club[0].pk}", "/standings/?by=rating"),
        *(f"/members/{club[0].pk}/", f"/members/{club[0].pk}/with/{club[2].pk}/"),
    ):
        page.goto(club_at + path)
        levels = page.evaluate(LEVELS)
        assert levels[0] == 1, path
        assert levels.count(1) == 1, path
        steps = [to - level for level, to in zip(levels, levels[1:], strict=False)]
        assert max(steps, default=0) <= 1, path
        assert obstacles(page) == [], path


def test_my_row_and_the_way_to_the_next_place_are_in_sight(
    club: list[Member], open_page: OpenPage
):
    page = open_page("/standings/", member=club[-1], **PHONE)
    own = page.locator("#member-place-own").bounding_box()
    assert own["y"] + own["height"] <= 640
    expect(page.locator("#member-place-own")).to_contain_text("behind")


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


def test_on_a_desk_what_a_tapped_row_shows_stands_beside_the_table(
    club: list[Member], open_page: OpenPage
):
    page = open_page("/standings/", member=club[0], width=1280, height=800)
    table = page.locator("#standings-table").bounding_box()
    right = table["x"] + table["width"]
    assert page.locator("#member-place-own").bounding_box()["x"] > right
    last = page.locator("#standings-table tbody th a").last
    last.click()
    expect(page.locator("#member-place-own")).to_be_hidden()
    about = page.locator(".about-member")
    box = about.bounding_box()
    assert box["x"] > right
    assert box["y"] >= -1
    assert box["y"] + box["height"] <= 800
    assert page.locator("#standings-table").bounding_box()["width"] == table["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    page.locator("#about-list-partners summary").click()
    assert page.locator("#about-list-partners").evaluate("each => each.open")
    assert not page.locator("#about-list-opponents").evaluate("each => each.open")


def test_the_page_of_a_member_of_many_years_is_folded(
    club: list[Member], open_page: OpenPage
):
    page = open_page(f"/members/{club[0].pk}/", member=club[0], **PHONE)
    assert page.evaluate(HEIGHT) <= 1700
    assert top_of(page, "#last-evenings") <= 640
    expect(page.locator("#rubber-lines")).to_be_hidden()
    page.get_by_text("Rubbers", exact=True).last.click()
    expect(page.locator("#rubber-lines")).to_be_visible()


def test_text_twice_as_large_on_a_desk_gives_each_table_the_page(
    club: list[Member], open_page: OpenPage
):
    page = open_page("/standings/", member=club[0], width=1280, height=800)
    for path in ("/standings/", "/ledger/"):
        page.goto(f"{page.url.partition('/standings')[0]}{path}")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        paper = page.locator(".book").first.bounding_box()
        assert paper["width"] >= 1_150
        table = page.locator(".book table.figures").last
        assert table.evaluate("each => each.scrollWidth - each.clientWidth") <= 0
        assert page.evaluate("document.documentElement.scrollWidth") == 1280


def test_text_twice_as_large_breaks_no_word_of_a_statement(
    club: list[Member], open_page: OpenPage
):
    page = open_page(f"/ledger/{club[0].pk}/", member=club[0], **PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    entry = page.locator(".statement tbody td.who:not(.when)").first
    assert entry.bounding_box()["width"] >= 240
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_an_entry_of_a_statement_has_the_whole_line_of_a_phone(
    club: list[Member], open_page: OpenPage
):
    page = open_page(f"/ledger/{club[0].pk}/", member=club[0], **PHONE)
    entry = page.locator(".statement tbody td.who:not(.when)").first
    assert entry.bounding_box()["width"] >= 300
    when, net = (
        page.locator(f".statement td{each}").first for each in (".when", ".net")
    )
    assert abs(when.bounding_box()["y"] - net.bounding_box()["y"]) <= 8


@pytest.mark.parametrize("width", [360, 1280])
def test_text_twice_as_large_keeps_the_buttons_of_payments_on_the_page(
    transactional_db: None, open_page: OpenPage, width: int
):
    agreed_rubber(four())
    made = settle(member("Otto Brandt", role=Role.ADMIN))
    payer = made.transfers.order_by("number").first().from_party
    page = open_page("/settlements/", member=payer, width=width, height=800)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == width
