"""The clock of a round: directors extend it and pause it, and everybody sees so at once."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.test import Client

from clubscore.duplicate.director.directing.clock_services import (
    extend_round,
    pause_round,
    resume_round,
)
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import ClockChange, RoundStart, Session
from clubscore.duplicate.play.table.queries import moves_of
from clubscore.duplicate.results.glance import mark_of, sessions_in_the_room
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import player
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def session() -> Session:
    return in_play()


def about(session: Session, minute: int = 0, **more: object) -> dict[str, object]:
    """The arguments of a service that acts on the clock of round 1, so many minutes after noon."""
    by = more.pop("by", session.director)
    now = NOON + minute * MINUTE
    return {"session": session, "round": 1, "by": by, "now": now, **more}


def test_minutes_are_added_to_the_round_and_each_addition_is_a_row(session):
    before = load(session.pk).clock.ends_at
    extend_round(**about(session, minutes=1))
    extend_round(**about(session, minutes=5))
    clock = load(session.pk).clock
    assert (clock.ends_at - before, clock.minutes) == (6 * MINUTE, 20)
    assert [change.minutes for change in ClockChange.objects.order_by("pk")] == [1, 5]
    assert RoundStart.objects.get().minutes == 14


def test_a_pause_stops_the_clock_until_somebody_lets_it_go_on(session):
    before = load(session.pk).clock.ends_at
    pause_round(**about(session, 4))
    clock = load(session.pk).clock
    assert (clock.paused_at, clock.minutes_left) == (NOON + 4 * MINUTE, 10)
    assert clock.played(NOON + 9 * MINUTE) == 4 * MINUTE
    pause_round(**about(session, 5))
    resume_round(**about(session, 10))
    resume_round(**about(session, 11))
    clock = load(session.pk).clock
    assert (clock.paused_at, clock.minutes_left) == (None, None)
    assert clock.ends_at - before == 6 * MINUTE
    assert clock.played(NOON + 12 * MINUTE) == 6 * MINUTE
    assert ClockChange.objects.count() == 1


def test_the_next_round_and_the_end_of_play_end_a_pause(session):
    pause_round(**about(session, 4))
    start_round(session=session, round=2, by=session.director, now=NOON + 6 * MINUTE)
    pause = ClockChange.objects.get()
    assert (pause.until, pause.ended_by) == (NOON + 6 * MINUTE, session.director)
    for round in range(3, load(session.pk).rounds + 1):
        start_round(
            session=session, round=round, by=session.director, now=NOON + 7 * MINUTE
        )
    pause_round(**about(session, 8) | {"round": load(session.pk).round})
    end_play(session=session, by=session.director, now=NOON + 9 * MINUTE)
    assert not ClockChange.objects.filter(until=None).exists()


def test_only_the_round_that_is_on_and_only_who_directs(session):
    with pytest.raises(Refused, match="Round 2 is not being played"):
        extend_round(**about(session, minutes=5) | {"round": 2})
    north = player(session, Slot("A", 1, 1, 1))
    for service in (pause_round, resume_round):
        with pytest.raises(PermissionDenied):
            service(**about(session, by=north))
    with pytest.raises(PermissionDenied):
        extend_round(**about(session, by=member("Walt"), minutes=5))
    assert not ClockChange.objects.exists()


def test_the_database_refuses_two_pauses_at_a_time_and_an_extension_that_lasts(session):
    start = RoundStart.objects.get()
    row = {"start": start, "at": NOON, "by": session.director}
    ClockChange.objects.create(**row)
    ended = {"until": NOON, "ended_by": session.director}
    for more in ({}, {"minutes": 0}, {"minutes": 61}, {"minutes": 5, **ended}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ClockChange.objects.create(**row | more)


def test_pages_of_tables_the_wall_and_the_session_learn_of_every_change(session):
    seen = []
    for step in (
        lambda: None,
        lambda: extend_round(**about(session, minutes=1)),
        lambda: pause_round(**about(session, 2)),
        lambda: resume_round(**about(session, 3)),
    ):
        step()
        state = load(session.pk)
        seen.append((moves_of(state)["A1"], state.stage, mark_of(session.day)))
    for marks in zip(*seen, strict=True):
        assert len({*marks}) == 4


def test_the_director_taps_and_all_see_that_the_clock_stands(session):
    director, phone = Client(), Client()
    director.force_login(session.director)
    phone.force_login(player(session, Slot("A", 1, 1, 1)))
    at = f"/duplicate/{session.pk}/director/clock"
    assert (
        director.post(f"{at}/extension/", {"round": 1, "minutes": 5}).status_code == 302
    )
    director.post(f"{at}/pause/", {"round": 1})
    page = director.get(f"/duplicate/{session.pk}/director/").content.decode()
    assert "Go on" in page and "paused" in page
    table = phone.get(f"/duplicate/{session.pk}/table/", follow=True).content.decode()
    assert "<b>Paused</b>" in table and "data-ends" not in table
    [glance] = sessions_in_the_room(session.day)
    assert glance.ends_at is None and glance.paused_minutes is not None
    card = render_to_string(
        "room/_session_card.html", {"each": glance, "session": session}
    )
    assert "paused, " in card
    director.post(f"{at}/resume/", {"round": 1})
    table = phone.get(f"/duplicate/{session.pk}/table/", follow=True).content.decode()
    assert "data-ends" in table
    answer = director.post(f"{at}/extension/", {"round": 1, "minutes": 99}, follow=True)
    assert "Say by how many minutes" in answer.content.decode()
    assert phone.post(f"{at}/pause/", {"round": 1}).status_code == 403
