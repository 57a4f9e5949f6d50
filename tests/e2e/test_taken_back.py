"""Agreed and taken back, another contract, a ruling, and an appeal that is withdrawn: two pairs and a director."""

from collections.abc import Callable
from typing import Any

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Appeal, PlayProposal, PlaySignature, Ruling
from clubscore.duplicate.play.entering.taking_back import take_agreement_back
from clubscore.duplicate.slot import Slot
from scoring import Seat, Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, at, player, recorded
from tests.e2e.browser import PHONE, expect
from tests.factories import NOON, member

FIRST = Slot("A", 1, 1, 1)


def test_law_79b_who_agreed_takes_it_back_and_the_director_rules_on_the_other_contract(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = in_play(family="Ames")
    recorded(session, FIRST, "4sn=")
    board = f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/"
    north, east = player(session, FIRST), player(session, FIRST, Side.EW)
    easts = open_page(board, member=east, **PHONE)
    norths = open_page(board, member=north, **PHONE)
    easts.get_by_role("button", name="✓ Agree").click()
    easts.goto(board)
    expect(easts.get_by_text("✓ Both sides agree.")).to_be_visible()
    easts.get_by_role("button", name="Take my agreement back").click()
    expect(easts.get_by_text("Is that what happened at your table?")).to_be_visible()
    norths.goto(board)
    expect(norths.get_by_text(f"{east.name} took the agreement back.")).to_be_visible()
    easts.get_by_role("link", name="Something’s wrong").click()
    easts.locator("#contract-chip").click()
    for name, value in (("contract", "3NT"), ("declarer", "W"), ("result", "-2")):
        easts.locator(f'[name="{name}"][value="{value}"]').check(force=True)
    easts.get_by_role("button", name="Record").click()
    easts.get_by_text("Both stand until you agree.").wait_for()
    assert PlayProposal.objects.get().facts.contract.level == 3
    assert PlaySignature.objects.filter(member=east, taken_back_at=None).count() == 0

    director = open_page(f"{board}ruling/", member=session.director)
    director.locator("input[value=assigned]").check()
    director.locator("#id_line").fill("3NTW-2")
    director.locator("#id_text").fill("The slip of East says so")
    director.get_by_role("button", name="Record the ruling").click()
    director.get_by_text("The ruling on board 1 at table 1 is recorded.").wait_for()
    assert (Ruling.objects.get().claim, Ruling.objects.get().law) == ("", "12C1")

    norths.goto(f"{board}appeal/")
    norths.get_by_label("Why the ruling should be another").fill("We played 4 spades")
    norths.get_by_role("button", name="Appeal the ruling").click()
    south = at(session, FIRST).players[Seat.SOUTH]
    souths = open_page(f"{board}appeal/", member=south, **PHONE)
    norths.get_by_role("button", name="Take the appeal back").click()
    souths.get_by_role("button", name="I appeal, too").click()
    told = f"{north.short_name} has taken this appeal back."
    expect(souths.get_by_text(told)).to_be_visible()
    expect(souths.get_by_text("Taken back", exact=True)).to_be_visible()
    assert Appeal.objects.get().agreed_by is None
    souths.goto(f"{board}history/")
    history = souths.locator(".slot-history").inner_text()
    for words in ("took the agreement back", "proposed another result", "ruled"):
        assert words in history
    assert "took the appeal back" in history


def test_law_79a_after_play_a_player_agrees_again_and_nothing_is_open_any_more(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    session = in_play(member("Ruth"), howell(2), count=4, rounds=3)
    agreed(session, FIRST, "4sn=")
    east = player(session, FIRST, Side.EW)
    take_agreement_back(session=session, slot=FIRST, version=1, by=east, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    publication = f"/duplicate/{session.pk}/director/publication/"
    director = open_page(publication, member=session.director)
    is_open = f"an agreement taken back ({east.name})"
    expect(director.get_by_text(is_open).first).to_be_visible()
    easts = open_page(f"/duplicate/{session.pk}/table/", member=east, **PHONE)
    easts.get_by_role("link", name="Results and my boards").click()
    assert obstacles(easts) == []
    easts.locator('.own-boards a[href$="/rounds/1/A/1/boards/1/"]').click()
    easts.get_by_role("button", name="Agree again").click()
    expect(easts.get_by_text("✓ Both sides agree.")).to_be_visible()
    assert obstacles(easts) == []
    director.goto(publication)
    expect(director.get_by_text(is_open)).to_have_count(0)
