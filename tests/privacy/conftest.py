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
    """A scorer about whom the club knows everything that it can know."""
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
    """A client in which a member has signed in."""

    def browser(who: Member) -> Client:
        client = Client()
        client.force_login(who)
        return client

    return browser
