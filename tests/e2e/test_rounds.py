"""Rounds at the director's page, asked once and taken back, with a clock that all see; a device after its round."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player
from tests.e2e.browser import PHONE, expect
from tests.factories import member
from tests.landing import first_alone

SIZES = [(360, 640), (820, 1180), (1280, 800)]
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FIRST = Slot("A", 1, 1, 1)


@pytest.mark.parametrize("size", first_alone(SIZES), ids=str)
def test_the_next_round_is_asked_begun_and_taken_back_while_a_phone_follows(
    size: tuple[int, int], transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(3))
    width, height = size
    page = f"/duplicate/{session.pk}/director/"
    director = open_page(page, member=session.director, width=width, height=height)
    phone = open_page(
        f"/duplicate/{session.pk}/table/", member=player(session, FIRST), width=360
    )
    the_clock_is_extended_and_paused(director, phone)
    director.get_by_role("button", name="Next round: 2…").click()
    expect(director.get_by_role("heading", name="Begin round 2?")).to_be_visible()
    expect(director.get_by_text("no result of boards 1, 2").first).to_be_visible()
    assert director.evaluate(SIDEWAYS) == 0
    director.get_by_role("button", name="Begin round 2").click()
    expect(director.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    expect(phone.get_by_text("round 2 of 5")).to_be_visible()
    director.get_by_role("button", name="Take round 2 back").click()
    expect(director.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
    expect(phone.get_by_text("round 1 of 5")).to_be_visible()
    assert director.evaluate(SIDEWAYS) == 0


def the_clock_is_extended_and_paused(director: Any, phone: Any) -> None:
    director.get_by_role("button", name="+5 min").click()
    director.get_by_role("button", name="Pause").click()
    expect(director.get_by_text("paused")).to_be_visible()
    expect(phone.get_by_text("Paused")).to_be_visible()
    director.get_by_role("button", name="Go on").click()
    expect(phone.locator(".round-clock")).to_be_visible()


@pytest.mark.landing
def test_a_round_in_which_a_phone_has_recorded_is_not_offered_to_be_taken_back(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(3))
    director = open_page(
        f"/duplicate/{session.pk}/director/", member=session.director, **PHONE
    )
    phone = open_page(
        f"/duplicate/{session.pk}/table/", member=player(session, FIRST), **PHONE
    )
    back = director.get_by_role("button", name="Take round 1 back")
    expect(back).to_be_visible()
    for name, value in (("contract", "4S"), ("declarer", "N"), ("result", "0")):
        phone.locator(f'[name="{name}"][value="{value}"]').check(force=True)
    phone.get_by_role("button", name="Record").click()
    expect(back).to_have_count(0)
    expect(director.get_by_role("button", name="Pause")).to_be_visible()


def test_play_is_over_asks_and_goes_on_again(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(3), rounds=5)
    page = f"/duplicate/{session.pk}/director/"
    director = open_page(page, member=session.director, scripts=False)
    director.get_by_role("link", name="Play is over…").click()
    expect(director.get_by_role("heading", name="Is play over?")).to_be_visible()
    director.get_by_role("button", name="Play is over").click()
    director.get_by_text("Play is not over?").click()
    director.get_by_role("button", name="Reopen play").click()
    expect(director.get_by_role("heading", name="Round 5 of 5")).to_be_visible()
    assert load(session.pk).session.is_in_play


@pytest.mark.parametrize("size", first_alone(SIZES), ids=str)
def test_a_device_that_its_pair_has_left_says_so_by_itself(
    size: tuple[int, int],
    transactional_db: None,
    open_page: Callable[..., Any],
    expected_errors: list[str],
):
    expected_errors.append("403")
    session = in_play(member("Ruth"), howell(3))
    width, height = size
    mover, table = a_mover(session)
    page = f"/duplicate/{session.pk}/table/"
    device = open_page(page, member=mover, width=width, height=height)
    device.get_by_text("Leave this device on the table").click()
    device.get_by_role("button", name="Leave it here").click()
    expect(device.get_by_role("heading", name=f"Table {table}")).to_be_visible()
    director = open_page(f"/duplicate/{session.pk}/director/", member=session.director)
    director.get_by_role("button", name="Next round: 2…").click()
    director.get_by_role("button", name="Begin round 2").click()
    expect(device.get_by_text("no longer sits there")).to_be_visible()
    assert device.evaluate(SIDEWAYS) == 0


def a_mover(session: Session) -> tuple[Any, int]:
    """A player who sits at another table in round 2, and the table of round 1."""
    section = load(session.pk).sections[0]
    for row in section.movement.by_round[1]:
        for number in row.seated:
            there = section.row_of(2, number)
            if there is None or there.table != row.table:
                return section.players[number][0], row.table
    raise AssertionError("Every pair stays at its table.")
