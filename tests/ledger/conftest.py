"""A club with an admin at the ledger, two pairs and three seasons."""

import pytest
from django.test import Client

from clubscore.ledger import services
from clubscore.members.roles import Role
from tests.factories import four, member
from tests.ledger.three_seasons import AUTUMN, SPRING, WINTER


@pytest.fixture
def ruth():
    return member("Ruth", role=Role.ADMIN)


@pytest.fixture
def office(ruth):
    """Ruth's browser."""
    client = Client()
    client.force_login(ruth)
    return client


@pytest.fixture
def pairs():
    """Anna and Cleo, Ben and Dan."""
    anna, ben, cleo, dan = four().values()
    return (anna, cleo), (ben, dan)


@pytest.fixture
def seasons():
    """Autumn, Winter and Spring, all open."""
    return [
        services.open_season(name=name, slug=name.lower(), begins_on=begins.date())
        for name, begins in (("Autumn", AUTUMN), ("Winter", WINTER), ("Spring", SPRING))
    ]
