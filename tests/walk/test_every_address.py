"""A walk through every state: in each club, as everybody, every address about everything that is there."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle

import pytest
import time_machine
from django.test import Client

from tests.settlements.settling import LATER
from tests.soak.silence import silence
from tests.walk import rubbers, sessions  # noqa: F401 - the clubs
from tests.walk.addresses import Address, addresses
from tests.walk.clubs import CLUBS
from tests.walk.people import ROLES, browsers
from tests.walk.reading import faults

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOST = 8  # addresses of a name in a short walk
PLAYER = "player inside"
LEAVES = {"members:sign-out"}


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    """At the end of the evening that the clubs play, without a line in the log for each address that refuses."""
    with time_machine.travel(LATER, tick=False), silence():
        yield


def in_turn(found: list[Address], apps: tuple[str, ...]) -> Iterator[tuple[str, Address]]:
    """The first eight addresses of each name in these apps: for a player, and for one of the others in turn."""
    seen: Counter[str] = Counter()
    others = cycle(role for role in ROLES if role != PLAYER)
    for address in found:
        seen[address.name] += 1
        if seen[address.name] <= MOST and (not apps or address.name.startswith(tuple(f"{app}:" for app in apps))):
            yield PLAYER, address
            yield next(others), address


def everybody(found: list[Address]) -> Iterator[tuple[str, Address]]:
    for address in found:
        for role in ROLES:
            yield role, address


def walked(steps: Iterator[tuple[str, Address]], who: dict[str, Client]) -> list[str]:
    found = []
    for role, address in steps:
        if address.name in LEAVES:
            continue
        answer = who[role].get(address.path)
        found += [f"{role}: {address.path} {fault}" for fault in faults(answer)]
    return found


@pytest.mark.parametrize("name", CLUBS)
def test_no_address_of_a_club_fails_whoever_asks(name: str):
    CLUBS[name].make()
    who = browsers()
    assert walked(in_turn(addresses(), CLUBS[name].apps), who) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", CLUBS)
def test_no_address_of_a_club_fails_for_anybody(name: str):
    CLUBS[name].make()
    who = browsers()
    assert walked(everybody(addresses()), who) == []
