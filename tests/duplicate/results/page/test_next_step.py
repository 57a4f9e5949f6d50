"""The gold button of the page of duplicate: the next step of a player."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.duplicate.models import Session
from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.published import played, published
from tests.duplicate.sessions import EVENING, opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def the_evening_of_the_sessions() -> Iterator[None]:
    with time_machine.travel(NOON, tick=True):
        yield


def gold_of(person: Member) -> list[str]:
    """The addresses of the gold links of the page."""
    client = Client()
    client.force_login(person)
    html = client.get("/duplicate/").content.decode()
    return re.findall(r'<a class="button gold" href="([^"]*)"', html)


def player_of(session: Session) -> Member:
    return (
        Member.objects.filter(session_places__session=session)
        .exclude(name="Ruth")
        .first()
    )


def test_without_a_session_a_player_opens_one_and_a_watcher_has_no_button():
    assert gold_of(member("Anna")) == ["/duplicate/opening/"]
    assert gold_of(member("Walter", role=Role.WATCHER)) == []


def test_who_plays_goes_to_the_own_table():
    session = in_play(member("Ruth", role=Role.ADMIN))
    assert gold_of(player_of(session)) == [f"/duplicate/{session.pk}/table/"]


def test_who_does_not_play_yet_takes_a_place_in_the_session_that_comes_first():
    ruth = member("Ruth", role=Role.ADMIN)
    opened(ruth, name="Later", day=EVENING + timedelta(days=7))
    session = opened(ruth)
    assert gold_of(member("Eve")) == [f"/duplicate/{session.pk}/seat/"]


def test_who_has_a_place_looks_at_it():
    session = opened(member("Ruth", role=Role.ADMIN))
    seated(session, pairs(2))
    assert gold_of(player_of(session)) == [f"/duplicate/{session.pk}/"]


def test_who_has_played_reads_the_own_boards():
    session = played()
    published(session)
    person = player_of(session)
    assert gold_of(person) == [f"/duplicate/{session.pk}/results/"]


def test_a_full_session_offers_no_place():
    session = opened(member("Ruth", role=Role.ADMIN))
    seated(session, pairs(6))
    assert gold_of(member("Eve")) == ["/duplicate/opening/"]
