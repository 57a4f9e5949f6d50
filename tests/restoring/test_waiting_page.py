"""The page in the place of the club while a backup is being restored."""

import http.client

import pytest

from clubscore.restoring.waiting_page import waiting_page
from tests.server_process import free_port


@pytest.fixture
def port(settings):
    settings.HOST, settings.PORT = "127.0.0.1", free_port()
    return settings.PORT


def answer(port, method="GET", path="/ledger/", language=""):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, headers={"Accept-Language": language})
    response = connection.getresponse()
    try:
        return response, response.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/", "/healthz", "/live/room/0/watch", "/../x"])
def test_each_address_says_so_and_asks_again(port, path):
    with waiting_page():
        response, html = answer(port, path=path)
    assert response.status == 503
    assert response.headers["Retry-After"] == "4"
    assert '<noscript><meta http-equiv="refresh" content="4"></noscript>' in html
    assert response.headers["Cache-Control"] == "no-store"
    assert "The club is being restored" in html


def test_a_form_that_is_sent_meanwhile_is_not_sent_again_by_the_page(port):
    with waiting_page():
        response, html = answer(port, method="POST")
    assert response.status == 503
    assert "refresh" not in html
    assert "<script" not in html


def test_its_script_asks_as_often_as_the_page_says(port):
    with waiting_page():
        response, script = answer(port, path="/still-away.js")
    assert response.status == 200
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert "}, 4000);" in script


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("de-CH,de;q=0.9", "de"), ("xx, fr;q=0.5", "fr"), ("xx", "en"), (";;", "en")],
)
def test_it_speaks_the_readers_language(port, wanted, language):
    with waiting_page():
        _, html = answer(port, language=wanted)
    assert f'<html lang="{language}' in html


def test_the_port_is_free_again_afterwards(port):
    with waiting_page():
        answer(port)
    with waiting_page():
        assert answer(port)[0].status == 503


def test_the_restore_goes_on_where_another_program_has_the_port(port):
    done = []
    with waiting_page(), waiting_page():
        done.append(answer(port)[0].status)
    assert done == [503]
