"""POST /members/me/keys/: a member turns the single-key shortcuts on the page of a table on or off."""

import pytest

from clubscore.members.models import Member
from scoring import Seat
from tests.factories import member, rubber_in_play

pytestmark = pytest.mark.django_db


def test_they_are_on_until_they_are_switched_off(browser):
    rubber = rubber_in_play()
    anna = rubber.players[Seat.NORTH]
    client = browser(anna)
    page = f"/tables/{rubber.table_id}/"
    assert 'data-keys="on"' in client.get(page).content.decode()
    html = client.post(
        "/members/me/keys/", {"are_on": "off"}, follow=True
    ).content.decode()
    assert "The keys at the table are off." in html
    assert 'value="off" aria-pressed="true"' in html
    html = client.get(page).content.decode()
    assert 'data-keys="off"' in html
    assert "<kbd>/</kbd>" not in html
    client.post("/members/me/keys/", {"are_on": "on"})
    assert Member.objects.get(pk=anna.pk).has_table_keys


def test_they_are_ones_own(browser):
    anna, ben = member("Anna"), member("Ben")
    browser(anna).post("/members/me/keys/", {"are_on": "off"})
    assert Member.objects.get(pk=ben.pk).has_table_keys


def test_nonsense_is_told_and_changes_nothing(browser):
    anna = member("Anna")
    assert (
        "Choose on or off."
        in browser(anna)
        .post("/members/me/keys/", {"are_on": "x"}, follow=True)
        .content.decode()
    )
    assert Member.objects.get(pk=anna.pk).has_table_keys
