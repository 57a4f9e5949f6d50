"""Fixtures of the tests of the ledger: an admin's browser, two pairs and three seasons."""

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
    """Return a browser in which Ruth, the admin, is signed in."""
    client = Client()
    client.force_login(ruth)
    return client


@pytest.fixture
def cast():
    """Return Anna, Ben, Cleo and Dan."""
    return tuple(four().values())


@pytest.fixture
def pairs():
    """Return two pairs: Anna and Cleo, Ben and Dan."""
    anna, ben, cleo, dan = four().values()
    return (anna, cleo), (ben, dan)


@pytest.fixture
def seasons():
    """Open the seasons Autumn, Winter and Spring, and return them."""
    return [
        services.open_season(name=name, slug=name.lower(), begins_on=begins.date())
        for name, begins in (("Autumn", AUTUMN), ("Winter", WINTER), ("Spring", SPRING))
    ]
