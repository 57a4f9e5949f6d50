"""A signed-in browser for each of the cast, as far as Django's test client is one."""

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
    """North of the rubber."""
    return signed_in(rubber.players[Seat.NORTH])


def entry(rubber: Rubber, **fields: object) -> dict[str, object]:
    """What a browser sends to record 4♠ by North, made, unless stated otherwise."""
    return {
        "contract": "4S",
        "declarer": "N",
        "result": "0",
        "risk": "",
        "number": fields.get("number") or load(rubber.pk).next_number,
        "revision": rubber.revision,
        "key": uuid4(),
    } | fields
