"""A visitor who is signed out, or who opens an address that only accepts forms, is redirected to a useful page."""

import pytest
from django.test import Client

from tests.factories import PASSWORD, member, rubber_in_play
from tests.forms import closed

pytestmark = pytest.mark.django_db


def test_a_form_sent_without_a_session_leads_by_signing_in_to_its_page():
    rubber = rubber_in_play()
    anna = rubber.started_by
    anna.set_password(PASSWORD)
    anna.save()
    client = Client()
    sign_in = client.post(f"/rubbers/{rubber.pk}/deals/", {"line": "4sn="}).url
    assert sign_in == f"/sign-in/?next=/rubbers/{rubber.pk}/deals/"
    data = {
        "username": "anna",
        "password": PASSWORD,
        "next": f"/rubbers/{rubber.pk}/deals/",
    }
    answer = client.post(sign_in, data, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (
        200,
        f"/rubbers/{rubber.pk}/",
    )


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/tables/", "/"),
        ("/sign-out/", "/"),
        ("/tables/3/closing/", "/tables/3/"),
        ("/tables/3/seat/", "/tables/3/"),
        ("/tables/3/rubbers/", "/tables/3/"),
        ("/tables/3/cut/seats/", "/tables/3/cut/"),
        ("/tables/3/seating/5/departure/", "/tables/3/seating/"),
        ("/rubbers/41/deals/3/undo/", "/rubbers/41/deals/3/"),
    ],
)
def test_an_address_that_only_takes_a_form_leads_to_the_page_above_it(address, page):
    client = Client()
    client.force_login(member("Anna"))
    assert client.get(address).url == page


def test_htmx_is_led_to_the_sign_in_page_and_back_to_the_page_it_was_on():
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/tables/3/"}
    answer = Client().get("/rubbers/41/deals/preview/", headers=headers)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (
        401,
        "/sign-in/?next=/tables/3/",
    )


def test_a_form_of_a_page_open_too_long_gets_a_page_of_ours():
    client = Client(enforce_csrf_checks=True)
    client.force_login(member("Anna"))
    answer = client.post(
        "/tables/", closed(""), content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 403
    assert "the page had been open too long" in answer.content.decode()


@pytest.mark.parametrize(
    "address", ["/tables/{}/sheet/", "/rubbers/{}/sheet/", "/tables/{}/", "/ledger/{}/"]
)
def test_a_number_larger_than_any_of_ours_is_not_found(address):
    client = Client()
    client.force_login(member("Anna"))
    assert client.get(address.format(9 * 10**22)).status_code == 404
