"""The server's nightly jobs for privacy."""

from datetime import timedelta

import pytest

from clubscore.privacy.erasing.services import erase
from clubscore.privacy.models import KeptValue
from clubscore.upkeep import nightly
from tests.factories import NOON

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=8)
AFTER_30_DAYS = LATER + timedelta(days=30)


def test_the_server_does_it_by_night(xanthippe, owner):
    erase(member=xanthippe, by=owner, now=LATER)
    assert (
        nightly.JOBS["Erased members"].work(AFTER_30_DAYS)
        == "what was kept of 1 is destroyed for good"
    )
    assert not KeptValue.objects.exists()
