"""Public responses may be cached by anybody, are validated cheaply, and do not depend on who reads them."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.duplicate.models import Session
from clubscore.ledger.models import Season
from clubscore.public.pages.answers import MOST, drawn
from tests.duplicate.published import played, published
from tests.factories import NOON, agreed_rubber, member, record, rubber_in_play

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# The statements of an answer that need not be drawn.
STATEMENTS = {
    "/public/room/": 3,
    "/public/evenings/": 6,
    "/public/evenings.ics": 4,
    "/public/evenings/2026-11-21/": 3,
    "/public/duplicate/": 3,
    "session": 3,
    "/public/standings/": 6,
    "season": 6,
}


@pytest.fixture(autouse=True)
def that_evening():
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        yield


@pytest.fixture
def club(choose, players):
    rubber = agreed_rubber(players)
    published(played())
    choose()
    return rubber


def path_of(name: str) -> str:
    if name == "session":
        return f"/public/duplicate/{Session.objects.get().pk}/"
    return (
        f"/public/standings/{Season.objects.get().slug}/" if name == "season" else name
    )


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_a_reader_has_is_not_sent_again_and_takes_few_statements(
    club, name, django_assert_num_queries
):
    path = path_of(name)
    first = Client().get(path)
    assert first.headers["Cache-Control"] == "public, max-age=30"
    with django_assert_num_queries(STATEMENTS[name]):
        again = Client().get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Cache-Control"] == "public, max-age=30"


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_page_is_drawn_once_for_all_who_read_it(
    club, name, django_assert_num_queries
):
    path = path_of(name)
    first = Client().get(path)
    with django_assert_num_queries(STATEMENTS[name]):
        assert Client().get(path).content == first.content


@pytest.mark.parametrize("name", STATEMENTS)
def test_no_cookie_is_set_or_read_and_no_session_is_asked_for(
    club, name, django_assert_num_queries
):
    path = path_of(name)
    client = Client()
    client.force_login(member("Ruth Abel"))
    as_stranger = Client().get(path)
    with django_assert_num_queries(STATEMENTS[name]):
        answer = client.get(path)
    assert answer.content == as_stranger.content
    assert not answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")


def test_head_is_answered_like_get(club):
    answer = Client().head("/public/room/")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["ETag"] == Client().get("/public/room/").headers["ETag"]


def test_a_deal_makes_the_room_another_and_leaves_a_past_evening(club, players):
    rubber = rubber_in_play(
        {seat: member(f"{seat.word} Else") for seat in players}, lines=("4sn=",)
    )
    rooms, seasons = (
        [Client().get("/public/room/")],
        [Client().get("/public/standings/")],
    )
    record(rubber, "2he=")
    rooms.append(Client().get("/public/room/"))
    seasons.append(Client().get("/public/standings/"))
    assert rooms[0].headers["ETag"] != rooms[1].headers["ETag"]
    assert rooms[0].content != rooms[1].content
    assert seasons[0].headers["ETag"] == seasons[1].headers["ETag"]


def test_another_host_has_another_answer(club, settings):
    settings.ALLOWED_HOSTS = ["testserver", "club.example"]
    here, there = (
        Client().get("/public/evenings.ics"),
        Client().get("/public/evenings.ics", headers={"Host": "club.example"}),
    )
    assert here.headers["ETag"] != there.headers["ETag"]
    assert b"club.example" in there.content


def test_words_behind_the_address_make_no_new_page(club):
    plain = Client().get("/public/standings/")
    for query in ("?x=1", "?game=nonsense", "?sort=-net&page=9"):
        assert (
            Client().get(f"/public/standings/{query}").headers["ETag"]
            == plain.headers["ETag"]
        )


def test_a_process_keeps_so_many_answers_and_no_more():
    for number in range(MOST):
        drawn.set(str(number), f"page {number}")
    drawn.get("0")  # read again, so that another is the one that goes
    drawn.set(str(MOST), f"page {MOST}")
    assert [number for number in range(MOST + 1) if str(number) not in drawn] == [1]


@pytest.mark.parametrize("name", STATEMENTS)
def test_an_answer_in_another_language_is_another(club, name, monkeypatch):
    path = path_of(name)
    first = Client().get(path)
    assert "Accept-Language" in first.headers["Vary"]
    monkeypatch.setattr("clubscore.public.pages.answers.get_language", lambda: "de")
    other = Client().get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert other.status_code == 200
    assert other.headers["ETag"] != first.headers["ETag"]
