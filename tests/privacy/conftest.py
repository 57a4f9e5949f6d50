from collections.abc import Callable

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.factories import PASSWORD, member

NAME = "Xanthippe Quillfeather"


@pytest.fixture
def owner(db: None) -> Member:
    return member("Olga Owner", role=Role.OWNER)


@pytest.fixture
def xanthippe(db: None) -> Member:
    """Xanthippe, a scorer whose record has every personal detail filled in."""
    return member(
        NAME,
        role=Role.SCORER,
        password=PASSWORD,
        email="xanthippe@club.example",
        phone="0123 456",
        nickname="Xanthi",
        external_id="0042",
        national_id="7788",
        language="el",
        note="Pays late",
    )


@pytest.fixture
def browser() -> Callable[[Member], Client]:
    """A function that returns a client in which the given member is signed in."""

    def browser(who: Member) -> Client:
        client = Client()
        client.force_login(who)
        return client

    return browser
