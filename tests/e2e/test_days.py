"""Pages at long, rare or repeated dates and hours, to which the clocks of server and browser are set."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.conf import settings

from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.e2e.browser import TWICE_AS_LARGE, StandIn
from tests.e2e.conftest import OpenPage
from tests.factories import member, rubber_in_play
from tests.landing import first_alone

CLUB = ZoneInfo(settings.TIME_ZONE)
LANGUAGES = [code for code, _ in settings.LANGUAGES]
LONGEST = (
    datetime(2026, 9, 30, 20, 15),
    datetime(2026, 9, 24, 20, 15),
    datetime(2028, 2, 29, 20, 15),
)
"""The moments with the longest dates: a Wednesday in September, a Thursday (Donnerstag, donderdag), and 29 February."""
ODD = {
    "29 February": datetime(2028, 2, 29, 20, 15),
    "the hour that is skipped": datetime(2027, 3, 28, 1, 30),
    "the hour that comes twice": datetime(2026, 10, 25, 1, 30),
    "midnight": datetime(2026, 12, 31, 23, 59, 59),
    "five in the morning": datetime(2027, 1, 1, 5, 0),
}
PATHS = (
    "/",
    "/wall/",
    "/ledger/",
    "/standings/",
    "/evenings/",
    "/duplicate/",
    "/members/me/",
    "/office/",
)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    with time_machine.travel(moment.replace(tzinfo=CLUB), tick=True):
        yield


def put_clock(page: StandIn, moment: datetime) -> None:
    """Set the clock of the browser to this moment on the club's clock."""
    page.clock.set_system_time(moment.replace(tzinfo=CLUB))


@pytest.fixture
def ruth(transactional_db: None) -> Member:
    return member("Ruth", role=Role.ADMIN)


def looked_at(page: StandIn) -> list[tuple[str, int, int]]:
    """Return the path of each page wider than 360 pixels, its width, and its width with text twice as large."""
    wide = []
    for path in PATHS:
        page.goto(path)
        widths = (
            page.evaluate("document.documentElement.scrollWidth"),
            page.evaluate(TWICE_AS_LARGE),
        )
        if widths != (360, 360):
            wide.append((path, *widths))
    return wide


@pytest.mark.parametrize("language", first_alone(LANGUAGES))
def test_pages_fit_a_phone_on_the_longest_days_of_each_language(
    ruth: Member, open_page: OpenPage, language: str
):
    Member.objects.filter(pk=ruth.pk).update(language=language)
    for moment in LONGEST:
        with at(moment):
            page = open_page(member=ruth, width=360, height=640, locale=language)
            put_clock(page, moment)
            assert looked_at(page) == []


@pytest.mark.parametrize("moment", first_alone(ODD.values()), ids=ODD)
def test_pages_open_at_odd_moments(ruth: Member, open_page: OpenPage, moment: datetime):
    with at(moment):
        rubber = rubber_in_play(lines=("4sn=", "2he="))
        page: Any = open_page(member=ruth, width=360, height=640)
        put_clock(page, moment)
        assert looked_at(page) == []
        assert page.goto(f"/tables/{rubber.table_id}/").status == 200
