"""The entry pad of a board in trouble: no network, a reload, or a round that goes on meanwhile."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Play, Session
from clubscore.duplicate.slot import Slot
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player
from tests.e2e.browser import PHONE, expect
from tests.factories import NOON, member

FIRST = Slot("A", 1, 1, 1)
OFFLINE = ["ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest", "/live/"]


@pytest.fixture
def session(transactional_db: None) -> Session:
    return in_play(member("Ruth"), howell(2), count=4)


@pytest.fixture
def phone(session: Session, open_page: Callable[..., Any]) -> Any:
    return open_page(
        f"/duplicate/{session.pk}/table/", member=player(session, FIRST), **PHONE
    )


def tap_four_spades(phone: Any) -> None:
    for name, value in (("contract", "4S"), ("declarer", "N"), ("result", "0")):
        phone.locator(f'[name="{name}"][value="{value}"]').check(force=True)
    expect(phone.locator("#record")).to_be_enabled()


def test_a_board_recorded_without_network_is_kept_and_sent_when_the_line_is_back(
    phone: Any, expected_errors: list[str]
):
    expected_errors += OFFLINE
    tap_four_spades(phone)
    phone.context.set_offline(True)
    phone.locator("#record").click()
    expect(phone.locator("#entry-state")).to_contain_text("Not sent yet")
    assert Play.objects.count() == 0
    phone.context.set_offline(False)
    expect(phone.get_by_text("Your opponents are asked")).to_be_visible()
    assert str(Play.objects.get().facts) == "4SN="


def test_what_was_tapped_outlives_a_reload(phone: Any):
    tap_four_spades(phone)
    phone.reload()
    for name, value in (("contract", "4S"), ("declarer", "N"), ("result", "0")):
        expect(phone.locator(f'[name="{name}"][value="{value}"]')).to_be_checked()
    phone.get_by_role("button", name="Record").click()
    expect(phone.get_by_text("Your opponents are asked")).to_be_visible()
    assert str(Play.objects.get().facts) == "4SN="


def test_a_board_that_waits_is_sent_for_its_own_round_when_another_has_begun_meanwhile(
    session: Session, phone: Any, expected_errors: list[str]
):
    expected_errors += OFFLINE
    tap_four_spades(phone)
    phone.context.set_offline(True)
    phone.locator("#record").click()
    expect(phone.locator("#entry-state")).to_contain_text("Not sent yet")
    start_round(session=session, round=2, by=session.director, now=NOON)
    phone.context.set_offline(False)
    expect(phone.get_by_text("Your opponents are asked")).to_be_visible()
    play = Play.objects.get()
    assert (play.round, play.board, str(play.facts)) == (1, 1, "4SN=")
