"""Make each club of the walk once for all tests that look at it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import time_machine
from django.db import transaction

from clubscore.public.api.rate import rate
from clubscore.public.pages.answers import drawn
from tests.settlements.settling import LATER
from tests.soak.silence import silence
from tests.walk import (  # noqa: F401 - the clubs
    decisions,
    office,
    other_forms,
    rubbers,
    sessions,
)
from tests.walk.clubs import CLUBS
from tests.walk.states import states
from tests.walk.walking import Walk

reached: dict[str, set[str]] = {}
"""For each club that was made in this process: the names of its addresses, and the states of its rows."""


@contextmanager
def made(name: str) -> Iterator[Walk]:
    """The walk through this club inside the block, at the end of the club's evening, without cached answers
    of other clubs.

    Refused requests are not logged.
    """
    with time_machine.travel(LATER, tick=False), silence(), transaction.atomic():
        drawn.clear()
        rate.forget()
        walk = Walk(name)
        reached.setdefault(
            name, {address.name for address in walk.addresses} | states()
        )
        yield walk
        transaction.set_rollback(True)


@pytest.fixture(scope="module", params=CLUBS)
def walk(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Walk]:
    with django_db_blocker.unblock(), made(request.param) as found:
        yield found
