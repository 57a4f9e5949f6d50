from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.public.api.rate import rate
from clubscore.public.choices.services import choose_public
from clubscore.public.models import PublicChoice
from clubscore.public.naming import Naming
from clubscore.public.pages.answers import drawn
from scoring import Seat
from tests.factories import NOON, member

NAMES = ("Anna Weiss", "Ben Ortiz", "Cleo Weber", "Dan Novak")


@pytest.fixture(autouse=True)
def nothing_is_kept() -> Iterator[None]:
    """Empty the cache of public answers and the counts of the rate limit before and after each test."""
    drawn.clear()
    rate.forget()
    yield
    drawn.clear()


@pytest.fixture
def players(db: None) -> dict[Seat, Member]:
    return dict(zip(Seat, [member(name) for name in NAMES], strict=True))


@pytest.fixture
def admin(db: None) -> Member:
    return member("Sam Field", role=Role.ADMIN)


@pytest.fixture
def office(admin: Member) -> Client:
    client = Client()
    client.force_login(admin)
    return client


@pytest.fixture
def choose(admin: Member) -> Callable[..., PublicChoice]:
    """A function that saves the club's choice of what is public: everything, with full names, changed by
    its arguments.
    """

    def choose(**choice: object) -> PublicChoice:
        all_of_it = {
            "room": True,
            "evenings": True,
            "duplicate": True,
            "boards": False,
            "standings": True,
            "naming": Naming.FULL,
            "shows_play": True,
            "is_indexed": False,
        }
        return choose_public(**(all_of_it | choice), by=admin, now=NOON)

    return choose
