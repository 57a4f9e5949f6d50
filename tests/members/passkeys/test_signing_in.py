"""Signing in by a passkey: the key must be known, the challenge unused, the device unlocked and the club's
name right.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from clubscore.members.access.throttle import WINDOW
from clubscore.members.models import Member, OpenSession, Passkey, SignInEvent
from tests.factories import NOON, PASSWORD
from tests.members.passkeys.conftest import asked, is_in, sign_in
from tests.members.passkeys.device import Device, to_text

pytestmark = pytest.mark.django_db

CHALLENGE, DOOR = "/sign-in/passkey/challenge/", "/sign-in/passkey/"


def newest_event() -> tuple[str, Member | None]:
    event = SignInEvent.objects.latest("pk")
    return event.what, event.member


def test_the_lock_of_the_phone_signs_in_and_leads_on(
    anna: Member, phone: Device, stranger: Client
):
    answer = sign_in(stranger, phone, next="/ledger/")
    assert (answer.status_code, answer.url) == (302, "/ledger/")
    assert is_in(stranger)
    assert newest_event() == ("in", anna)
    assert Passkey.objects.get().used_at is not None
    anna.refresh_from_db()
    assert anna.last_login is not None


def test_no_way_leads_elsewhere(phone: Device, stranger: Client):
    assert sign_in(stranger, phone, next="https://evil.example/").url == "/"


def test_the_session_is_as_long_as_one_by_password(phone: Device, stranger: Client):
    sign_in(stranger, phone)
    opened = OpenSession.objects.get(session_key=stranger.session.session_key)
    assert opened.expire_date - timezone.now() > timedelta(days=80)
    assert opened.device


def test_who_asks_for_a_challenge_and_signs_in_by_password_stays_in(
    anna: Member, stranger: Client
):
    asked(stranger, CHALLENGE)
    assert stranger.session.get_expiry_age() <= 600
    stranger.post("/sign-in/", {"username": anna.username, "password": PASSWORD})
    assert is_in(stranger)
    assert stranger.session.get_expiry_age() > 600


def test_any_device_is_asked_and_must_open_its_lock(stranger: Client):
    options = asked(stranger, CHALLENGE)["options"]
    assert options["rpId"] == "club.example"
    assert options["userVerification"] == "required"
    assert not options.get("allowCredentials")


def refused(answer: Any) -> bool:
    return answer.status_code == 422 and "errorlist" in answer.content.decode()


def test_an_answer_is_taken_once(
    anna: Member, phone: Device, at_club: Callable[..., Client]
):
    client = at_club()
    credential = phone.use(asked(client, CHALLENGE)["options"])
    assert client.post(DOOR, {"credential": credential}).status_code == 302
    client.post("/sign-out/")
    assert refused(client.post(DOOR, {"credential": credential}))
    assert refused(at_club().post(DOOR, {"credential": credential}))
    assert newest_event() == ("key", anna)


def test_a_challenge_is_for_one_try(phone: Device, stranger: Client):
    options = asked(stranger, CHALLENGE)["options"]
    assert refused(
        stranger.post(
            DOOR, {"credential": phone.use(options, signature=to_text(b"nothing"))}
        )
    )
    assert refused(stranger.post(DOOR, {"credential": phone.use(options)}))


def test_a_challenge_of_another_browser_and_one_that_is_old_open_nothing(
    phone: Device, at_club: Callable[..., Client]
):
    here, there = at_club(), at_club()
    asked(here, CHALLENGE)
    assert refused(
        here.post(DOOR, {"credential": phone.use(asked(there, CHALLENGE)["options"])})
    )
    with time_machine.travel(NOON, tick=False) as clock:
        options = asked(here, CHALLENGE)["options"]
        clock.shift(timedelta(minutes=10))
        assert not is_in(here)
        assert refused(here.post(DOOR, {"credential": phone.use(options)}))


@pytest.mark.parametrize(
    "changed",
    [
        {"opens_lock": False},
        {"origin": "https://club.example.evil"},
        {"handle": to_text(b"somebody else")},
    ],
    ids=["the lock stayed closed", "under another name", "for another member"],
)
def test_what_was_signed_otherwise_is_refused(
    phone: Device, stranger: Client, changed: dict[str, Any]
):
    vars(phone).update(changed)
    assert refused(sign_in(stranger, phone))
    assert not is_in(stranger)


def test_another_key_under_a_known_number_is_refused(
    anna: Member, phone: Device, stranger: Client
):
    assert refused(sign_in(stranger, Device(handle=phone.handle)))
    assert newest_event() == ("key", anna)


def test_an_unknown_passkey_is_refused_and_noted(phone: Device, stranger: Client):
    assert refused(sign_in(stranger, Device(number=b"of nobody")))
    assert newest_event() == ("key", None)


def test_a_count_that_has_not_risen_is_refused(
    phone: Device, at_club: Callable[..., Client]
):
    copy = Device(key=phone.key, handle=phone.handle)
    assert sign_in(at_club(), phone).status_code == 302
    assert refused(sign_in(at_club(), copy))
    assert sign_in(at_club(), phone).status_code == 302
    assert Passkey.objects.get().sign_count == 2


def test_a_key_that_several_phones_share_does_not_count(
    phone: Device, at_club: Callable[..., Client]
):
    phone.counts = False
    for _ in range(2):
        assert sign_in(at_club(), phone).status_code == 302


def test_who_has_left_does_not_come_in(anna: Member, phone: Device, stranger: Client):
    Member.objects.filter(pk=anna.pk).update(is_active=False)
    assert refused(sign_in(stranger, phone))


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "{}",
        "[]",
        "null",
        "{" * 9_000,
        "[" * 15_000,
        '{"id": 1}',
        '{"id": "\\u0000"}',
        '{"id": "\\ud800"}',
        '{"id": "QQ"}',
        "x" * 30_000,
    ],
)
def test_what_is_no_answer_is_refused_in_words(stranger: Client, sent: str):
    asked(stranger, CHALLENGE)
    answer = stranger.post(DOOR, {"credential": sent})
    assert "Try again" in answer.content.decode()
    assert answer.status_code == 422


def test_ten_tries_of_one_key_from_one_address_and_no_more(
    anna: Member, phone: Device, stranger: Client
):
    wrong = Device(handle=phone.handle)
    for _ in range(10):
        sign_in(stranger, wrong)
    answer = sign_in(stranger, phone)
    assert (answer.status_code, newest_event()) == (429, ("refused", anna))
    with time_machine.travel(timezone.now() + WINDOW + timedelta(minutes=1)):
        assert sign_in(stranger, phone).status_code == 302


def test_so_many_challenges_for_one_address(stranger: Client):
    for _ in range(200):
        asked(stranger, CHALLENGE)
    answer = stranger.post(CHALLENGE)
    assert (answer.status_code, "error" in answer.json()) == (429, True)


def test_under_another_address_there_are_none(
    phone: Device, client: Client, settings: Any
):
    settings.HTTPS = False
    assert "fixed HTTPS address" in client.post(CHALLENGE).json()["error"]
    assert refused(
        client.post(
            DOOR, {"credential": phone.use({"rpId": "club.example", "challenge": "QQ"})}
        )
    )
    assert "passkey" not in client.get("/sign-in/").content.decode()


def test_the_page_offers_it_and_brings_its_script_along(stranger: Client):
    html = stranger.get("/sign-in/").content.decode()
    assert "Sign in with this phone’s lock" in html
    assert "passkeys.js" in html
