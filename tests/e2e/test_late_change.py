"""A penalty after the correction period in two browsers: the director proposes it, and an organiser approves it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubscore.duplicate.models import LateChange, Penalty
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
    director.get_by_label("Whose").select_option(index=1)
    director.get_by_label("Why", exact=True).fill("Late")
    director.get_by_label("I am satisfied beyond reasonable doubt").check()
    director.get_by_role("button", name="Take them off").click()
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
