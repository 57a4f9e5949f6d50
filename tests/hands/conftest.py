"""Fixtures of the tests of hands: an admin, a watcher and a sealed set of boards."""

import pytest
from django.test import Client

from clubscore.hands.models import DealSet
from clubscore.hands.services import deal_set
from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.factories import NOON, member


@pytest.fixture
def ruth(db: None) -> Member:
    return member("Ruth Abel", role=Role.ADMIN)


@pytest.fixture
def office(ruth: Member) -> Client:
    client = Client()
    client.force_login(ruth)
    return client


@pytest.fixture
def eve(db: None) -> Client:
    client = Client()
    client.force_login(member("Eve", role=Role.WATCHER))
    return client


@pytest.fixture
def sealed(ruth: Member) -> DealSet:
    return deal_set(
        name="Thursday pairs", first=5, boards=3, opens_at=None, by=ruth, now=NOON
    )
