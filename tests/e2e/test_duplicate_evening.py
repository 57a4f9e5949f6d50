"""An evening of duplicate on three screens: a board agreed, a board refused, the end, results, a correction."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Play, Publication, PublishedRow, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from scoring import Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import in_teams
from tests.duplicate.published import LINES
from tests.duplicate.recorded import agreed, player
from tests.e2e.browser import PHONE, expect
from tests.factories import NOON, member


def tap(phone: Any, *, contract: str, declarer: str, result: str) -> None:
    """Tap a result on the phone: contract, declarer and tricks."""
    for name, value in (
        ("contract", contract),
        ("declarer", declarer),
        ("result", result),
    ):
        phone.locator(f'[name="{name}"][value="{value}"]').check(force=True)


def play_the_rest(session: Session) -> None:
    """Begin the remaining rounds, and let both sides agree on each missing result."""
    for round in (1, 2, 3):
        start_round(session=session, round=round, by=session.director, now=NOON)
        known = results_of(session.pk)
        slots = [
            slot
            for slot, _ in slots_of(load(session.pk))
            if slot.round == round and slot not in known
        ]
        for index, slot in enumerate(slots):
            agreed(session, slot, LINES[index])


def test_an_evening_of_two_tables_to_the_corrected_result(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(member("Ruth"), howell(2), count=4)
    first = next(slot for slot, _ in slots_of(load(session.pk)))
    north = open_page(
        f"/duplicate/{session.pk}/table/", member=player(session, first), **PHONE
    )
    east = open_page(
        f"/duplicate/{session.pk}/table/",
        member=player(session, first, Side.EW),
        **PHONE,
    )
    director = open_page(f"/duplicate/{session.pk}/director/", member=session.director)

    a_board_is_agreed_to(north, east, director)
    another_is_refused_and_then_accepted(north, east, director)
    play_the_rest(session)
    the_director_ends_play_and_publishes(director)
    a_correction_is_asked_confirmed_and_published(session, first, north, east, director)
    what_is_published_is_the_fold_of_what_was_recorded(session)


def a_board_is_agreed_to(north: Any, east: Any, director: Any) -> None:
    expect(director.locator('.direct-cell[data-standing="empty"]')).to_have_count(4)
    tap(north, contract="4S", declarer="N", result="0")
    north.get_by_role("button", name="Record").click()
    expect(north.get_by_text("Your opponents are asked")).to_be_visible()
    expect(director.locator('.direct-cell[data-standing="entered"]')).to_have_count(1)
    expect(east.get_by_role("link", name="Something’s wrong")).to_be_visible()
    east.get_by_role("button", name="✓ Agree").click()
    expect(
        east.get_by_role("heading", name="Board 2")
    ).to_be_visible()  # and not reloaded in place by the stream
    expect(north.locator('.board-tab[data-standing="agreed"]')).to_be_visible()
    expect(director.locator('.direct-cell[data-standing="agreed"]')).to_be_visible()


def another_is_refused_and_then_accepted(north: Any, east: Any, director: Any) -> None:
    north.locator("a.board-tab").nth(1).click()
    tap(north, contract="3NT", declarer="S", result="+1")
    north.get_by_role("button", name="Record").click()
    east.get_by_role("link", name="Something’s wrong").click()
    tap(east, contract="3NT", declarer="S", result="0")
    east.get_by_role("button", name="Record").click()
    expect(east.get_by_role("button", name="take mine back")).to_be_visible()
    expect(director.get_by_role("heading", name="Two results")).to_be_visible()
    north.get_by_role("button", name="is right").click()
    expect(north.get_by_text("Both sides agree")).to_be_visible()
    expect(director.get_by_role("heading", name="Two results")).to_have_count(0)


def the_director_ends_play_and_publishes(director: Any) -> None:
    expect(
        director.get_by_role("heading", name="Round 3 of 3")
    ).to_be_visible()  # the page follows the rounds
    director.get_by_role("link", name="Play is over…").click()
    director.get_by_role("button", name="Play is over").click()
    expect(director.get_by_text("Every result is there.")).to_be_visible()
    director.get_by_role("link", name="Publish the results").click()
    director.get_by_role("button", name="Publish").click()
    expect(director.get_by_text("Provisional until")).to_be_visible()


def a_correction_is_asked_confirmed_and_published(
    session: Session, slot: Slot, north: Any, east: Any, director: Any
) -> None:
    site = director.url.partition("/duplicate/")[0]
    results = f"{site}/duplicate/{session.pk}/results/"
    north.goto(results)
    north.get_by_role("link", name="Something’s wrong? Board 1").click()
    tap(north, contract="4S", declarer="N", result="-3")
    north.get_by_label("What happened").fill("We wrote the sign wrongly")
    north.get_by_role("button", name="Ask for this correction").click()
    expect(north.get_by_role("button", name="Take it back")).to_be_visible()
    east.goto(results)
    east.get_by_role("link", name="Please check").click()
    expect(east.get_by_role("heading", name="4")).to_have_count(2)
    east.get_by_role("button", name="Yes, change it").click()
    expect(east.get_by_text("confirmed it.").first).to_be_visible()
    director.goto(f"{site}/duplicate/{session.pk}/director/")
    director.get_by_role("link", name="Look at the correction of board 1").click()
    director.get_by_role("button", name="Correct the result").click()
    expect(director.get_by_text("Law 79C1 (2017)").first).to_be_visible()
    director.goto(f"{site}/duplicate/{session.pk}/director/")
    director.get_by_role("link", name="Publish again").click()
    director.get_by_label("Why another publication").fill("Board 1 at table 1")
    director.get_by_role("button", name="Publish again").click()
    expect(director.get_by_role("columnheader", name="Before")).to_be_visible()


def what_is_published_is_the_fold_of_what_was_recorded(session: Session) -> None:
    session.refresh_from_db()
    results = results_of(session.pk)
    # One more by the answer, one by the correction.
    assert len(results) == 12 and Play.objects.count() == 14
    (ranked,) = scores_of(load(session.pk), results).result.lists
    newest = Publication.objects.order_by("number").last()
    rows = PublishedRow.objects.filter(publication=newest).order_by("position")
    assert [(row.place, row.boards) for row in rows] == [
        (row.place, row.boards) for row in ranked.rows
    ]


def test_the_names_of_who_meets_whom_and_the_links_beside_them_stay_whole_on_a_phone(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_teams(rounds=1)
    page = open_page(
        f"/duplicate/{session.pk}/", member=session.director, locale="de-DE", **PHONE
    )
    ns, ew = (
        page.locator(f".who-meets tbody td:nth-child({column})").first
        for column in (2, 3)
    )
    assert ns.bounding_box()["width"] == pytest.approx(
        ew.bounding_box()["width"], abs=1
    )
    page.goto(f"/duplicate/{session.pk}/entries/")
    assert (
        page.get_by_role("link", name="Aufstellung").first.bounding_box()["height"] < 48
    )
