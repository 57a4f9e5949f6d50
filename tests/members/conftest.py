from collections.abc import Callable

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from tests.factories import member


@pytest.fixture
def somebody() -> Callable[..., Member]:
    """A function that creates a member with a role: `somebody("Anna", Role.ADMIN)`."""

    def somebody(name: str, role: Role = Role.PLAYER, **fields: object) -> Member:
        made = member(name, **fields)
        give_role(member=made, role=role)
        return made

    return somebody


@pytest.fixture
def ruth(somebody: Callable[..., Member]) -> Member:
    """Ruth Abel, a member with the role of admin."""
    return somebody("Ruth Abel", Role.ADMIN)


@pytest.fixture
def browser() -> Callable[[Member], Client]:
    """A function that returns a client in which the given member is signed in."""

    def browser(who: Member) -> Client:
        client = Client()
        client.force_login(who)
        return client

    return browser


@pytest.fixture
def office(browser: Callable[[Member], Client], ruth: Member) -> Client:
    """A client in which Ruth, the admin, is signed in."""
    return browser(ruth)
