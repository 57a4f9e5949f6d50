"""Questions on a phone: nobody can agree to something that is not in sight, and the entry keeps its place."""

from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings

from clubscore.members.models import Member
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.e2e.browser import TWICE_AS_LARGE, expect
from tests.e2e.conftest import OpenPage
from tests.factories import NOON, four, rubber_in_play
from tests.waiting import until

# The smallest phone in the language of the longest words stands for the others.
ALIKE = pytest.mark.thorough
SIZES = ((360, 640), (390, 844))
PHONES = [
    pytest.param(size, code, marks=() if (size, code) == ((360, 640), "de") else ALIKE)
    for size in SIZES
    for code, _ in settings.LANGUAGES
]
FOUR_DEALS = ("2hs+1 h4s", "4sxw-2", "p", "3ne+1")

# Of what a selector finds: what does not lie wholly within the window, is cut, or has something over it.
NOT_IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
    const isOnTop = (x, y) => {
        const top = document.elementFromPoint(x, y);
        return each.contains(top) || top?.contains(each);
    };
    const isSeen = ({ left, top, right, bottom, width }) =>
        width > 2 && left >= 0 && right <= innerWidth && isOnTop(left + width / 2, (top + bottom) / 2)
        && isOnTop(left + 3, top + 3) && isOnTop(right - 3, bottom - 3);
    const boxes = [...each.getClientRects()];
    return !boxes.length || !boxes.every(isSeen) || (each.clientWidth && each.scrollWidth > each.clientWidth + 1);
}).map((each) => each.textContent.trim())"""
TITLES = ".asks > .ask > h3, .asks > .ask > .ask-head > h3"
BINDING = ".asks :is([name=vote], #agree-all, [id^=agree-])"


def opened(
    open_page: OpenPage, rubber: Rubber, size: tuple[int, int], language: str
) -> Any:
    ben = rubber.players[Seat.EAST]
    Member.objects.filter(pk=ben.pk).update(language=language)
    width, height = size
    phone = open_page(
        f"/tables/{rubber.table_id}/",
        member=ben,
        width=width,
        height=height,
        locale=language,
    )
    expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")
    return phone


def corrected(rubber: Rubber, line: str) -> None:
    """Let Cleo propose this line as the correction of the last deal."""
    state = load(rubber.pk)
    propose(
        state=state,
        base=state.deals[-1],
        facts=parse_deal(line),
        key=uuid4(),
        error="agreement",
        by=rubber.players[Seat.SOUTH],
        now=NOON,
    )


def lose_the_line(phone: Any, expected_errors: list[str]) -> None:
    expected_errors += [
        "ERR_INTERNET_DISCONNECTED",
        "htmx:sendError",
        "htmx:afterRequest",
    ]
    phone.context.set_offline(True)
    expect(phone.locator("#live-state")).to_have_attribute("data-state", "lost")


def bottom(phone: Any, selector: str) -> float:
    box = phone.locator(selector).bounding_box()
    return box["y"] + box["height"]


def check_a_vote(phone: Any) -> None:
    """Check a vote on a phone: folded, it has no answers; unfolded, all that it asks is in sight with the answers."""
    expect(phone.locator(BINDING).locator("visible=true")).to_have_count(0)
    assert bottom(phone, "#entry") <= phone.viewport_size["height"]
    assert phone.evaluate(NOT_IN_SIGHT, f"{TITLES}, .asks-key") == []
    phone.locator(".asks-key").click()
    expect(phone.locator(".asks [name=vote]").first).to_be_visible()
    for part in (
        ".ballot-who",
        ".ballot-words",
        ".ballot-details",
        ".ballot-figures .differs dd",
        ".ballot [name=vote]",
        ".ask-follows",
        ".ask-period",
    ):
        assert phone.locator(f".asks .ask:first-of-type {part}").count() > 0
        assert (
            part,
            phone.evaluate(NOT_IN_SIGHT, f".asks .ask:first-of-type {part}"),
        ) == (part, [])
    phone.locator(".asks-key").click()
    expect(phone.locator(BINDING).locator("visible=true")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), PHONES)
def test_both_results_who_says_so_and_the_period_are_in_sight_before_a_vote(
    transactional_db: None,
    open_page: OpenPage,
    expected_errors: list[str],
    size: tuple[int, int],
    language: str,
):
    rubber = rubber_in_play(four(), lines=("2hs+1", "4sxw-2", "2ds+1 h4s"))
    corrected(rubber, "2ds= h4s")
    phone = opened(open_page, rubber, size, language)
    check_a_vote(phone)
    lose_the_line(phone, expected_errors)
    check_a_vote(phone)


def test_law_78_which_deals_are_lost_and_both_figures_are_in_sight_before_a_vote(
    transactional_db: None, open_page: OpenPage
):
    lines = ("2hs+1", "4se=", "3nn=", "2he=", "4hs-1", "3sw-1", "1nn=")
    rubber = rubber_in_play(four(), lines=lines)
    state = load(rubber.pk)
    propose(
        state=state,
        base=state.deal(5),
        facts=parse_deal("4hs="),
        key=uuid4(),
        error="recording",
        later="strike",
        by=rubber.players[Seat.SOUTH],
        now=NOON,
    )
    phone = opened(open_page, rubber, (360, 640), "en-gb")
    check_a_vote(phone)
    phone.locator(".asks-key").click()
    expect(phone.locator(".ballot [name=vote][value=no]")).to_contain_text("9 tricks")
    expect(phone.locator(".ballot [name=vote][value=yes]")).to_contain_text("10 tricks")
    lost = phone.locator(".ask-follows li").all_inner_texts()
    assert "Deal 6 is lost: 3♠ by Dan, −1, They 100." in lost
    assert "Deal 7 is lost: 1NT by Anna, made, They 40." in lost
    assert phone.evaluate(NOT_IN_SIGHT, ".ask-follows li, .ballot [name=vote]") == []
    phone.locator(".ballot [name=vote][value=yes]").click()
    expect(phone.locator(".vote.yes")).to_contain_text(
        ["Ben 10 tricks", "Cleo 10 tricks"]
    )


@pytest.mark.parametrize(("size", "language"), PHONES)
def test_every_deal_and_its_points_are_in_sight_before_one_agrees_to_all(
    transactional_db: None,
    open_page: OpenPage,
    expected_errors: list[str],
    size: tuple[int, int],
    language: str,
):
    rubber = rubber_in_play(four(), lines=FOUR_DEALS)
    phone = opened(open_page, rubber, size, language)
    lose_the_line(phone, expected_errors)
    assert bottom(phone, "#entry") <= phone.viewport_size["height"]
    key = phone.locator(".asks-key")
    if key.is_visible():
        expect(phone.locator(BINDING).locator("visible=true")).to_have_count(0)
        key.click()
    expect(phone.locator(".ask-list li")).to_have_count(len(FOUR_DEALS))
    assert (
        phone.evaluate(
            NOT_IN_SIGHT,
            ".ask-list li, .deal-to-sign-words, .deal-to-sign-points b, .ask-total, #agree-all",
        )
        == []
    )


def test_where_the_entry_leaves_room_what_is_asked_is_shown_at_once(
    transactional_db: None, open_page: OpenPage
):
    phone = opened(
        open_page, rubber_in_play(four(), lines=FOUR_DEALS), (390, 844), "en-gb"
    )
    expect(phone.locator("#agree-all")).to_be_visible()
    expect(phone.locator(".asks-key")).to_be_hidden()
    assert bottom(phone, "#entry") <= 844
    phone.set_viewport_size({"width": 390, "height": 640})
    expect(phone.locator("#agree-all")).to_be_hidden()
    until(lambda: bottom(phone, "#entry") <= 640)


def test_a_reader_is_told_that_the_asks_are_folded_and_led_to_what_is_unfolded(
    transactional_db: None, open_page: OpenPage
):
    phone = opened(
        open_page, rubber_in_play(four(), lines=FOUR_DEALS), (360, 640), "en-gb"
    )
    key = phone.locator(".asks-key")
    expect(key).to_have_text("Please check", use_inner_text=True)
    expect(key).to_have_attribute("aria-expanded", "false")
    key.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#deals-card")).to_be_focused()
    expect(key).to_have_attribute("aria-expanded", "true")
    expect(key).to_have_text("Enter the next deal", use_inner_text=True)
    phone.locator("#agree-all").click()
    expect(phone.locator(".agreed")).to_contain_text("Agreed to ")
    until(lambda: bottom(phone, "#entry") <= 640)


def test_without_scripts_all_that_is_asked_stands_there(
    transactional_db: None, open_page: OpenPage
):
    rubber = rubber_in_play(four(), lines=FOUR_DEALS)
    corrected(rubber, "3ne=")
    ben = rubber.players[Seat.EAST]
    phone = open_page(
        f"/tables/{rubber.table_id}/", member=ben, width=360, height=640, scripts=False
    )
    expect(phone.locator(".asks-key")).to_be_hidden()
    for each in (
        ".asks .ballot",
        ".asks .ask-period",
        ".ask-list li >> nth=2",
        "#agree-all",
    ):
        expect(phone.locator(each)).to_be_visible()


def test_without_a_network_nothing_lies_over_the_score_or_over_what_is_asked(
    transactional_db: None, open_page: OpenPage, expected_errors: list[str]
):
    rubber = rubber_in_play(four(), lines=FOUR_DEALS)
    corrected(rubber, "3ne=")
    phone = opened(open_page, rubber, (360, 640), "en-gb")
    before = phone.locator(".me").bounding_box()
    lose_the_line(phone, expected_errors)
    until(
        lambda: (
            phone.evaluate(
                NOT_IN_SIGHT, f".strip span, .strip b, {TITLES}, #live-state"
            )
            == []
        )
    )
    assert phone.locator(".me").bounding_box() == before
    assert bottom(phone, "#entry") <= 640
    phone.evaluate("scrollTo(0, 200)")
    assert phone.evaluate(NOT_IN_SIGHT, ".strip span, .strip b, #live-state") == []
    assert phone.evaluate(TWICE_AS_LARGE) == 360


LARGE_TEXT = 'document.documentElement.style.fontSize = "200%"'
LINES_OF = "(each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)"


def test_in_large_text_a_question_breaks_no_word_and_its_versions_stand_below_each_other(
    transactional_db: None, open_page: OpenPage
):
    rubber = rubber_in_play(four(), lines=("4sn=", "2he="))
    enter_deal(
        state=load(rubber.pk),
        facts=parse_deal("2he-1"),
        number=2,
        seen_revision=0,
        key=uuid4(),
        by=rubber.players[Seat.EAST],
        now=NOON,
    )
    page = open_page(
        f"/tables/{rubber.table_id}/",
        member=rubber.players[Seat.SOUTH],
        width=360,
        height=640,
    )
    page.evaluate(LARGE_TEXT)
    title = page.get_by_role("heading", name="Deal 2: which is right?")
    assert round(title.evaluate(LINES_OF)) <= 2
    page.locator("#asks-key").click()
    first, second = (
        page.locator(".ballot-version").nth(at).bounding_box() for at in range(2)
    )
    assert first["x"] == second["x"]
    assert second["y"] >= first["y"] + first["height"]
    for key in page.locator(".asks .ask-answers .button").all():
        assert round(key.evaluate(LINES_OF)) <= 3
