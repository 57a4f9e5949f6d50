"""The page `/styleguide/`, which shows every component in both themes."""

import re

import pytest
from django.test import Client

from clubscore.members.roles import Role
from clubscore.styleguide.views import COLOURS, THEMES
from tests.factories import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(member("Sam", role=Role.ADMIN))
    return client


def test_every_component_is_shown_in_both_themes(admin: Client):
    page = admin.get("/styleguide/").content.decode()
    for theme in THEMES:
        assert f'class="in-{theme} theme"' in page
    names = re.findall(r'\sid="([^"]*)"', page)
    assert sorted(set(names)) == sorted(names), "an id stands twice"


def test_the_themes_have_the_values_of_the_pages(admin: Client):
    css = admin.get("/styleguide/themes.css").content.decode()
    assert "--paper: #fbf7ec" in css
    assert "--paper: #2a2620" in css
    for colour in COLOURS:
        assert css.count(f"--{colour}:") >= 1
