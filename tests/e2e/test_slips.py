"""A director types the slips of a round by keyboard: read back at once, recorded together, also without scripts."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from clubscore.duplicate.models import Play, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.slot import Slot
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed
from tests.e2e.browser import PHONE, expect
from tests.factories import member

TYPED = (
    "1 1 4sn=",
    "3nte-1",
    "2he+1",
    "p",
    "2 1 4sn+1",
    "3nte=",
    "2hw=",
    "5cxs-2",
    "1 5 1nts=",
    "2 5 2dw-1",
)
KEYS_A_LINE = 9
SECONDS_FOR_TEN = 60
"""Ten slips a minute; the browser types without thinking, so that only the waits for the page count."""


def evening() -> Session:
    return in_play(member("Ruth"), howell(2), count=4, boards_a_round=5)


def test_ten_slips_are_typed_read_back_and_recorded_without_the_mouse(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    session = evening()
    page = open_page(f"/duplicate/{session.pk}/director/", member=session.director)
    page.get_by_role("link", name="Enter slips").click()
    field = page.get_by_label("One result a line")
    expect(field).to_be_focused()
    began, keys = monotonic(), 0
    for number, line in enumerate(TYPED, start=1):
        page.keyboard.type(f"{line}\n")
        keys += len(line) + 1
        expect(page.locator("#slips-read li")).to_have_count(number)
    expect(page.locator(".slip-wrong")).to_have_count(0)
    assert obstacles(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Record these results")).to_be_focused()
    assert not Play.objects.exists()
    page.keyboard.press("Enter")
    expect(page.get_by_text("10 results are recorded.")).to_be_visible()
    assert monotonic() - began < SECONDS_FOR_TEN
    assert keys <= KEYS_A_LINE * len(TYPED)
    assert len(results_of(session.pk)) == len(TYPED)
    expect(page.get_by_text("Every result is there.")).to_be_visible()
    expect(page.get_by_label("One result a line")).to_be_focused()


def test_an_error_stands_in_its_line_and_a_difference_stays_until_its_box_is_ticked(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = evening()
    first = Slot("A", 1, 1, 1)
    agreed(session, first, "4sn=")
    page = open_page(
        f"/duplicate/{session.pk}/director/slips/", member=session.director, **PHONE
    )
    field = page.get_by_label("One result a line")
    field.fill("1 1 4sn+1\n8sn=\n2 2 p")
    expect(page.locator(".slip-wrong")).to_have_count(1)
    expect(page.locator("li:nth-child(2).slip-wrong")).to_contain_text("8sn=")
    expect(page.get_by_role("button", name="Record these results")).to_be_disabled()
    field.fill("1 1 4sn+1\n1 3 p")
    replace = page.get_by_role("checkbox", name="Recorded is 4♠ N =: replace it")
    replace.check()
    page.get_by_role("button", name="Record these results").click()
    expect(page.get_by_text("2 results are recorded.")).to_be_visible()
    assert results_of(session.pk)[first].play.facts.tricks == 11
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_without_scripts_the_slips_are_previewed_and_then_recorded(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = evening()
    page = open_page(
        f"/duplicate/{session.pk}/director/slips/",
        member=session.director,
        scripts=False,
        **PHONE,
    )
    page.get_by_label("Which slips").select_option("Table 1")
    page.get_by_label("One result a line").fill("4sn=\n3 p")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#slips-read li")).to_have_count(2)
    assert not Play.objects.exists()
    page.get_by_role("button", name="Record these results").click()
    expect(page.get_by_text("2 results are recorded.")).to_be_visible()
    assert {(play.table, play.board) for play in Play.objects.all()} == {(1, 1), (1, 3)}
