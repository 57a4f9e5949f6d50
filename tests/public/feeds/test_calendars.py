"""The calendars /public/evenings.ics, /members/me/calendar/ and /calendar/<token>/evenings.ics, read by
another library.
"""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from clubscore.members.people.services import leave_club
from clubscore.public.feeds.ics import CalendarEvent, calendar
from clubscore.public.models import CalendarFeed
from clubscore.rubbers.models import Rubber
from scoring import Seat
from tests.factories import NOON, agreed_rubber
from tests.unguarded import rewrite

NOW = NOON + timedelta(hours=1)


def read(body: bytes) -> list:
    assert body.count(b"\n") == body.count(b"\r\n")
    assert max(map(len, body.split(b"\r\n"))) <= 75
    return Calendar.from_ical(body).walk("VEVENT")


def test_whatever_stands_in_a_name_comes_back_from_another_reader():
    name = (
        "Åse & Söhne; “Königs”-Club, Straße \\ 7\nund noch viel mehr Wörter, damit die Zeile gebrochen wird ♠♥♦♣"
        * 2
    )
    event = CalendarEvent(
        uid="1@club.example",
        day=date(2026, 12, 31),
        summary=name,
        url="https://club.example/a/",
    )
    (found,) = read(
        calendar(name, [event], stamp=datetime(2026, 11, 21, 20, tzinfo=UTC)).encode()
    )
    assert str(found["summary"]) == name
    assert found.decoded("dtstart") == date(2026, 12, 31)
    assert found.decoded("dtend") == date(2027, 1, 1)
    assert found.decoded("dtstamp") == datetime(2026, 11, 21, 20, tzinfo=UTC)


@pytest.mark.django_db
class TestTheClubs:
    @pytest.fixture(autouse=True)
    def that_evening(self):
        with time_machine.travel(NOW, tick=False):
            yield

    def test_it_has_the_evenings_that_were_played(self, choose, players):
        rubber = agreed_rubber(players)
        # Two in the morning.
        rewrite(
            Rubber.objects.filter(pk=rubber.pk), started_at=NOON - timedelta(hours=10)
        )
        choose()
        answer = Client().get("/public/evenings.ics")
        assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
        (found,) = read(answer.content)
        assert found.decoded("dtstart") == date(2026, 11, 20)
        assert str(found["summary"]) == "Clubscore: 1 rubber"
        assert str(found["url"]) == "http://testserver/public/evenings/2026-11-20/"
        assert str(found["uid"]) == "evening-2026-11-20@testserver"

    def test_its_words_are_in_the_language_of_the_page_on_which_it_was_found(
        self, choose, players
    ):
        agreed_rubber(players)
        choose()
        page = (
            Client()
            .get("/public/evenings/", headers={"accept-language": "nl"})
            .content.decode()
        )
        assert 'href="/public/evenings.ics?language=nl"' in page
        answer = Client().get(
            "/public/evenings.ics?language=nl", headers={"accept-language": "fr"}
        )
        assert answer.headers["Content-Language"] == "nl"
        assert str(read(answer.content)[0]["summary"]) == "Clubscore: 1 robber"

    def test_a_club_without_evenings_has_an_empty_calendar(self, choose):
        choose()
        assert read(Client().get("/public/evenings.ics").content) == []


@pytest.mark.django_db
class TestAMembers:
    @pytest.fixture(autouse=True)
    def that_evening(self):
        with time_machine.travel(NOW, tick=False):
            yield

    @pytest.fixture
    def anna(self, players) -> Client:
        client = Client()
        client.force_login(players[Seat.NORTH])
        return client

    def address(self, client: Client) -> str:
        html = client.post(
            "/members/me/calendar/", {"feed": "new"}, follow=True
        ).content.decode()
        return re.search(r'value="http://testserver(/calendar/[^"]+)"', html)[1]

    def test_it_has_the_members_own_results_without_signing_in(self, anna, players):
        agreed_rubber(players)
        answer = Client().get(self.address(anna))
        (found,) = read(answer.content)
        assert str(found["summary"]) == "Bridge: +810 in 1 rubber"
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert not answer.cookies

    def test_its_words_are_in_the_language_that_the_member_chose(self, anna, players):
        agreed_rubber(players)
        path = self.address(anna)
        players[Seat.NORTH].language = "de"
        players[Seat.NORTH].save()
        answers = [
            Client().get(path),
            Client().get(f"{path}?language=fr"),
            Client().get(path),
        ]
        assert [answer.headers["Content-Language"] for answer in answers] == [
            "de",
            "fr",
            "de",
        ]
        assert str(read(answers[0].content)[0]["summary"]) == "Bridge: +810 in 1 Rubber"
        assert len({answer.headers["ETag"] for answer in answers}) == 2

    def test_another_rubber_changes_it_and_nothing_else_does(
        self, anna, players, django_assert_num_queries
    ):
        agreed_rubber(players)
        path = self.address(anna)
        etag = Client().get(path).headers["ETag"]
        with django_assert_num_queries(3):
            assert (
                Client().get(path, headers={"If-None-Match": etag}).status_code == 304
            )
        agreed_rubber(players, lines=("4sn=", "4sn="))
        again = Client().get(path, headers={"If-None-Match": etag})
        assert str(read(again.content)[0]["summary"]).endswith("in 2 rubbers")

    def test_a_new_address_ends_the_old_one(self, anna):
        old, new = self.address(anna), self.address(anna)
        assert (Client().get(old).status_code, Client().get(new).status_code) == (
            404,
            200,
        )
        anna.post("/members/me/calendar/", {"feed": "none"})
        assert Client().get(new).status_code == 404
        assert not CalendarFeed.objects.filter(revoked_at=None).exists()

    def test_on_the_club_s_own_computer_only_an_admin_is_sent_to_the_office(
        self, anna, admin, settings
    ):
        settings.ALLOWED_HOSTS = ["*"]
        secretary = Client()
        secretary.force_login(admin)
        for client, leads in ((anna, False), (secretary, True)):
            client.post("/members/me/calendar/", {"feed": "new"})
            html = client.get(
                "/members/me/calendar/", headers={"host": "localhost"}
            ).content.decode()
            assert "lead nowhere on a phone" in html
            assert ('href="/office/phones/"' in html) is leads

    def test_who_leaves_the_club_has_no_calendar_any_more(self, anna, players, admin):
        path = self.address(anna)
        leave_club(member=players[Seat.NORTH], by=admin, now=NOW)
        assert Client().get(path).status_code == 404

    def test_a_senseless_form_changes_nothing(self, anna):
        path = self.address(anna)
        anna.post("/members/me/calendar/", {"feed": "all"})
        assert Client().get(path).status_code == 200

    def test_a_link_of_another_kind_opens_no_calendar(self, anna):
        token = self.address(anna).split("/")[2]
        assert Client().get(f"/public/results/{token}/").status_code == 404
