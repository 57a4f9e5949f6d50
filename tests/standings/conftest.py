import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from scoring import Seat
from tests.factories import four


@pytest.fixture
def players(db: None) -> dict[Seat, Member]:
    return four()


@pytest.fixture
def cast(players: dict[Seat, Member]) -> tuple[Member, ...]:
    """The four players of the rubber: Anna, Ben, Cleo and Dan."""
    return tuple(players.values())


@pytest.fixture
def anna(players: dict[Seat, Member]) -> Client:
    client = Client()
    client.force_login(players[Seat.NORTH])
    return client


@pytest.fixture
def admin(players: dict[Seat, Member]) -> Client:
    """A client in which Ben is signed in as an admin."""
    give_role(member=players[Seat.EAST], role=Role.ADMIN)
    client = Client()
    client.force_login(players[Seat.EAST])
    return client
