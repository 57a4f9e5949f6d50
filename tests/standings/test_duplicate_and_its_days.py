"""The seasons and sessions of duplicate at their edges: closed once more, days before the first, sessions not begun."""

from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.ledger import services as ledger
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.standings.models import FinalPercentage, FinalSession
from tests.duplicate.published import played, published
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(minutes=1)


@pytest.fixture
def ruth():
    """Who keeps the seasons."""
    ruth = member("Ruth")
    give_role(member=ruth, role=Role.ADMIN)
    return ruth


@pytest.fixture
def autumn():
    """Autumn, whose last day is that of the sessions."""
    season = ledger.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    return season


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


@time_machine.travel(SOON, tick=False)
def test_a_season_is_closed_once_and_later_it_is_said_that_it_is(autumn, ruth):
    published(played(ruth))
    assert of(ruth).post("/standings/autumn/closing/").url == "/standings/autumn/"
    frozen = list(FinalPercentage.objects.order_by("pk").values_list())
    again = of(ruth).post("/standings/autumn/closing/", follow=True)
    assert "Autumn is closed already." in again.content.decode()
    action = {"action": "close", "_selected_action": [autumn.pk]}
    listed = of(ruth).post("/admin/ledger/season/", action, follow=True)
    assert "Autumn is closed already." in listed.content.decode()
    assert list(FinalPercentage.objects.order_by("pk").values_list()) == frozen != []
    assert FinalSession.objects.count() == 1
