"""Successful and failed sign-ins are recorded for ninety days, with as little personal data as possible."""

import logging
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client, RequestFactory
from django.utils import timezone

from clubscore.members.access import sign_in_events
from clubscore.members.access.sign_in_events import (
    KEPT_FOR,
    member_named,
    network_of,
    note_sign_in,
    sweep_sign_ins,
)
from clubscore.members.models import Member, SignInEvent
from tests.factories import NOON, PASSWORD, member

pytestmark = pytest.mark.django_db
What = SignInEvent.What
PHONE = "Mozilla/5.0 (Linux; Android 15) Gecko/145.0 Firefox/145.0"


@pytest.fixture
def anna() -> Member:
    return member("Anna", password=PASSWORD)


def sign_in(name: str, password: str, client: Client | None = None) -> int:
    said = {"REMOTE_ADDR": "203.0.113.77", "HTTP_USER_AGENT": PHONE}
    return (
        (client or Client())
        .post("/sign-in/", {"username": name, "password": password}, **said)
        .status_code
    )


def noted() -> list[tuple[str, str, str, str]]:
    rows = SignInEvent.objects.select_related("member").order_by("pk")
    return [
        (row.what, row.member.name if row.member else "", row.network, row.device)
        for row in rows
    ]


def test_a_sign_in_and_a_sign_out_are_noted_and_said_in_the_log(
    anna: Member, caplog: pytest.LogCaptureFixture
):
    client = Client()
    with caplog.at_level(logging.INFO, logger="clubscore.members"):
        sign_in("anna", PASSWORD, client)
        client.post("/sign-out/")
        client.post("/sign-out/")  # nobody is signed in any more
    assert noted() == [
        ("in", "Anna", "203.0.113.0/24", "Firefox on Android"),
        ("out", "Anna", "127.0.0.0/24", "A browser"),
    ]
    assert (
        caplog.messages[0]
        == f"Signed in: member {anna.pk}, from 203.0.113.0/24, Firefox on Android"
    )


def test_a_failure_is_told_from_a_sign_in_and_a_passkey_from_a_name():
    assert [what for what in What if SignInEvent(what=what).is_failure] == [
        What.FAILED,
        What.KEY,
        What.REFUSED,
    ]
    assert SignInEvent(what=What.FAILED).stranger == "A name that nobody has"
    assert SignInEvent(what=What.KEY).stranger == "A passkey that nobody has"


def test_a_wrong_password_is_noted_with_the_member_whose_name_it_was(
    anna: Member, caplog: pytest.LogCaptureFixture
):
    sign_in("ANNA", "seven hearts")
    assert noted() == [("failed", "Anna", "203.0.113.0/24", "Firefox on Android")]
    assert "Wrong password: member" in caplog.text


@pytest.mark.parametrize("typed", ["my password by mistake", "", "a\0b", "x" * 5000])
def test_of_a_name_that_nobody_has_nothing_is_kept(
    anna: Member, typed: str, caplog: pytest.LogCaptureFixture
):
    sign_in(typed, "seven hearts")
    assert noted() == [("failed", "", "203.0.113.0/24", "Firefox on Android")]
    assert not typed or typed not in caplog.text


def test_tries_that_are_not_looked_at_are_noted_too(anna: Member):
    for _ in range(11):
        sign_in("anna", "seven hearts")
    assert [what for what, *_ in noted()] == ["failed"] * 10 + ["refused"]


def test_closing_the_sessions_of_ones_own_is_noted(anna: Member):
    client = Client()
    sign_in("anna", PASSWORD, client)
    client.post("/members/me/sessions/")
    assert [what for what, *_ in noted()] == ["in", "closed"]


def test_no_more_failures_are_kept_than_so_many_an_hour(
    anna: Member, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sign_in_events, "FAILURES_AN_HOUR", 3)
    request, now = RequestFactory().get("/"), timezone.now()
    for _ in range(5):
        note_sign_in(what=What.FAILED, request=request, member=None, now=now)
    note_sign_in(what=What.IN, request=request, member=anna, now=now)
    note_sign_in(
        what=What.FAILED, request=request, member=None, now=now + timedelta(hours=2)
    )
    assert [what for what, *_ in noted()] == ["failed"] * 3 + ["in", "failed"]


def test_old_notes_are_swept_and_those_of_a_clock_far_ahead(
    anna: Member, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sign_in_events, "AT_ONCE", 2)
    for days in (0, 1, 89, 90, 91, 400, -300):
        SignInEvent.objects.create(
            what="in", member=anna, at=NOON - timedelta(days=days)
        )
    assert sweep_sign_ins(now=NOON) == 4
    assert SignInEvent.objects.count() == 3
    assert KEPT_FOR.days == 90


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("", ""),
        ("a socket", ""),
    ],
)
def test_of_an_address_the_network_is_kept(address: str, network: str):
    assert network_of(address) == network


def test_names_are_found_whatever_the_case(anna: Member):
    assert (member_named("ANNA"), member_named("nobody")) == (anna, None)


def test_the_database_lets_nobody_without_a_name_in():
    with pytest.raises(IntegrityError), transaction.atomic():
        SignInEvent.objects.create(what="in", at=NOON)
    with pytest.raises(IntegrityError), transaction.atomic():
        SignInEvent.objects.create(what="waved", at=NOON)
