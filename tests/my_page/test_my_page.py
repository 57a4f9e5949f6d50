"""The page /me/ of the member who is signed in."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.members.roles import Role
from scoring import Seat
from tests.factories import agreed_rubber, four, member
from tests.settlements.settling import settle

pytestmark = pytest.mark.django_db


def page_of(who) -> str:
    client = Client()
    client.force_login(who)
    return client.get("/me/").content.decode()


def test_who_has_not_played_is_told_when_something_comes():
    html = page_of(member("Eve"))
    assert "No rubber of yours is booked here yet" in html
    assert "Nothing is booked yet." in html
    assert 'href="/members/me/data/"' in html


def test_it_has_the_results_the_balance_and_whom_one_owes():
    players = four()
    agreed_rubber(players)
    settle(member("Ruth Abel", role=Role.ADMIN))
    html = page_of(players[Seat.EAST])
    assert "with Dan against" in html
    assert html.count("−810") >= 3  # in all, of the rubber, on the statement
    assert re.search("You owe (Anna|Cleo) <b>810</b>", html)


def test_it_is_reached_by_the_initials_of_every_page():
    client = Client()
    client.force_login(member("Eve"))
    assert 'href="/me/">My page</a>' in client.get("/").content.decode()


def test_three_rubbers_take_as_many_queries_as_one():
    players = four()
    client = Client()
    client.force_login(players[Seat.NORTH])
    counts = []
    for _ in range(3):
        agreed_rubber(players)
        with CaptureQueriesContext(connection) as queries:
            client.get("/me/")
        counts.append(len(queries))
    assert counts == [counts[0]] * 3
