"""Changes after the correction period in two browsers: the director proposes, and an organiser approves or declines."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubscore.duplicate.models import LateChange, Penalty
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import SlotConverter
from tests.duplicate.late_changes import organiser
from tests.duplicate.published import played, published
from tests.e2e.browser import PHONE, expect
from tests.factories import member


@pytest.mark.landing
def test_79c2_a_director_proposes_on_a_phone_and_an_organiser_approves(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = played(member("Ruth"))
    published(session, now=timezone.now() - timedelta(hours=2))
    olga = organiser("Olga")
    director = open_page(
        f"/duplicate/{session.pk}/director/penalties/", member=session.director, **PHONE
    )
    director.get_by_label("Who is penalised").select_option(index=1)
    director.get_by_label("Why", exact=True).fill("Late")
    director.get_by_label("I am satisfied beyond reasonable doubt").check()
    director.get_by_role("button", name="Ask for approval").click()
    expect(
        director.get_by_text("Proposed. It counts once an organiser")
    ).to_be_visible()
    assert not Penalty.objects.exists()
    organisers = open_page("/duplicate/approvals/", member=olga)
    organisers.get_by_role("link", name="Penalty for").click()
    organisers.get_by_label("I am satisfied beyond reasonable doubt").check()
    organisers.get_by_role("button", name="Approve the change").click()
    expect(organisers.get_by_text("Olga, as organiser, approved it.")).to_be_visible()
    director.reload()
    expect(director.get_by_text("Olga, as organiser, approved it.")).to_be_visible()
    assert Penalty.objects.get().given_by == session.director
    assert LateChange.objects.get().decided_by == olga


@pytest.mark.landing
def test_79c2_what_became_impossible_is_said_to_the_organiser_who_lets_the_record_stand(
    transactional_db: None, open_page: Callable[..., Any]
):
    session = played(member("Ruth"))
    published(session, now=timezone.now() - timedelta(hours=2))
    slot, _ = next(slots_of(load(session.pk)))
    director = open_page(member=session.director)
    organisers = open_page(member=organiser("Olga"), **PHONE)
    for line in ("4SN-1", "4SN-2"):
        director.goto(f"/duplicate/{session.pk}/{SlotConverter().to_url(slot)}/ruling/")
        propose_ruling(director, line)
    first, second = LateChange.objects.order_by("pk")
    at = f"/duplicate/{session.pk}/late-changes/"
    for late in (first, second):
        organisers.goto(f"{at}{late.pk}/")
        organisers.get_by_label("I am satisfied beyond reasonable doubt").check()
        organisers.get_by_role("button", name="Approve the change").click()
    expect(organisers.get_by_text("This is not possible any more.")).to_be_visible()
    expect(organisers.get_by_text("Ruth may propose anew.")).to_be_visible()
    organisers.get_by_label("Why not, if you do not approve").fill("Ruled already")
    organisers.get_by_role("button", name="Let the record stand").click()
    director.reload()
    expect(
        director.get_by_text("Olga, as organiser, did not approve it: Ruled already")
    ).to_be_visible()
    assert session.rulings.count() == 1


def propose_ruling(director: Any, line: str) -> None:
    """Rule so on the page of the ruling that is open: it asks for approval, and says that it does."""
    director.locator("input[value=assigned]").check()
    director.locator("#id_line").fill(line)
    director.locator("#id_text").fill("He revoked")
    director.get_by_role("button", name="Show the effect").click()
    director.get_by_label("I am satisfied beyond reasonable doubt").check()
    director.get_by_role("button", name="Ask for approval").click()
    expect(
        director.get_by_text("Proposed. It counts once an organiser")
    ).to_be_visible()
