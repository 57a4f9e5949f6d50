"""Lists have their download and *Print* in one place: at the foot, one after the other."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.ledger.manual_entries.services import book_adjustment
from clubscore.ledger.models import Unit
from clubscore.ledger.services import open_season
from clubscore.members.roles import Role
from tests.factories import member
from tests.source_code import ROOT

pytestmark = pytest.mark.django_db

LISTS = ["/members/", "/office/audit/", "/standings/seasons/", "/ledger/"]
# Papers, on which *Print* is the first thing to do, and the sheet, whose ways stand together.
NO_LISTS = {
    "hands/curtain_cards.html",
    "hands/hand_sheet.html",
    "members/invitation_card.html",
    "members/invitation_cards.html",
    "room/room_pad.html",
    "rubbers/_rubber_links.html",
}
FOOT = re.compile(r'<(footer|p) class="book-foot">.*?</\1>', re.DOTALL)
TEMPLATES = ROOT / "templates"


@pytest.mark.parametrize("path", LISTS)
def test_the_download_and_print_stand_at_the_foot(path: str):
    open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    ruth = member("Ruth", role=Role.ADMIN)
    book_adjustment(
        number=1,
        member=ruth,
        points=320,
        against="Adjustments",
        unit=Unit.POINTS,
        reason="A prize",
        by=ruth,
        now=timezone.now(),
    )
    client = Client()
    client.force_login(ruth)
    html = client.get(path).content.decode()
    foot = html[html.rindex('class="book-foot"') :]
    assert re.search(r'>Download CSV</a>\s*<button id="print"', foot)
    assert html.count("Download CSV") == 1


def test_no_list_has_them_anywhere_else():
    astray = []
    for path in TEMPLATES.rglob("*.html"):
        name = str(path.relative_to(TEMPLATES))
        outside = FOOT.sub("", path.read_text())
        if "Download CSV" in outside or '"_print.html"' in outside:
            astray.append(name)
    assert set(astray) - NO_LISTS == set(), "Put them into the book-foot of the list."
