"""Fixtures: a signed-in client for each of the players."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import rubber_in_play

HTMX = {"HX-Request": "true"}


@pytest.fixture
def rubber(db: None) -> Rubber:
    return rubber_in_play()


@pytest.fixture
def signed_in() -> Callable[[Member], Client]:
    def sign_in(member: Member) -> Client:
        client = Client()
        client.force_login(member)
        return client

    return sign_in


@pytest.fixture
def anna(rubber: Rubber, signed_in: Callable[[Member], Client]) -> Client:
    """A client in which the North player of the rubber is signed in."""
    return signed_in(rubber.players[Seat.NORTH])


def entry(rubber: Rubber, **fields: object) -> dict[str, object]:
    """The fields that a browser sends to record 4♠ by North, made exactly; `fields` replaces or adds fields."""
    return {
        "contract": "4S",
        "declarer": "N",
        "result": "0",
        "risk": "",
        "number": fields.get("number") or load(rubber.pk).next_number,
        "revision": rubber.revision,
        "key": uuid4(),
    } | fields
