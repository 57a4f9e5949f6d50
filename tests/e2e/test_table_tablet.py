"""A tablet on a table of duplicate: both sides record and agree on it, and it never needs sideways scrolling."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.models import Play, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.slot import Slot
from scoring import Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import at, player
from tests.e2e.browser import expect
from tests.factories import member
from tests.landing import first_alone

SIZES = [(1024, 768), (800, 600)]
FIRST = Slot("A", 1, 1, 1)
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def left_on_the_table(
    session: Session,
    open_page: Callable[..., Any],
    size: tuple[int, int],
    **context: Any,
) -> Any:
    """Return North's device after North has left it on the table for all four players."""
    width, height = size
    page = f"/duplicate/{session.pk}/table/"
    device = open_page(
        page, member=player(session, FIRST), width=width, height=height, **context
    )
    device.get_by_text("Leave this device on the table").click()
    device.get_by_role("button", name="Leave it here").click()
    expect(device.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()
    return device


def tap(device: Any, *, contract: str, declarer: str, result: str) -> None:
    """Tap a result on the tablet: contract, declarer and tricks. Nothing may need sideways scrolling."""
    for name, value in (
        ("contract", contract),
        ("declarer", declarer),
        ("result", result),
    ):
        assert device.evaluate(SIDEWAYS) == 0
        device.locator(f'[name="{name}"][value="{value}"]').check(force=True)


def standing_of(session: Session, slot: Slot) -> str:
    return results_of(session.pk)[slot].standing(at(session, slot).sides)


@pytest.mark.parametrize("size", first_alone(SIZES), ids=str)
def test_both_sides_record_and_agree_on_one_device(
    size: tuple[int, int], transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4)
    device = left_on_the_table(session, open_page, size)
    lowest = device.locator('label:has([name="contract"][value="7NT"])').bounding_box()
    assert lowest["y"] + lowest["height"] <= size[1]  # every contract is in sight
    tap(device, contract="4S", declarer="N", result="0")
    device.get_by_role("button", name="Record").click()
    east = player(session, FIRST, Side.EW).short_name
    right = device.get_by_role("button", name=f"Agree: {east}")
    expect(right).to_be_visible()
    assert (device.evaluate(SIDEWAYS), standing_of(session, FIRST)) == (0, "entered")
    right.click()
    expect(device.get_by_text("Board 2").first).to_be_visible()
    expect(device.locator('.board-tab[data-standing="agreed"]')).to_have_count(1)
    assert standing_of(session, FIRST) == "agreed"
    assert Play.objects.get().recorded_by == player(session, FIRST)


def test_law_79a_what_was_agreed_on_the_device_is_taken_back_and_agreed_again_there(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    session = in_play(member("Ruth"), howell(2), count=4)
    device = left_on_the_table(session, open_page, (360, 640))
    tap(device, contract="4S", declarer="N", result="0")
    device.get_by_role("button", name="Record").click()
    east = player(session, FIRST, Side.EW).short_name
    device.get_by_role("button", name=f"Agree: {east}").click()
    device.locator('.board-tab[data-standing="agreed"]').click()
    expect(device.get_by_text("✓ Both sides agree.")).to_be_visible()
    assert (device.evaluate(SIDEWAYS), obstacles(device)) == (0, [])
    device.get_by_role("button", name=f"{east}: I take it back").click()
    expect(device.get_by_text("took the agreement back.")).to_be_visible()
    assert (device.evaluate(SIDEWAYS), obstacles(device)) == (0, [])
    assert standing_of(session, FIRST) == "entered"
    device.get_by_role("button", name=f"Agree: {east}").click()
    expect(device.locator('.board-tab[data-standing="agreed"]')).to_have_count(1)
    assert standing_of(session, FIRST) == "agreed"


@pytest.mark.parametrize(
    ("size", "keys"),
    [
        ((1024, 768), (".pass", ".seat", ".result", "#record")),
        ((360, 740), (".bid", ".pass")),
    ],
    ids=str,
)
def test_what_is_tapped_first_is_in_sight(
    size: tuple[int, int],
    keys: tuple[str, ...],
    transactional_db: None,
    open_page: Callable[..., Any],
):
    session = in_play(member("Ruth"), howell(2), count=4)
    device = left_on_the_table(session, open_page, size)
    record = device.locator("#record").bounding_box()
    for key in keys:
        box = device.locator(f"#deal-form {key}").last.bounding_box()
        assert box["y"] + box["height"] <= size[1], key
        if record is None or key == "#record":
            continue
        is_beside = box["x"] + box["width"] <= record["x"]
        assert is_beside or box["y"] + box["height"] <= record["y"], key


def test_one_result_without_scripts(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4)
    device = left_on_the_table(session, open_page, SIZES[1], scripts=False)
    tap(device, contract="3NT", declarer="E", result="-1")
    device.get_by_role("button", name="Record").click()
    device.get_by_role("button", name="Agree: ").first.click()
    assert standing_of(session, FIRST) == "agreed"
