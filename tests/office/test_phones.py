"""The page Office → Phones: addresses to scan with a phone, and help if an address does not work."""

import pytest
from django.test import Client

from clubscore.members.roles import Role
from tests.factories import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(settings):
    settings.ALLOWED_HOSTS = ["testserver", "club.local", "localhost"]
    client = Client()
    client.force_login(member("Anna Weiss", role=Role.ADMIN))
    return lambda host: client.get(
        "/office/phones/", headers={"Host": host}
    ).content.decode()


def test_the_address_by_which_it_was_opened_comes_first(page, settings):
    settings.HOST = "192.168.1.20"
    html = page("club.local:8000")
    addresses = [
        "http://club.local:8000",
        "http://testserver:8000",
        "http://192.168.1.20:8000",
    ]
    places = [
        html.index(f'<a class="address" href="{address}">') for address in addresses
    ]
    assert places == sorted(places)
    assert html.count("<svg") == len(addresses)
    assert "You came here by this one." in html


def test_an_address_that_leads_a_phone_to_itself_is_not_shown(page, settings):
    settings.HOST = "192.168.1.20"
    html = page("localhost:8000")
    assert "http://localhost" not in html
    assert html.count("<svg") == 3
    assert "Try this one first." in html


def test_a_club_for_its_own_computer_reads_how_to_let_phones_in(page, settings):
    settings.HOST = "127.0.0.1"
    html = page("localhost:8000")
    assert "<code>HOST=0.0.0.0</code>" in html
    assert "<svg" not in html
