"""POST /rubbers/41/deals/ from a device that records in two taps, and the state of the page after a refusal."""

from uuid import uuid4

import pytest

from clubscore.members.device.choices import COOKIE
from clubscore.rubbers.models import Deal
from scoring import Seat
from tests.factories import record
from tests.rubbers.conftest import HTMX

pytestmark = pytest.mark.django_db


def send(client, rubber, **fields):
    form = {"line": "4sn=", "number": 1, "revision": rubber.revision, "key": uuid4()}
    return client.post(f"/rubbers/{rubber.pk}/deals/", form | fields, headers=HTMX)


@pytest.fixture
def anna(rubber, signed_in):
    client = signed_in(rubber.players[Seat.NORTH])
    client.cookies[COOKIE] = "two_taps"
    return client


def test_the_first_tap_asks_and_the_second_records(anna, rubber):
    answer = send(anna, rubber)
    html = answer.content.decode()
    assert (answer.status_code, Deal.objects.count()) == (422, 0)
    assert "Not recorded yet: tap Record once more if this is right." in html
    assert '<input type="hidden" name="sure" value="4SN=">' in html
    assert send(anna, rubber, sure="4SN=").status_code == 200
    assert Deal.objects.count() == 1


def test_a_deal_that_was_changed_in_between_is_asked_about_again(anna, rubber):
    assert send(anna, rubber, line="4sn+1", sure="4SN=").status_code == 422
    assert Deal.objects.count() == 0


def test_one_tap_is_enough_where_nobody_has_chosen_two(anna, rubber):
    del anna.cookies[COOKIE]
    assert send(anna, rubber).status_code == 200


def test_a_refused_line_does_not_say_that_a_deal_was_recorded(rubber, signed_in):
    record(rubber, "2hs=")
    anna = signed_in(rubber.players[Seat.NORTH])
    assert "Deal 1 recorded" in anna.get(f"/rubbers/{rubber.pk}/").content.decode()
    form = {"line": "4zn=", "number": 2, "revision": rubber.revision, "key": uuid4()}
    html = anna.post(f"/rubbers/{rubber.pk}/deals/", form).content.decode()
    assert "4zn=" in html
    assert "Deal 1 recorded" not in html
