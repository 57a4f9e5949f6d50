"""Sessions: the member's own page, the list of signed-in devices, and what to do about a lost phone."""

import time
from threading import Event, Thread

import pytest
from django.db import connection
from django.test import Client

from clubscore.database.write_lock import write_transaction
from clubscore.members.access.sessions import SessionStore, device_of
from clubscore.members.models import Member, OpenSession
from clubscore.members.roles import Role
from tests.factories import PASSWORD, member

pytestmark = pytest.mark.django_db

PIXEL = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
NEW = "five no trump doubled"


@pytest.fixture
def anna() -> Member:
    return member("Anna", password=PASSWORD)


def signed_in(agent: str = PIXEL) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/sign-in/", {"username": "anna", "password": PASSWORD})
    return client


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (PIXEL, "Firefox on Android"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
            "Chrome on Linux",
        ),
        ("curl/8", "A browser"),
    ],
)
def test_a_device_is_named_in_words(agent, device):
    assert device_of(agent) == device


def test_the_page_lists_where_i_am_signed_in(anna):
    signed_in("Mozilla/5.0 (Windows NT 10.0) Firefox/130.0")
    html = signed_in().get("/members/me/").content.decode()
    assert "Firefox on Windows" in html
    assert html.count("<b>(here)</b>") == 1
    assert "Firefox on Android" in html


def test_the_sessions_of_others_are_not_mine(anna, browser):
    browser(member("Tom"))
    assert signed_in().get("/members/me/").context["sessions"].count() == 1


def test_signing_out_everywhere_ends_every_session(anna):
    phone, desk = signed_in(), signed_in()
    assert phone.post("/members/me/sessions/").url == "/sign-in/"
    assert (phone.get("/").status_code, desk.get("/").status_code) == (302, 302)
    assert not OpenSession.objects.exists()


def test_a_new_password_keeps_this_device_and_signs_out_the_others(anna):
    phone, desk = signed_in(), signed_in()
    typed = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert phone.post("/members/me/", typed).status_code == 302
    assert (phone.get("/").status_code, desk.get("/").status_code) == (200, 302)
    assert OpenSession.objects.count() == 1
    assert Client().login(username="anna", password=NEW)


def test_the_old_password_is_asked_for(anna):
    typed = {"old_password": "guess", "new_password1": NEW, "new_password2": NEW}
    answer = signed_in().post("/members/me/", typed)
    assert answer.status_code == 422
    assert "Your old password was entered incorrectly" in answer.content.decode()


def test_whoever_has_the_phone_cannot_guess_the_old_password_for_long(anna):
    phone = signed_in()
    guess = {"old_password": "guess", "new_password1": NEW, "new_password2": NEW}
    assert [phone.post("/members/me/", guess).status_code for _ in range(11)] == [
        422
    ] * 10 + [429]
    answer = phone.post("/members/me/", guess | {"old_password": PASSWORD})
    assert answer.status_code == 429
    assert "Too many tries. Wait 15 minutes and try again." in answer.content.decode()
    assert not Client().login(username="anna", password=NEW)


def test_a_new_password_that_will_not_do_is_no_guess_at_the_old_one(anna):
    phone = signed_in()
    typed = {"old_password": PASSWORD, "new_password1": "anna", "new_password2": "anna"}
    assert {phone.post("/members/me/", typed).status_code for _ in range(12)} == {422}


def test_whoever_signs_in_where_another_is_signed_in_is_that_one_and_the_other_is_out(
    anna,
):
    """Case: two members share one device, and the second signs in on a page that was opened before the
    first signed in.
    """
    member("Tom", password=PASSWORD)
    device = signed_in()
    before = OpenSession.objects.get().session_key
    device.post("/sign-in/", {"username": "tom", "password": PASSWORD})
    assert OpenSession.objects.get().member.name == "Tom"
    assert OpenSession.objects.get().session_key != before
    assert device.get("/sign-in/", {"next": "/ledger/"}).url == "/ledger/"


def test_the_sign_in_page_takes_no_put_for_a_post(anna):
    assert (
        Client()
        .put("/sign-in/", {"username": "anna", "password": PASSWORD})
        .status_code
        == 405
    )


@pytest.mark.parametrize("onward", ["/sign-in/", "/sign-in/?next=/sign-in/"])
def test_a_sign_in_page_that_leads_to_itself_leads_to_the_room(anna, onward):
    assert signed_in().get("/sign-in/", {"next": onward}).url == "/"


def test_an_admin_signs_a_lost_phone_out(anna, office):
    phone = signed_in()
    assert (
        "Firefox on Android"
        in office.get(f"/members/{anna.pk}/record/").content.decode()
    )
    html = office.post(f"/members/{anna.pk}/sessions/", follow=True).content.decode()
    assert "Anna is signed out everywhere." in html
    assert phone.get("/").status_code == 302


def test_players_sign_nobody_out_and_admins_no_owner(anna, office, browser, somebody):
    sam = somebody("Sam", Role.OWNER)
    assert browser(anna).post(f"/members/{sam.pk}/sessions/").status_code == 403
    assert office.post(f"/members/{sam.pk}/sessions/").status_code == 403


def test_everywhere_is_left_by_post_only(anna):
    assert signed_in().get("/members/me/sessions/").status_code == 302


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_asks_as_often_for_three_devices_as_for_one(
    anna, count, django_assert_num_queries
):
    phone = [signed_in() for _ in range(count)][-1]
    with django_assert_num_queries(2):
        phone.get("/members/me/")


@pytest.mark.django_db(transaction=True)
def test_a_session_waits_in_the_queue_of_writers_and_not_for_the_database():
    written = Event()

    def write_long() -> None:
        try:
            with write_transaction():
                written.set()
                time.sleep(0.3)
        finally:
            connection.close()

    writer = Thread(target=write_long)
    writer.start()
    written.wait()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 20")
    session = SessionStore()
    session["device"] = "Firefox on Android"
    session.save()
    writer.join()
    connection.close()
    assert OpenSession.objects.get().device == "Firefox on Android"
