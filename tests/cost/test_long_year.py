"""The guard on the pages of a member with some 540 rubbers in one season: what grows with them is counted.

Statements, bytes and instances of models do not depend on the machine, so it is not only `make cost` that runs it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.ledger.models import Posting
from clubscore.ledger.pages.folded import EVERY
from clubscore.members.models import Member
from tests.bench.bench_standings import busiest_pair
from tests.bench.big_club import club_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MEMBERS, RUBBERS = 20, 900

LIMITS = {  # statements, instances of models, kB
    "/ledger/": (10, 60, 20),
    "/ledger/{pk}/": (10, 500, 50),
    "/ledger/{pk}/?month=2026-05": (10, 950, 90),
    "/members/{pk}/": (20, 600, 50),
}


@pytest.fixture
def player() -> Member:
    club_of(members=MEMBERS, history=RUBBERS, season=RUBBERS)
    player, _ = busiest_pair()
    assert 500 <= Posting.objects.filter(member=player).count() <= 600
    return player


@contextmanager
def instances() -> Iterator[list[type]]:
    """Yield a list that gets the class of each instance of a model that is made during the block."""
    made: list[type] = []

    def note(sender: type, **details: object) -> None:
        made.append(sender)

    post_init.connect(note)
    try:
        yield made
    finally:
        post_init.disconnect(note)


def test_a_year_of_540_rubbers_costs_no_more_than_its_limits(player: Member):
    reader = Client()
    reader.force_login(player)
    found = {}
    for path in LIMITS:
        address = path.format(pk=player.pk)
        reader.get(address)
        with CaptureQueriesContext(connection) as statements, instances() as made:
            answer = reader.get(address)
        assert answer.status_code == 200
        found[path] = (len(statements), len(made), len(answer.content) / 1_000)
    for path, limits in LIMITS.items():
        for figure, limit in zip(found[path], limits, strict=True):
            assert figure <= limit, (path, found[path], limits)


def test_the_whole_statement_is_there_to_print(player: Member):
    reader = Client()
    reader.force_login(player)
    whole = reader.get(f"/ledger/{player.pk}/?month={EVERY}").content.decode()
    booked = Posting.objects.filter(member=player).count()
    assert whole.count('<td class="ledger-sum">') == booked
