"""A form that does not end with its token was cut off on the way: it is refused as a whole, with a message."""

import re

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.rubbers.models import Deal, Rubber
from scoring import Seat, parse_deal
from tests.factories import member, rubber_in_play
from tests.forms import TOKEN, closed

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
DEAL = "number=1&revision=0&key=00000000-0000-4000-8000-000000000001&line=4sn%3D+h4n"


def browser_of(someone: Member) -> tuple[Client, str]:
    """A signed-in client that checks CSRF, and the token from a page that it has opened."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(someone)
    found = re.search(
        rf'name="{TOKEN}" value="(\w+)"', client.get("/").content.decode()
    )
    assert found
    return client, found[1]


@pytest.fixture
def rubber() -> Rubber:
    return rubber_in_play()


@pytest.fixture
def north(rubber: Rubber) -> tuple[Client, str]:
    return browser_of(rubber.players[Seat.NORTH])


def test_a_deal_cut_off_anywhere_is_refused_and_says_that_nothing_was_written(
    rubber: Rubber, north: tuple[Client, str]
) -> None:
    client, token = north
    body, path, header = (
        closed(DEAL, token),
        f"/rubbers/{rubber.pk}/deals/",
        {"X-CSRFToken": token},
    )
    for cut in range(len(body)):
        answer = client.post(path, body[:cut], content_type=FORM, headers=header)
        assert (body[:cut], answer.status_code) == (body[:cut], 400)
        assert "nothing was written" in answer.content.decode()
    assert not Deal.objects.exists()
    assert client.post(path, body, content_type=FORM).status_code == 302
    assert Deal.objects.get().facts == parse_deal("4sn= h4n")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (DEAL, FORM),
        (f"{TOKEN}=%s&{DEAL}", FORM),
        (f"{DEAL}&{TOKEN}=%s&", FORM),
        (f"{DEAL}&{TOKEN}=", FORM),
        ('{"line": "4sn="}', "application/json"),
        (f"{TOKEN}=%s", "text/plain"),
        ("", ""),
    ],
    ids=[
        "none",
        "not at the end",
        "an end after it",
        "empty",
        "JSON",
        "plain text",
        "nothing",
    ],
)
def test_a_token_in_the_header_is_not_enough(
    rubber: Rubber, north: tuple[Client, str], body: str, content_type: str
) -> None:
    client, token = north
    sent = body.replace("%s", token)
    path, header = f"/rubbers/{rubber.pk}/deals/", {"X-CSRFToken": token}
    answer = client.generic(
        "POST", path, sent, content_type=content_type, headers=header
    )
    assert answer.status_code == 400
    assert not Deal.objects.exists()


def test_a_form_with_a_file_ends_with_its_token_too() -> None:
    client, token = browser_of(member("Sam", role=Role.ADMIN))
    fields = {"list": "first_name,last_name\nAnna,Weiss", "overwrite": "on"}
    assert client.post("/members/import/", fields | {TOKEN: token}).status_code == 200
    for cut_off in (fields, {TOKEN: token} | fields, fields | {TOKEN: token[:-1]}):
        assert (
            client.post(
                "/members/import/", cut_off, headers={"X-CSRFToken": token}
            ).status_code
            == 400
        )


def test_a_form_cut_off_is_one_line_in_the_log(
    rubber: Rubber, north: tuple[Client, str], caplog: pytest.LogCaptureFixture
) -> None:
    client, _ = north
    client.post(f"/rubbers/{rubber.pk}/deals/", DEAL, content_type=FORM)
    assert [record.getMessage() for record in caplog.records] == [
        f"A form without its end: /rubbers/{rubber.pk}/deals/"
    ]
