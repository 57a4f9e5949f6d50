import pytest
from django.test import Client

from clubscore.members.models import Member
from scoring import Seat
from tests.factories import four


@pytest.fixture
def players(db: None) -> dict[Seat, Member]:
    return four()


@pytest.fixture
def anna(players: dict[Seat, Member]) -> Client:
    client = Client()
    client.force_login(players[Seat.NORTH])
    return client
