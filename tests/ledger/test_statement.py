"""The page /ledger/12/ season by season: what was brought forward, and the balance after each entry."""

import pytest
from django.test import Client

from clubscore.ledger.queries import statement_of
from tests.ledger.three_seasons import AUTUMN, SPRING
from tests.standings.season_of import book

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(pairs, seasons):
    """Book two rubbers in Autumn and one in Spring; return Anna, whose points are 810, 300 and −100."""
    winners, losers = pairs
    book(winners, losers, 810, now=AUTUMN)
    book(winners, losers, 300, now=AUTUMN)
    book(losers, winners, 100, now=SPRING)
    return winners[0]


def test_without_a_wish_the_newest_season_with_an_entry_is_shown(played, seasons):
    statement = statement_of(played)
    assert statement.season == seasons[2]
    assert statement.seasons == [seasons[2], seasons[0]]
    assert [(entry.points, entry.balance) for entry in statement.entries] == [
        (-100, 1010)
    ]
    assert (statement.balance, statement.brought_forward) == (1010, 1110)


def test_nothing_is_brought_forward_into_the_first_season(played, seasons):
    statement = statement_of(played, seasons[0])
    assert [(entry.points, entry.balance) for entry in statement.entries] == [
        (300, 1110),
        (810, 810),
    ]
    assert (statement.balance, statement.brought_forward) == (1110, None)


def test_a_season_without_an_entry_keeps_the_balance(played, seasons):
    statement = statement_of(played, seasons[1])
    assert (statement.entries, statement.balance, statement.brought_forward) == (
        [],
        1110,
        1110,
    )


def test_the_page_leads_to_the_other_seasons(played):
    client = Client()
    client.force_login(played)
    newest = client.get(f"/ledger/{played.pk}/").content.decode()
    assert "+1,010</b> in all at the end of Spring" in newest
    assert "Brought forward from the seasons before" in newest
    assert '<a href="?season=autumn" >Autumn</a>' in newest
    first = client.get(f"/ledger/{played.pk}/?season=autumn").content.decode()
    assert "+1,110</b> in all at the end of Autumn" in first
    assert "Brought forward" not in first
    assert (
        "at the end of Spring"
        in client.get(f"/ledger/{played.pk}/?season=nowhere").content.decode()
    )


def test_a_member_without_an_entry_has_an_empty_statement(pairs):
    statement = statement_of(pairs[0][0])
    assert (
        statement.season,
        statement.seasons,
        statement.entries,
        statement.balance,
    ) == (None, [], [], 0)
