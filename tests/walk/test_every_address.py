"""A walk through every state: in each club, as everybody, every address about everything that is there."""

from collections import Counter
from collections.abc import Iterator

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
LEAVES = {"members:sign-out"}


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    """At the end of the evening that the clubs play, without a line in the log for each address that refuses."""
    with time_machine.travel(LATER, tick=False), silence():
        yield


def in_turn(found: list[Address]) -> Iterator[tuple[str, Address]]:
    """The first eight addresses of each name, each with one role, the next with the next."""
    seen: Counter[str] = Counter()
    for number, address in enumerate(found):
        seen[address.name] += 1
        if seen[address.name] <= MOST:
            yield ROLES[number % len(ROLES)], address


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


@pytest.mark.parametrize("club", CLUBS)
def test_no_address_of_a_club_fails_whoever_asks(club: str):
    CLUBS[club]()
    who = browsers()
    assert walked(in_turn(addresses()), who) == []


@pytest.mark.thorough
@pytest.mark.parametrize("club", CLUBS)
def test_no_address_of_a_club_fails_for_anybody(club: str):
    CLUBS[club]()
    who = browsers()
    assert walked(everybody(addresses()), who) == []
