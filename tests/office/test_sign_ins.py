"""The admins' page of successful and failed sign-ins."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubscore.members.models import Member, SignInEvent
from clubscore.members.roles import Role
from tests.factories import member

What = SignInEvent.What


@pytest.fixture
def admin(db: None) -> Client:
    client = Client()
    client.force_login(member("Ruth Abel", role=Role.ADMIN))
    return client


def event(
    what: SignInEvent.What, who: Member | None = None, *, minutes: int = 0
) -> SignInEvent:
    at = timezone.now() - timedelta(minutes=minutes)
    return SignInEvent.objects.create(
        what=what,
        member=who,
        network="203.0.113.0/24",
        device="Firefox on Linux",
        at=at,
    )


def page(client: Client, query: str = "") -> str:
    answer = client.get(f"/office/sign-ins/{query}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_it_says_who_came_in_who_failed_and_from_where(admin: Client):
    anna = member("Anna Weiss")
    event(What.FAILED, minutes=3)
    event(What.FAILED, anna, minutes=2)
    event(What.IN, anna, minutes=1)
    html = page(admin)
    assert "<b>Anna Weiss</b></a> signed in" in html
    assert (
        '<b>Anna Weiss</b></a>: <strong class="door-failed">wrong password</strong>'
        in html
    )
    assert (
        '<b>A name that nobody has</b>: <strong class="door-failed">wrong password</strong>'
        in html
    )
    assert "Firefox on Linux · 203.0.113.0/24" in html
    assert "The last day: 1 sign-in, 2 that failed" in html
    assert html.index("signed in</p>") < html.index("wrong password")


def test_failures_are_shown_alone_on_wish(admin: Client):
    event(What.IN, member("Anna Weiss"))
    event(What.REFUSED)
    html = page(admin, "?show=failures")
    assert "too many tries" in html and "Anna Weiss" not in html


def test_an_empty_page_says_so(admin: Client):
    assert "Nobody has signed in yet." in page(admin)
    assert "Nobody has failed to sign in." in page(admin, "?show=failures")
    assert "There is nothing older." in page(admin, "?page=2")


def test_it_is_read_page_by_page_in_a_fixed_number_of_queries(admin: Client):
    anna = member("Anna Weiss")
    counted = []
    for number in (1, 3, 60):
        for minutes in range(SignInEvent.objects.count(), number):
            event(What.IN, anna, minutes=minutes)
        page(admin)
        with CaptureQueriesContext(connection) as queries:
            html = page(admin)
        counted.append(len(queries))
    assert len(set(counted)) == 1
    assert html.count("signed in</p>") == 50
    assert page(admin, "?page=2").count("signed in</p>") == 10
