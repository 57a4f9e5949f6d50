"""The links to the main pages, and the menu behind the initials, at the top of each page."""

import re

import pytest
from django.test import Client

from clubscore.members.roles import Role
from tests.factories import NINE_DEALS, member, rubber_in_play

pytestmark = pytest.mark.django_db

OFFICE = ["Attention", "Office", "My", "My", "Choose"]
WORDS = ["Tables", "Duplicate", "Ledger", "Standings", "Members"]


def links_of(html: str, place: str) -> list[str]:
    """The words of the links in one place of a page: the navigation, or the menu behind the initials."""
    found = re.search(place, html, re.DOTALL)
    assert found
    return re.findall(r"<a [^>]*>\s*(\w+)", found[0])


NAV, MENU = r'<nav id="nav".*?</nav>', r'<details id="me".*?</details>'


@pytest.mark.parametrize("role", [Role.WATCHER, Role.PLAYER, Role.ADMIN, Role.OWNER])
def test_every_member_has_the_same_five_words(role: Role):
    client = Client()
    client.force_login(member("Anna", role=role))
    html = client.get("/ledger/").content.decode()
    assert links_of(html, NAV) == WORDS
    nav = re.search(NAV, html, re.DOTALL)
    assert nav
    assert re.findall(r'<a [^>]*aria-current="page">\s*(\w+)', nav[0]) == ["Ledger"]


@pytest.mark.parametrize(
    ("role", "links"),
    [(Role.PLAYER, ["My", "My", "Choose"]), (Role.ADMIN, OFFICE)],
)
def test_the_office_and_what_needs_attention_stand_behind_the_initials(
    role: Role, links: list[str]
):
    client = Client()
    client.force_login(member("Anna", role=role))
    assert links_of(client.get("/ledger/").content.decode(), MENU) == links


def test_the_initials_have_the_number_of_things_that_need_attention():
    client, eve = Client(), member("Eve", role=Role.ADMIN)
    client.force_login(eve)
    assert 'class="count"' not in client.get("/ledger/").content.decode()
    rubber_in_play(lines=NINE_DEALS)
    html = client.get("/ledger/").content.decode()
    assert html.index("<summary>") < html.index(
        '<span class="count" aria-hidden="true">1</span>'
    )
    assert "1 thing needs attention" in html
    player = Client()
    player.force_login(member("Wim"))
    assert 'class="count"' not in player.get("/ledger/").content.decode()


@pytest.mark.parametrize("path", ["/", "/ledger/", "/standings/"])
def test_the_evenings_are_one_tap_from_the_head(path: str):
    client = Client()
    client.force_login(member("Anna"))
    html = client.get(path).content.decode()
    head = re.search(
        r"<header class=\"(page|room)-head\">.*?</header>", html, re.DOTALL
    )
    assert head and 'href="/evenings/"' in head[0]
