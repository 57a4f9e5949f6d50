"""The page of a session tells every member what the directors decided about its course."""

from datetime import timedelta

import pytest
from django.test import Client

from clubscore.duplicate.director.directing.services import (
    dismiss_deputy,
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.directing.taking_back import (
    reopen_play,
    take_back_round,
)
from clubscore.duplicate.models import Session
from clubscore.members.roles import Role
from tests.duplicate.evening import in_play
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def page_of(session: Session) -> str:
    client = Client()
    client.force_login(member("Walter", role=Role.WATCHER))
    return client.get(f"/duplicate/{session.pk}/").content.decode()


def test_a_session_without_such_a_decision_says_nothing():
    assert "What the directors decided" not in page_of(in_play(rounds=2))


def test_a_member_reads_who_took_a_round_back_who_opened_play_again_and_the_deputies():
    session = in_play(rounds=5)
    ruth, karl, sam = session.director, member("Karl"), member("Sam", role=Role.ADMIN)
    name_deputy(session=session, member=karl, by=ruth, now=NOON)
    take_back_round(session=session, round=5, by=karl, now=later(1))
    dismiss_deputy(session=session, member=karl, by=ruth, now=later(2))
    start_round(session=session, round=5, by=ruth, now=later(2))
    end_play(session=session, by=ruth, now=later(3))
    reopen_play(session=session, by=sam, now=later(4))
    told = [
        "Ruth (director) named Karl a deputy",
        "Karl (deputy) took round 5 back",
        "Ruth (director) dismissed the deputy Karl",
        "Sam (for the club) opened play again",
    ]
    page = page_of(session)
    places = [page.index(words) for words in ["What the directors decided", *told]]
    assert places == sorted(places)


def later(minutes: int):
    return NOON + timedelta(minutes=minutes)
