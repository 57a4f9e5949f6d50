from collections.abc import Callable

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from tests.factories import member


@pytest.fixture
def somebody() -> Callable[..., Member]:
    """A member with a role: `somebody("Anna", Role.ADMIN)`."""

    def somebody(name: str, role: Role = Role.PLAYER, **fields: object) -> Member:
        made = member(name, **fields)
        give_role(member=made, role=role)
        return made

    return somebody


@pytest.fixture
def ruth(somebody: Callable[..., Member]) -> Member:
    """An admin."""
    return somebody("Ruth Abel", Role.ADMIN)


@pytest.fixture
def browser() -> Callable[[Member], Client]:
    """A client in which a member has signed in."""

    def browser(who: Member) -> Client:
        client = Client()
        client.force_login(who)
        return client

    return browser


@pytest.fixture
def office(browser: Callable[[Member], Client], ruth: Member) -> Client:
    """Ruth's client."""
    return browser(ruth)
