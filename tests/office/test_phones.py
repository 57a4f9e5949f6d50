"""The page Office → Phones: addresses to scan with a phone, and help if an address does not work."""

import socket

import pytest
from django.test import Client

from clubscore.configuration.club_env import FILE, values_of
from clubscore.members.models import AuditEvent
from clubscore.members.roles import Role
from clubscore.office import reach
from clubscore.upkeep.restarting import FILE as RESTART
from clubscore.upkeep.restarting import WATCHED
from tests.factories import member
from tests.server_process import free_port

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
    """Case: nobody would start this server again, so the page has no button."""
    settings.HOST = "127.0.0.1"
    html = page("localhost:8000")
    assert "Whoever looks after that computer lets in the phones of the house." in html
    assert html.index("For experts") < html.index("<code>HOST=0.0.0.0</code>")
    assert "Let phones in" not in html
    assert "<svg" not in html


@pytest.fixture
def watched(settings, monkeypatch, tmp_path):
    """A server that is started again, in a data folder of its own, and that listens for its computer alone."""
    settings.DATA_DIR, settings.HOST, settings.PORT = tmp_path, "127.0.0.1", free_port()
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    monkeypatch.setenv(WATCHED, "1")
    monkeypatch.delenv("HOST", raising=False)
    return tmp_path


def choose(client, phones, host="localhost"):
    return client.post(
        "/office/phones/", {"phones": phones}, headers={"Host": host}, follow=True
    )


def test_a_button_lets_phones_in_and_clubscore_restarts(office, watched):
    page = office.get("/office/phones/", headers={"Host": "localhost"})
    assert "Let phones in" in page.content.decode()
    assert "0.0.0.0" not in page.content.decode()
    answer = choose(office, "in")
    assert "Clubscore restarts" in answer.content.decode()
    assert 'content="10; url=/office/phones/"' in answer.content.decode()
    assert 'href="/office/phones/" data-back' in answer.content.decode()
    assert values_of(watched / FILE) == {"HOST": "0.0.0.0"}
    assert (watched / RESTART).exists()
    assert AuditEvent.objects.get().after == "HOST=0.0.0.0"
    audit = office.get("/office/audit/").content.decode()
    assert "let phones of the house open the club" in audit
    assert "HOST" not in audit


def test_a_form_that_is_sent_again_after_the_new_start_changes_nothing(
    office, watched, monkeypatch, settings
):
    settings.HOST = "0.0.0.0"
    monkeypatch.setattr(reach, "own_addresses", lambda: ["127.0.0.1"])
    with socket.socket() as own:
        own.bind(("127.0.0.1", settings.PORT))
        own.listen()
        answer = choose(office, "in")
    assert 'content="10; url=/office/phones/"' in answer.content.decode()
    assert 'href="/office/phones/" data-back' in answer.content.decode()
    assert not (watched / RESTART).exists()
    assert not AuditEvent.objects.exists()


def test_another_button_keeps_them_out_at_the_computer_itself(
    office, watched, settings
):
    settings.HOST = "0.0.0.0"
    page = office.get("/office/phones/", headers={"Host": "localhost"})
    assert "Keep phones out" in page.content.decode()
    choose(office, "out")
    assert values_of(watched / FILE) == {"HOST": "127.0.0.1"}


def test_a_phone_does_not_shut_itself_out(office, watched, settings):
    settings.HOST = "0.0.0.0"
    page = office.get("/office/phones/", headers={"Host": "testserver"})
    assert "Keep phones out" not in page.content.decode()
    answer = choose(office, "out", host="testserver")
    assert "this device would be shut out" in answer.content.decode()
    assert not (watched / FILE).exists()
    assert not (watched / RESTART).exists()


def test_another_program_at_the_port_is_told_before_anything_changes(
    office, watched, monkeypatch, settings
):
    monkeypatch.setattr(reach, "own_addresses", lambda: ["127.0.0.1"])
    with socket.socket() as other:
        other.bind(("127.0.0.1", settings.PORT))
        other.listen()
        answer = choose(office, "in")
    assert "answers there already" in answer.content.decode()
    assert not (watched / RESTART).exists()


@pytest.mark.parametrize("why", ["environment", "proxy", "nobody starts it"])
def test_what_is_decided_elsewhere_is_refused(
    office, watched, settings, monkeypatch, why
):
    if why == "environment":
        monkeypatch.setenv("HOST", "127.0.0.1")
    elif why == "proxy":
        settings.TRUSTED_PROXIES = ["127.0.0.1"]
    else:
        monkeypatch.delenv(WATCHED)
    answer = choose(office, "in")
    assert "Only whoever looks after the computer can change" in answer.content.decode()
    assert not (watched / FILE).exists()
    assert not (watched / RESTART).exists()
