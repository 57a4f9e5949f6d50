"""Many requests at once in the room: none waits for ever, and no two tables get the same name."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from clubscore.tables import services
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db(transaction=True)

MEMBERS = 8


def together(act: Callable[[int], object]) -> None:
    start = Barrier(MEMBERS)

    def run(number: int) -> None:
        start.wait()
        try:
            act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(MEMBERS) as threads:
        list(threads.map(run, range(MEMBERS)))


def test_tables_opened_at_once_have_different_names():
    members = [member(f"Member {number}") for number in range(MEMBERS)]
    together(lambda number: services.open_table(by=members[number], now=NOON))
    assert sorted(Table.objects.values_list("name", flat=True)) == [
        f"Table {n}" for n in range(1, MEMBERS + 1)
    ]


def test_members_who_change_tables_with_each_other_at_once_all_arrive():
    members = [member(f"Member {number}") for number in range(MEMBERS)]
    pair = [services.open_table(by=members[number], now=NOON) for number in (0, 1)]
    for _ in range(5):
        for number, mover in enumerate(members):
            services.come_to_table(table=pair[number % 2], member=mover, now=NOON)

        def cross(number: int) -> None:
            table = Table.objects.get(pk=pair[1 - number % 2].pk)
            services.come_to_table(table=table, member=members[number], now=NOON)

        together(cross)
        assert {here.pk for here in seating_at(pair[1]).members} == {
            mover.pk for mover in members[::2]
        }
