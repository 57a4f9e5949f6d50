"""The director's page in three parts: what is now, the people, the boards and papers."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Session
from clubscore.duplicate.play.entering.calls import call_director
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from scoring.movements.mitchell import mitchell
from tests.duplicate.recorded import agreed, player
from tests.duplicate.sessions import opened
from tests.e2e.browser import expect
from tests.factories import member

TOP, BOTTOM = "top", "bottom"
LAPTOP = {"width": 1280, "height": 800}
PHONES = [{"width": 390, "height": 844}, {"width": 360, "height": 640}]
WAYS_ON_A_LAPTOP = 800
SIZES = [*PHONES, {"width": 820, "height": 1180}, LAPTOP]
GRID_ON_A_PHONE = 1250
"""The height of the grid of nine tables; it was 1,977 when each table had two lines of boards."""


def nine_tables() -> Session:
    """A Mitchell of nine tables in its first round; table 1 has a result, and tables 2 and 5 call."""
    now = timezone.now()
    session = opened(member("Ruth"), mitchell(9), boards_a_round=3)
    people = [member(f"Anna{number:02} Weiss") for number in range(36)]
    pairs = zip(people[::2], people[1::2], strict=True)
    taken = [Taken("A", number, pair) for number, pair in enumerate(pairs, start=1)]
    seat(session=session, taken=taken, by=session.director, now=now)
    start_round(session=session, round=1, by=session.director, now=now)
    agreed(session, first_slot(session, 1), "4sn=")
    for table in (2, 5):
        slot = first_slot(session, table)
        call_director(
            session_id=session.pk,
            slot=slot,
            about="a revoke?",
            key=uuid4(),
            by=player(session, slot),
            now=now,
        )
    session.refresh_from_db()
    return session


def first_slot(session: Session, table: int) -> Slot:
    state = load(session.pk)
    row = state.sections[0].row_at(1, table)
    return Slot("A", 1, table, state.boards_in(row)[0])


REACHED = """(target) => {
    target.scrollIntoView({block: "nearest"});
    const at = target.getBoundingClientRect();
    const found = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    return target.contains(found) ? null : target.textContent.trim();
}"""
"""A script that scrolls to an element by as little as needed, and returns its text if something covers its middle."""


def covered(page: Any, selector: str) -> list[str]:
    """Return the texts of the elements in whose middle something else lies when the page is scrolled to them."""
    seen = "(each) => each.getClientRects().length"
    found = page.evaluate(
        f"[...document.querySelectorAll({selector!r})].filter({seen}).map({REACHED})"
    )
    return [text for text in found if text is not None]


def second_round(session: Session) -> None:
    start_round(session=session, round=2, by=session.director, now=timezone.now())


def edge(page: Any, selector: str, which: str) -> float:
    """The upper or lower edge of an element in the window, in pixels."""
    found: float = page.evaluate(
        f"document.querySelector({selector!r}).getBoundingClientRect().{which}"
    )
    return found


def test_a_laptop_shows_nine_tables_the_clock_the_calls_and_the_three_parts(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    session = nine_tables()
    page = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **LAPTOP
    )
    for seen in (
        "#direct-grid tbody",
        ".direct-clock",
        ".direct-calls",
        "#direct-next",
    ):
        assert edge(page, seen, BOTTOM) <= LAPTOP["height"], seen
    for part in ("#direct-people", "#direct-papers", "#direct-end"):
        assert edge(page, part, TOP) < WAYS_ON_A_LAPTOP, part
    assert page.locator(".button.gold").count() == 1
    assert obstacles(page) == []


@pytest.mark.parametrize("phone", PHONES, ids=lambda phone: str(phone["width"]))
def test_on_a_phone_the_first_screen_is_now_and_the_other_parts_are_a_tap_away(
    phone: dict[str, int], transactional_db: None, open_page: Callable[..., Any]
):
    session = nine_tables()
    page = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **phone
    )
    bar, act = edge(page, ".direct-jump", TOP), edge(page, "#direct-next", TOP)
    assert edge(page, "#direct-next", BOTTOM) <= bar
    for seen in (".direct-left", ".direct-calls li"):
        assert edge(page, seen, BOTTOM) <= act, seen
    grid = edge(page, "#direct-grid", BOTTOM) - edge(page, "#direct-grid", TOP)
    assert grid <= GRID_ON_A_PHONE
    for name, part in (
        ("People", "#direct-people"),
        ("Papers", "#direct-papers"),
        ("Tables", "#direct-tables"),
        ("Now", "#direct-now"),
    ):
        page.get_by_role("link", name=name, exact=True).last.click()
        expect(page.locator(part)).to_be_in_viewport()
        assert edge(page, part, TOP) < bar
    assert page.evaluate("document.documentElement.scrollWidth") == phone["width"]


def test_what_ends_the_session_stands_apart_from_the_buttons(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = nine_tables()
    page = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **LAPTOP
    )
    end = page.get_by_role("region", name="The end")
    expect(end.get_by_role("link", name="Cancel the session…")).to_be_visible()
    assert end.locator(".button").count() == 0
    people = page.get_by_role("navigation", name="People")
    expect(people.get_by_role("link", name="Substitutes")).to_be_visible()
    papers = page.get_by_role("navigation", name="Boards and papers")
    expect(papers.get_by_role("link", name="Enter slips")).to_be_visible()


def test_the_parts_stay_live_while_a_call_is_answered_elsewhere(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = nine_tables()
    page = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **LAPTOP
    )
    expect(page.locator('.direct-cell[data-standing="agreed"]')).to_have_count(1)
    agreed(session, first_slot(session, 3), "3nn=")
    expect(page.locator('.direct-cell[data-standing="agreed"]')).to_have_count(2)
    expect(page.locator(".direct-left b")).to_contain_text(":")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_the_next_round_stays_in_reach_and_covers_nothing(
    size: dict[str, int],
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    session = nine_tables()
    second_round(session)
    page = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **size
    )
    for place in ("#director-title", "#direct-papers", ".foot"):
        page.locator(place).scroll_into_view_if_needed()
        button = page.get_by_role("button", name="Next round: 3…")
        assert edge(page, "#direct-next .button", TOP) >= 0, place
        assert edge(page, "#direct-next .button", BOTTOM) <= size["height"], place
        button.click(trial=True)
    assert covered(page, "main :is(a, button, summary)") == []
    assert obstacles(page) == []


def test_what_waits_slides_beside_the_grid_and_stays_where_it_is_when_a_result_comes(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = nine_tables()
    second_round(session)
    page = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **LAPTOP
    )
    page.evaluate("document.querySelector('.direct-waits').scrollTop = 150")
    slot = first_slot(session, 3)
    agreed(session, slot, "3nn=")
    missing = page.locator("#missing-title ~ * a")
    expect(missing).to_have_count(25)
    assert page.evaluate("document.querySelector('.direct-waits').scrollTop") == 150


def test_text_twice_as_large_on_a_phone_leaves_the_next_round_in_its_place(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = nine_tables()
    page = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **PHONES[1]
    )
    place = "getComputedStyle(document.querySelector('#direct-next')).position"
    assert page.evaluate(place) == "sticky"
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(place) == "static"


@pytest.mark.parametrize(("width", "shown"), [(1280, 9), (820, 9), (360, 0)])
def test_the_earlier_round_has_its_dots_where_there_is_room(
    width: int, shown: int, transactional_db: None, open_page: Callable[..., Any]
):
    session = nine_tables()
    second_round(session)
    page = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, width=width
    )
    expect(page.locator("td.direct-dots:visible")).to_have_count(shown)
    if shown:
        marks = page.locator(".direct-dots i")
        expect(marks).to_have_count(27)
        expect(page.locator('.direct-dots i[data-mark="called"]')).to_have_count(2)
