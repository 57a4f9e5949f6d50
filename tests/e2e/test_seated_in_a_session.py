"""Two browsers: a director seats a member in a session, and the member says on a phone that they are not there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Place, Presence, Session
from tests.duplicate.evening import in_play
from tests.duplicate.late_changes import organiser
from tests.duplicate.sessions import opened
from tests.e2e.browser import PHONE, expect
from tests.factories import member


def by_list(director: Any, lines: str) -> None:
    """Let the director write a list of pairs on the page of the places, and send it."""
    director.locator("textarea").fill(lines)
    director.get_by_role("button", name="Seat all of them").click()


@pytest.mark.landing
def test_whoever_is_seated_by_the_director_sees_it_at_once_and_is_not_there(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    mei, zoe, olga = member("Mei"), member("Zoe"), organiser("Olga")
    session = opened(member("Ruth"), day=evening_of(timezone.now()))
    director = open_page(f"/duplicate/{session.pk}/entries/", member=session.director)
    phone = open_page("/", member=mei, **PHONE)
    by_list(director, "Mei, Zoe")
    phone.reload()
    expect(phone.locator("#place-notice")).to_contain_text("Ruth seated you in")
    assert obstacles(phone) == []
    phone.get_by_role("button", name="I am not there").click()
    expect(phone.locator("#place-notice")).to_contain_text("You say that you are not")
    assert obstacles(phone) == []
    director.goto(director.url.replace("entries", "director"))
    director.get_by_role("link", name="Settle it").click()
    expect(director.get_by_text("Somebody who did not seat the member")).to_be_visible()
    expect(director.get_by_role("button", name="Mei was there")).to_have_count(0)
    organisers = open_page(f"/duplicate/{session.pk}/presences/", member=olga, **PHONE)
    assert obstacles(organisers) == []
    organisers.get_by_label("How you know").fill("She sat at table 1")
    organisers.get_by_role("button", name="Mei was there").click()
    decided = "Olga decided that Mei was there: She sat at table 1"
    expect(organisers.get_by_text(decided)).to_be_visible()
    phone.goto(organisers.url)
    expect(phone.get_by_text(decided)).to_be_visible()
    expect(phone.locator("#place-notice")).to_have_count(0)
    assert Presence.objects.get().decided_by == olga
    assert Place.objects.filter(member=zoe).exists()


def test_an_open_page_asks_who_is_seated_by_another_and_is_not_loaded_again(
    transactional_db: None,
    open_page: Callable[..., Any],
    obstacles: Callable[[Any], list[str]],
):
    mei, zoe = member("Mei"), member("Zoe")
    session = opened(member("Ruth"), day=evening_of(timezone.now()))
    room = open_page("/", member=mei, **PHONE)
    page = open_page(f"/duplicate/{session.pk}/", member=mei, **PHONE)
    others = open_page("/", member=member("Lea"), **PHONE)
    for each in (room, page, others):
        expect(each.locator("#live-state")).to_have_text("live")
        each.evaluate("window.isTheSame = true")
    taken = [Taken("A", 1, (mei, zoe))]
    seat(session=session, taken=taken, by=session.director, now=timezone.now())
    for each in (room, page):
        expect(each.locator("#place-notice")).to_contain_text("Ruth seated you in")
        assert each.evaluate("window.isTheSame")
        assert obstacles(each) == []
    assert others.locator("#place-notice").count() == 0
    page.get_by_role("button", name="I am not there").click()
    expect(page.locator("#place-notice")).to_contain_text("You say that you are not")
    assert Presence.objects.get().member == mei


@pytest.mark.landing
def test_the_director_of_a_second_session_reads_where_a_member_plays(
    transactional_db: None, open_page: Callable[..., Any]
):
    in_play(member("Ruth"), name="Tuesday pairs")
    other = opened(member("Sam"), name="Other", day=evening_of(timezone.now()))
    page = open_page(f"/duplicate/{other.pk}/entries/", member=other.director)
    by_list(page, "Anna, Ben")
    expect(
        page.get_by_text("Anna and Ben play in “Tuesday pairs” (director: Ruth)")
    ).to_be_visible()
    assert not Place.objects.filter(session=other).exists()
    assert Session.objects.in_play().count() == 1
