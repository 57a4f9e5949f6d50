"""Limits on how often somebody may try to sign in or to join."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client, RequestFactory

from clubscore.members.access.throttle import (
    TooManyTries,
    TryLimit,
    admit,
    forget_attempts,
    limits_for,
)
from clubscore.members.invitations.queries import code_of, token_of
from clubscore.members.invitations.services import invite
from clubscore.members.models import Attempt
from tests.factories import NOON, PASSWORD, member

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WRONG = {"username": "anna", "password": "guess"}
RIGHT = {"username": "anna", "password": PASSWORD}


@pytest.fixture(autouse=True)
def noon():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def anna():
    return member("Anna", password=PASSWORD)


def guess(times: int, address: str = "127.0.0.1", **typed: str) -> int:
    answers = [
        Client(REMOTE_ADDR=address).post("/sign-in/", WRONG | typed).status_code
        for _ in range(times)
    ]
    return answers[-1]


def test_after_ten_wrong_passwords_the_right_one_is_not_looked_at(anna):
    assert guess(10) == 200
    answer = Client().post("/sign-in/", RIGHT)
    assert answer.status_code == 429
    html = answer.content.decode()
    assert "Too many tries. Wait 15 minutes and try again." in html
    assert 'value="anna"' in html


def test_the_case_of_the_name_does_not_open_another_ten(anna):
    guess(10)
    assert guess(1, username="ANNA") == 429


def test_another_address_and_another_name_may_still_try(anna):
    guess(10)
    member("Tom", password=PASSWORD)
    assert Client(REMOTE_ADDR="192.0.2.7").post("/sign-in/", RIGHT).status_code == 302
    assert (
        Client()
        .post("/sign-in/", {"username": "tom", "password": PASSWORD})
        .status_code
        == 302
    )


def test_the_window_slides(anna, noon):
    guess(5)
    noon.shift(timedelta(minutes=10))
    guess(5)
    assert guess(1) == 429
    noon.shift(timedelta(minutes=5))
    assert guess(5) == 200
    assert guess(1) == 429


def test_signing_in_forgets_the_wrong_tries(anna):
    guess(9)
    assert Client().post("/sign-in/", RIGHT).status_code == 302
    assert guess(10) == 200


def test_being_refused_does_not_lengthen_the_wait(anna, noon):
    guess(30)
    assert (
        Attempt.objects.count() == 30
    )  # ten for the name there, ten for the name, ten for the address
    noon.shift(timedelta(minutes=15))
    assert Client().post("/sign-in/", RIGHT).status_code == 302


def test_old_tries_are_thrown_away(anna, noon):
    guess(3)
    noon.shift(timedelta(minutes=15))
    guess(1)
    assert Attempt.objects.count() == 3


def test_one_own_password_does_not_clear_the_address_for_guessing_others():
    own, shared = TryLimit("own", 2), TryLimit("shared", 3)
    for name in ("x", "y"):
        admit(limits=[TryLimit(name, 2), shared], now=NOON)
    forget_attempts(attempts=admit(limits=[own, shared], now=NOON))
    admit(limits=[TryLimit("z", 2), shared], now=NOON)
    with pytest.raises(TooManyTries, match="Wait 15 minutes"):
        admit(limits=[own, shared], now=NOON)


def test_the_wait_is_told_in_whole_minutes():
    admit(limits=[TryLimit("own", 1)], now=NOON)
    with pytest.raises(TooManyTries, match="Wait 1 minute and"):
        admit(limits=[TryLimit("own", 1)], now=NOON + timedelta(minutes=14, seconds=30))


@pytest.mark.landing
def test_links_cannot_be_guessed_without_end():
    for _ in range(200):
        Client().get("/join/nothing/")
    assert Client().get("/join/nothing/").status_code == 429


def test_the_door_of_the_admin_pages_is_the_same_door(anna):
    assert Client().post("/admin/login/", RIGHT).url == "/sign-in/?next=/admin/"
    assert Client().get("/admin/", follow=True).redirect_chain[-1] == (
        "/sign-in/?next=/admin/",
        302,
    )
    client = Client()
    client.force_login(anna)
    assert client.get("/admin/", follow=True).status_code == 403


def test_what_is_kept_of_a_try_names_nobody(anna):
    guess(1)
    assert not any(
        "anna" in attempt.key or "127" in attempt.key[:3]
        for attempt in Attempt.objects.all()
    )


def test_another_way_to_write_the_name_does_not_open_another_ten(anna):
    guess(10)
    for typed in ("ANNA", " anna ", "ａｎｎａ"):
        assert guess(1, username=typed) == 429


def test_a_letter_with_the_same_capital_does_not_open_another_ten():
    member("Ivi", password=PASSWORD)
    guess(10, username="ivi")
    assert [guess(1, username=typed) for typed in ("ıvi", "ivı", "IVı")] == [429] * 3


def test_many_addresses_together_try_one_name_no_more_than_thirty_times(anna):
    for number in range(30):
        assert guess(1, address=f"192.0.2.{number}") == 200
    assert guess(1, address="192.0.2.200") == 429
    assert Client(REMOTE_ADDR="192.0.2.201").post("/sign-in/", RIGHT).status_code == 429


def test_the_owner_of_a_name_signs_in_on_a_known_device_whatever_strangers_try(anna):
    known = Client(REMOTE_ADDR="192.0.2.77")
    assert known.post("/sign-in/", RIGHT).status_code == 302
    del known.cookies["sessionid"]
    for number in range(31):
        guess(1, address=f"192.0.2.{number}")
    assert Client(REMOTE_ADDR="192.0.2.77").post("/sign-in/", RIGHT).status_code == 429
    assert known.post("/sign-in/", RIGHT).status_code == 302


def test_a_known_device_has_ten_tries_of_its_own(anna):
    known = Client()
    known.post("/sign-in/", RIGHT)
    del known.cookies["sessionid"]
    assert [known.post("/sign-in/", WRONG).status_code for _ in range(11)] == [
        200
    ] * 10 + [429]


def test_a_device_is_known_for_the_name_that_signed_in_there_alone(anna):
    member("Tom", password=PASSWORD)
    known = Client()
    known.post("/sign-in/", {"username": "tom", "password": PASSWORD})
    del known.cookies["sessionid"]
    for number in range(30):
        guess(1, address=f"192.0.2.{number}")
    assert known.post("/sign-in/", RIGHT).status_code == 429


@pytest.mark.parametrize("cookie", ["", "x", "eyJ4IjoxfQ:1:2", '["a", ["b"]]'])
@pytest.mark.landing
def test_a_cookie_that_was_made_up_knows_no_device(anna, cookie):
    guess(30, address="192.0.2.1")
    for number in range(30):
        guess(1, address=f"198.51.100.{number}")
    client = Client(REMOTE_ADDR="192.0.2.99")
    client.cookies["known_device"] = cookie
    assert client.post("/sign-in/", RIGHT).status_code == 429


def test_all_addresses_of_one_ipv6_network_are_one(anna):
    for number in range(10):
        guess(1, address=f"2001:db8:1:2::{number:x}")
    assert guess(1, address="2001:db8:1:2:ffff::1") == 429
    assert guess(1, address="2001:db8:1:3::1") == 200
    assert guess(1, address="::ffff:192.0.2.1") == 200


@pytest.mark.parametrize("ahead", [timedelta(days=1), timedelta(days=365)])
def test_tries_of_a_clock_that_was_ahead_keep_nobody_out(db, ahead):
    limits = [TryLimit("some address", 10)]
    for _ in range(10):
        admit(limits=limits, now=NOON + ahead)
    assert admit(limits=limits, now=NOON)
    assert Attempt.objects.count() == 1


def test_a_clock_set_back_by_minutes_forgets_no_try(db):
    limits = [TryLimit("some address", 10)]
    for _ in range(10):
        admit(limits=limits, now=NOON + timedelta(minutes=10))
    with pytest.raises(TooManyTries, match="Wait 25 minutes"):
        admit(limits=limits, now=NOON)


def signed_in_before() -> Client:
    """A client on which Anna has signed in and signed out again."""
    known = Client()
    known.post("/sign-in/", RIGHT)
    known.post("/sign-out/")
    return known


@pytest.mark.landing
def test_two_hundred_invented_names_at_the_clubs_address_keep_no_known_device_out(anna):
    known = signed_in_before()
    for number in range(201):
        guess(1, username=f"nobody-{number}")
    assert guess(1, username="nobody") == 429
    assert Client().post("/sign-in/", RIGHT).status_code == 429, (
        "a device that is not known waits"
    )
    assert known.post("/sign-in/", RIGHT).status_code == 302


def test_the_choices_of_a_device_do_not_make_it_unknown(anna):
    known = signed_in_before()
    known.force_login(anna)
    assert known.post("/members/me/device/", {"large_keys": "on"}).status_code == 302
    known.post("/sign-out/")
    guess(10)
    assert known.post("/sign-in/", RIGHT).status_code == 302
    assert known.get("/members/me/device/").context["device"].large_keys


@pytest.mark.landing
def test_guesses_at_links_keep_no_invitation_out(anna):
    card = invite(member=member("Nora"), by=anna, now=NOON)
    for _ in range(201):
        Client().get("/join/nothing/")
    assert Client().get("/join/nothing/").status_code == 429
    assert [
        Client().get(f"/join/{token}/").status_code
        for token in (token_of(card), code_of(card))
    ] == [200, 200]


def test_strangers_who_ask_for_passkeys_keep_no_known_device_out(anna):
    action = "passkey challenge"
    stranger, owner = RequestFactory().get("/"), RequestFactory().get("/")
    owner.COOKIES["known_device"] = signed_in_before().cookies["known_device"].value
    for _ in range(200):
        admit(limits=limits_for(stranger, action=action), now=NOON)
    with pytest.raises(TooManyTries):
        admit(limits=limits_for(stranger, action=action), now=NOON)
    assert len(admit(limits=limits_for(owner, action=action), now=NOON)) == 1
