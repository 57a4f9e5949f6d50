"""Sessions of duplicate in the club's calendar and in a member's own, read by another library."""

import re
from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from clubscore.duplicate.director.directing.services import cancel
from clubscore.duplicate.models import Session
from clubscore.members.models import Member
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.factories import NOON, agreed_rubber
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CALENDAR = "/public/evenings.ics"


@pytest.fixture(autouse=True)
def that_evening():
    with time_machine.travel(NOON, tick=False):
        yield


def events(path: str) -> dict[str, object]:
    """The events of a calendar by their summary."""
    answer = Client().get(path)
    assert answer.status_code == 200
    found = Calendar.from_ical(answer.content).walk("VEVENT")
    return {str(event["summary"]): event for event in found}


def planned(admin, name: str, *, days: int = 7, **columns: object) -> Session:
    """A session that begins in so many days, as an organiser announced it."""
    session = in_play(admin, howell(2), count=4, rounds=0, family=name, name=name)
    day = NOON + timedelta(days=days)
    columns = {"day": day.date(), "starts_at": day, "started_at": None} | columns
    rewrite(Session.objects.filter(pk=session.pk), **columns)
    session.refresh_from_db()
    return session


def own_address(member: Member) -> str:
    client = Client()
    client.force_login(member)
    form = {"feed": "new"}
    html = client.post("/members/me/calendar/", form, follow=True).content.decode()
    return re.search(r'value="http://testserver(/calendar/[^"]+)"', html)[1]


# --- the club's ---


def test_a_session_to_come_has_its_announced_start_and_its_name(admin, choose):
    session = planned(admin, "Christmas pairs")
    choose()
    found = events(CALENDAR)["Clubscore: Christmas pairs"]
    assert found.decoded("dtstart") == NOON + timedelta(days=7)
    assert str(found["uid"]) == f"session-{session.pk}@testserver"
    assert str(found["url"]) == "http://testserver/public/duplicate/"
    assert "dtend" not in found


def test_a_session_without_an_announced_start_takes_its_day(admin, choose):
    planned(admin, "Christmas pairs", starts_at=None)
    choose()
    found = events(CALENDAR)["Clubscore: Christmas pairs"]
    assert found.decoded("dtstart") == date(2026, 11, 28)
    assert found.decoded("dtend") == date(2026, 11, 29)


def test_a_published_session_leads_to_its_results(admin, choose):
    session = published(played(admin, name="Saturday pairs")).session
    choose()
    found = events(CALENDAR)["Clubscore: Saturday pairs"]
    url = f"http://testserver/public/duplicate/{session.pk}/"
    assert str(found["url"]) == url


def test_what_is_neither_published_nor_to_come_is_not_there(admin, choose):
    choose()
    played(admin, name="Is over")
    planned(admin, "Missed", days=-1)
    planned(admin, "Among friends", taken_in_at=None, taken_in_by=None)
    planned(admin, "By a wrong clock", days=5_000)
    cancelled = planned(admin, "Cancelled")
    cancel(session=cancelled, reason="No room", by=admin, now=NOON)
    assert events(CALENDAR) == {}


def test_the_calendar_has_what_the_club_has_made_public(admin, choose, players):
    agreed_rubber(players)
    planned(admin, "Christmas pairs")
    for kinds, wanted in (
        ({"duplicate": False}, ["Clubscore: 1 rubber"]),
        ({"evenings": False}, ["Clubscore: Christmas pairs"]),
        ({}, ["Clubscore: 1 rubber", "Clubscore: Christmas pairs"]),
    ):
        choose(**kinds)
        assert list(events(CALENDAR)) == wanted
    choose(evenings=False, duplicate=False)
    assert Client().get(CALENDAR).status_code == 404


def test_the_list_of_the_sessions_leads_to_the_calendar(choose):
    choose(evenings=False)
    page = Client().get("/public/duplicate/").content.decode()
    assert 'href="/public/evenings.ics?language=en-gb"' in page


def test_a_calendar_program_hears_of_each_change(admin, choose):
    session = planned(admin, "Christmas pairs")
    choose()
    tag = {"If-None-Match": Client().get(CALENDAR).headers["ETag"]}
    assert Client().get(CALENDAR, headers=tag).status_code == 304
    cancel(session=session, reason="No room", by=admin, now=NOON)
    assert Client().get(CALENDAR, headers=tag).status_code == 200


# --- a member's own ---


def test_a_member_has_the_own_sessions_to_come_and_the_own_places(admin):
    published(played(admin, name="Saturday pairs"))
    planned(admin, "Christmas pairs")
    anna = Member.objects.get(name="Anna")
    found = events(own_address(anna))
    assert list(found) == ["Saturday pairs: place 1="]
    (event,) = found.values()
    session = Session.objects.get(name="Saturday pairs")
    assert str(event["url"]) == f"http://testserver/duplicate/{session.pk}/"
    other = Member.objects.filter(session_places__session__name="Christmas pairs")
    (event,) = events(own_address(other.first())).values()
    assert event.decoded("dtstart") == datetime(2026, 11, 28, 12, tzinfo=NOON.tzinfo)


def test_a_member_s_calendar_follows_a_publication(admin):
    session = played(admin, name="Saturday pairs")
    path = own_address(Member.objects.get(name="Anna"))
    tag = {"If-None-Match": Client().get(path).headers["ETag"]}
    assert Client().get(path, headers=tag).status_code == 304
    published(session)
    assert Client().get(path, headers=tag).status_code == 200


def test_a_calendar_takes_as_many_statements_with_three_sessions_as_with_one(
    admin, choose, django_assert_max_num_queries
):
    published(played(admin, name="Saturday pairs"))
    choose()
    own = own_address(Member.objects.get(name="Anna"))
    with django_assert_max_num_queries(20) as one:
        events(CALENDAR)
        events(own)
    for number in (1, 2):
        published(played(admin, name=f"S{number}", family=str(number)))
    with django_assert_max_num_queries(len(one)):
        events(CALENDAR)
        events(own)
