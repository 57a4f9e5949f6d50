"""Lists have their download and *Print* in one place: at the foot, one after the other."""

import re
from datetime import date

import pytest
from django.test import Client

from clubscore.ledger.services import open_season
from clubscore.members.roles import Role
from tests.factories import member

pytestmark = pytest.mark.django_db

LISTS = ["/members/", "/office/audit/", "/standings/seasons/"]


@pytest.mark.parametrize("path", LISTS)
def test_the_download_and_print_stand_at_the_foot(path: str):
    open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    client = Client()
    client.force_login(member("Ruth", role=Role.ADMIN))
    html = client.get(path).content.decode()
    foot = html[html.rindex('class="book-foot"') :]
    assert re.search(r'>Download CSV</a>\s*<button id="print"', foot)
    assert html.count("Download CSV") == 1
