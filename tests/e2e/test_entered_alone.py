"""A director enters results alone, and an organiser reads it in Attention and says so, in two browsers."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.late_changes import organiser
from tests.duplicate.recorded import recorded
from tests.e2e.browser import PHONE, expect
from tests.factories import NOON


def distance(page: Any, upper: str, lower: str) -> float:
    """The pixels between the bottom of one element and the top of another."""
    boxes = [page.locator(one).bounding_box() for one in (upper, lower)]
    return float(boxes[1]["y"] - boxes[0]["y"] - boxes[0]["height"])


@pytest.mark.landing
def test_law_81_a_director_publishes_alone_and_another_organiser_looks_at_it(
    transactional_db: None, open_page: Callable[..., Any]
):
    ruth, olga = organiser("Ruth"), organiser("Olga")
    session = in_play(ruth, howell(2), count=4, rounds=3, name="Tuesday pairs")
    for slot, _ in slots_of(load(session.pk)):
        recorded(session, slot, "4sn=", by=ruth)
    end_play(session=session, by=ruth, now=NOON)
    director = open_page(
        f"/duplicate/{session.pk}/director/publication/", member=ruth, **PHONE
    )
    director.get_by_role("button", name="Publish").click()
    legend = "no player of the other side agreed to them"
    expect(director.get_by_text(legend)).to_be_visible()
    assert distance(director, ".published-lists", "#one-sided-count") >= 10
    results = director.url
    director.goto(results.replace("results", "boards/1"))
    assert distance(director, ".lineup", "#one-sided-legend") >= 10
    director.goto(director.url.split("/duplicate/")[0] + "/attention/")
    expect(director.get_by_text("You directed it: another organiser")).to_be_visible()
    expect(director.get_by_role("button", name="Seen")).to_have_count(0)

    organisers = open_page("/attention/", member=olga)
    numbers = "12 of 12 results entered by Ruth alone."
    expect(organisers.get_by_text(numbers)).to_be_visible()
    organisers.get_by_role("button", name="Seen").click()
    expect(organisers.get_by_text("Nothing waits for you.")).to_be_visible()
    director.reload()
    expect(director.get_by_text("Nothing waits for you.")).to_be_visible()
    assert Session.objects.get().entries_seen_by == olga
