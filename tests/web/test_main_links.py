"""The links to the main pages, at the top of each page."""

import re

import pytest
from django.test import Client

from clubscore.members.roles import Role
from tests.factories import member

pytestmark = pytest.mark.django_db

FOR_ALL = ["Tables", "Duplicate", "Ledger", "Standings"]
FOR_ADMINS = [
    "Tables",
    "Duplicate",
    "Ledger",
    "Attention",
    "Members",
    "Standings",
    "Office",
]


@pytest.mark.parametrize(
    ("role", "links"), [(Role.PLAYER, FOR_ALL), (Role.ADMIN, FOR_ADMINS)]
)
def test_whoever_opens_the_office_has_its_links_too(role: Role, links: list[str]):
    client = Client()
    client.force_login(member("Anna", role=role))
    html = client.get("/ledger/").content.decode()
    nav = re.search(r'<nav id="nav".*?</nav>', html, re.DOTALL)
    assert nav and re.findall(r"<a [^>]*>\s*(\w+)", nav[0]) == links
    assert re.findall(r'<a [^>]*aria-current="page">\s*(\w+)', nav[0]) == ["Ledger"]
