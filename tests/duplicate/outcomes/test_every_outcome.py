"""Every kind of outcome, on every page of a published session, as each person sees it."""

from itertools import islice

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.urls import urlpatterns
from scoring import Seat
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.published import LINES, published
from tests.duplicate.recorded import at, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

RULINGS = {
    "A+-": ("ruled: average plus", "ruled: average minus"),
    "A==": ("ruled: average", "ruled: average"),
    "A7030": ("ruled: 70 %", "ruled: 30 %"),
    "NP": ("ruled: not played", "ruled: not played"),
    "4sn+1": ("ruled: 4♠ N +1", "ruled: 4♠ N +1"),
    "+420": ("ruled: +420", "ruled: −420"),
    "30%=+420,70%=-50": ("ruled: 30 % +420, 70 % −50", "ruled: 30 % −420, 70 % +50"),
    "ns:-50,ew:-420": ("ruled: −50", "ruled: −420"),
}
"""Rulings, each with what North and what East read of it."""


def over(line: str | None) -> tuple[Session, Slot]:
    """Return a published session and its first slot, which was ruled by this line, or has no result if it is None."""
    session = in_play(member("Ruth"), howell(2), count=4, rounds=3)
    first, *others = (slot for slot, _ in slots_of(load(session.pk)))
    played = [*others] if line in (None, "NP") else [first, *others]
    for index, slot in enumerate(played):
        recorded(session, slot, LINES[index % len(LINES)])
    if line is not None:
        ruled(session, first, line)
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    published(session, accepts_missing=line is None)
    return session, first


def own_boards(session: Session, slot: Slot, seat: Seat) -> dict[int, str]:
    """Return the words on the page of results for each of the player's own boards, by the board's number."""
    client = Client()
    client.force_login(at(session, slot).players[seat])
    answer = client.get(reverse("duplicate:results", args=[session.pk]))
    assert answer.status_code == 200
    return {each.slot.board: each.words for each in answer.context["own_boards"]}


@pytest.mark.parametrize("line", RULINGS)
def test_published_results_say_how_a_board_was_ruled_to_each_side_in_its_own_view(
    line: str,
):
    session, slot = over(line)
    said = [
        own_boards(session, slot, seat)[slot.board] for seat in (Seat.NORTH, Seat.EAST)
    ]
    assert [words.replace("\N{NO-BREAK SPACE}", " ") for words in said] == list(
        RULINGS[line]
    )


def test_published_results_say_that_a_board_has_no_result():
    session, slot = over(None)
    assert own_boards(session, slot, Seat.NORTH)[slot.board] == "no result"


def arguments(pattern: URLPattern, session: Session, slot: Slot) -> dict[str, object]:
    """Return the values for an address of a session, by name, that lead to this slot."""
    known = {
        "pk": session.pk,
        "slot": slot,
        "board": slot.board,
        "number": 1,
        "one": 1,
        "other": 2,
    }
    return {name: known[name] for name in pattern.pattern.converters}


def of_a_session(pattern: URLPattern) -> bool:
    """True if the address needs nothing but a session, a slot and numbers, and no other row."""
    names = set(pattern.pattern.converters)
    return "pk" in names and names <= {"pk", "slot", "board", "number", "one", "other"}


@pytest.mark.slow
@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("line", [*RULINGS, None])
def test_no_page_of_a_session_fails_for_any_outcome_whoever_looks(
    line: str | None, each: int
):
    """No page of a session fails for any reader after any outcome; each reader asks for a quarter of the pages.

    In the thorough run each reader asks for every page.
    """
    session, slot = over(line)
    players = at(session, slot).players
    first, failed = [*RULINGS, None].index(line), []
    for number, who in enumerate(
        (session.director, players[Seat.NORTH], players[Seat.EAST], member("Zoe")),
        first,
    ):
        client = Client(raise_request_exception=False)
        client.force_login(who)
        for pattern in islice(
            filter(of_a_session, urlpatterns), number % each, None, each
        ):
            address = reverse(
                f"duplicate:{pattern.name}", kwargs=arguments(pattern, session, slot)
            )
            if (answer := client.get(address)).status_code >= 500:
                failed.append((who.name, address, answer.status_code))
    assert failed == []
