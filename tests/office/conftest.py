"""Fixtures: Ruth, who is an admin, and a client in which she is signed in."""

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.factories import member


@pytest.fixture
def ruth(db: None) -> Member:
    return member("Ruth Abel", role=Role.ADMIN)


@pytest.fixture
def office(ruth: Member) -> Client:
    client = Client()
    client.force_login(ruth)
    return client
