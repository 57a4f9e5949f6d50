"""A club with an admin at the ledger."""

import pytest
from django.test import Client

from clubscore.members.roles import Role
from tests.factories import member


@pytest.fixture
def ruth():
    return member("Ruth", role=Role.ADMIN)


@pytest.fixture
def office(ruth):
    """Ruth's browser."""
    client = Client()
    client.force_login(ruth)
    return client
