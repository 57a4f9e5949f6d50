import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.roles import Role
from scoring import Seat
from tests.factories import four, member


@pytest.fixture
def players(db: None) -> dict[Seat, Member]:
    return four()


@pytest.fixture
def ruth(db: None) -> Member:
    return member("Ruth", role=Role.ADMIN)


def signed_in(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


@pytest.fixture
def admin(ruth: Member) -> Client:
    return signed_in(ruth)


@pytest.fixture
def anna(players: dict[Seat, Member]) -> Client:
    """A client in which Anna is signed in; she and Cleo have won the rubber."""
    return signed_in(players[Seat.NORTH])


@pytest.fixture
def ben(players: dict[Seat, Member]) -> Client:
    return signed_in(players[Seat.EAST])
