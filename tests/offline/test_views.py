"""The files by which a browser installs the club as an app and shows a page without a network."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import member

STATIC = Path(settings.BASE_DIR) / "static"


def test_the_manifest_names_the_club_and_icons_that_are_there(client: Client, settings):
    settings.CLUB_NAME = "Hearts"
    answer = client.get("/manifest.webmanifest")
    found = json.loads(answer.content)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (
        found["name"],
        found["short_name"],
        found["start_url"],
        found["display"],
    ) == (
        "Hearts",
        "Hearts",
        "/",
        "standalone",
    )
    assert {icon["sizes"] for icon in found["icons"]} == {"any", "192x192", "512x512"}
    assert [icon.get("purpose") for icon in found["icons"]].count("maskable") == 1
    for icon in found["icons"]:
        assert (STATIC / icon["src"].removeprefix("/static/")).is_file()


def test_a_long_name_of_a_club_does_not_stand_under_the_icon(client: Client, settings):
    settings.CLUB_NAME = "The Bridge Club of the Four Lakes"
    found = json.loads(client.get("/manifest.webmanifest").content)
    assert (found["name"], found["short_name"]) == (settings.CLUB_NAME, "Clubscore")


def test_the_service_worker_keeps_no_page_of_a_member(client: Client):
    answer = client.get("/service-worker.js")
    script = answer.content.decode()
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    files = json.loads(re.search(r"FILES = (\[.*\]);", script)[1])
    assert files and all(file.startswith("/static/") for file in files)


def test_the_service_worker_is_another_when_its_page_is(client: Client, settings):
    before = client.get("/service-worker.js").content
    assert client.get("/service-worker.js").content == before
    settings.CLUB_NAME = "Hearts"
    assert client.get("/service-worker.js").content != before


@pytest.mark.django_db
def test_the_page_without_a_network_names_nobody_not_even_who_fetches_it():
    client = Client()
    client.force_login(member("Ruth Ashby"))
    page = client.get("/offline/").content.decode()
    assert page == Client().get("/offline/").content.decode()
    assert "Ruth" not in page
    assert "data-member" not in page


@pytest.mark.django_db
def test_a_page_says_who_is_signed_in_so_that_another_members_sheet_goes():
    client, ruth = Client(), member("Ruth Ashby")
    assert 'data-member=""' in client.get("/sign-in/").content.decode()
    client.force_login(ruth)
    assert f'data-member="{ruth.pk}"' in client.get("/").content.decode()
