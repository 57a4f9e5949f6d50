"""GET and POST /members/me/device/: the way of entering deals on this device, which is kept in a cookie."""

import pytest

from clubscore.members.device.choices import COOKIE
from scoring import Seat
from tests.factories import member, rubber_in_play

pytestmark = pytest.mark.django_db
PAGE = "/members/me/device/"


def test_a_device_that_has_chosen_nothing_stays_awake_and_ticks(browser):
    rubber = rubber_in_play()
    html = (
        browser(rubber.players[Seat.NORTH])
        .get(f"/tables/{rubber.table_id}/")
        .content.decode()
    )
    for part in (
        'data-hand="right"',
        'data-size="usual"',
        'data-awake="on"',
        'data-tick="on"',
    ):
        assert part in html


def test_the_choices_are_kept_by_the_device_and_reach_the_entry(browser):
    rubber = rubber_in_play()
    client = browser(rubber.players[Seat.NORTH])
    html = client.post(
        PAGE, {"left_handed": "on", "large_keys": "on"}, follow=True
    ).content.decode()
    assert "This device will do so from now on." in html
    assert html.count(" checked") == 2
    assert (
        client.cookies[COOKIE]["httponly"]
        and client.cookies[COOKIE]["samesite"] == "Lax"
    )
    html = client.get(f"/tables/{rubber.table_id}/").content.decode()
    for part in (
        'data-hand="left"',
        'data-size="large"',
        'data-awake="off"',
        'data-tick="off"',
    ):
        assert part in html


def test_another_device_of_the_same_member_stays_as_it_is(browser):
    anna = member("Anna")
    browser(anna).post(PAGE, {"two_taps": "on"})
    assert browser(anna).get(PAGE).context["form"].initial["two_taps"] is False


@pytest.mark.parametrize("cookie", ["nonsense", "two_taps.nonsense", "x" * 4000, ".."])
def test_a_cookie_that_was_tampered_with_chooses_nothing_unknown(cookie, browser):
    client = browser(member("Anna"))
    client.cookies[COOKIE] = cookie
    answer = client.get(PAGE)
    assert answer.status_code == 200
    assert answer.context["form"].initial["two_taps"] is cookie.startswith("two_taps")
