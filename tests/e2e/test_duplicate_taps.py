"""An evening of duplicate on phones of 360 by 640: how many taps it takes, and that nothing needs scrolling."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from scoring import Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player
from tests.e2e.browser import expect
from tests.e2e.thumb import Thumb
from tests.factories import NOON, member

SMALL = {"width": 360, "height": 640}
BOARDS = (1, 2)  # of the first round


@pytest.fixture
def session(transactional_db: None) -> Session:
    return in_play(member("Ruth"), howell(2), count=4)


@pytest.fixture
def thumbs(session: Session, open_page: Callable[..., Any]) -> tuple[Thumb, Thumb]:
    """The thumbs of a North and an East whom the director seated, and who have said that they are there."""
    first = next(slot for slot, _ in slots_of(load(session.pk)))
    path = f"/duplicate/{session.pk}/table/"
    phones = [
        open_page(path, member=player(session, first, side), **SMALL)
        for side in (Side.NS, Side.EW)
    ]
    for phone in phones:
        phone.get_by_role("button", name="Yes, I am here").click()
        expect(phone.locator("#place-notice")).to_have_count(0)
        expect(phone.get_by_role("heading", name="Board 1")).to_be_visible()
    return Thumb(phones[0]), Thumb(phones[1])


def records_four_spades(thumb: Thumb) -> None:
    thumb.key("contract", "4S")
    thumb.key("declarer", "N")
    thumb.key("result", "0")
    thumb.tap("#record")
    expect(thumb.phone.locator("#board-result")).to_be_visible()


def scrolled(thumb: Thumb) -> int:
    return thumb.phone.evaluate("scrollY")


def test_a_round_takes_five_taps_a_board_and_one_of_the_other_side(
    session: Session, thumbs: tuple[Thumb, Thumb]
):
    north, east = thumbs
    for board in BOARDS:
        records_four_spades(north)
        east.tap("#board-result .good-key")
        expect(north.phone.get_by_text("Both sides agree")).to_be_visible()
        if board != BOARDS[-1]:
            north.tap(".direct-next")
            expect(
                north.phone.get_by_role("heading", name=f"Board {board + 1}")
            ).to_be_visible()
    assert (north.taps, east.taps) == (9, 2)
    assert (scrolled(north), scrolled(east)) == (0, 0)
    assert len(results_of(session.pk)) == len(BOARDS)


def test_the_next_round_comes_by_itself_and_its_first_contract_is_in_reach(
    session: Session, thumbs: tuple[Thumb, Thumb]
):
    north, east = thumbs
    records_four_spades(north)
    start_round(session=session, round=2, by=session.director, now=NOON)
    for thumb in thumbs:
        expect(thumb.phone.get_by_role("heading", name="Board 3")).to_be_visible()
        thumb.key("contract", "7NT")
        assert scrolled(thumb) == 0
