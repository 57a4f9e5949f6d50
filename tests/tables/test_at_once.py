"""Many requests at once in the room: none waits for ever, and no two tables get the same name."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest
from django.db import connection

from clubscore.refusals import Refused
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.recording.services import start_rubber, stop_rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables import services
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import NOON, four, member, seated_table

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


def test_a_rubber_begins_with_the_seats_that_were_read_or_not_at_all():
    players = four()
    for _ in range(5):
        table = seated_table(players)
        read = seating_at(table)

        def start_or_move(number: int, table: Table = table, read=read) -> None:
            with suppress(Refused):
                if number % 2:
                    start_rubber(
                        table=table,
                        dealer=Seat.NORTH,
                        by=players[Seat.NORTH],
                        now=NOON,
                        seen_seats=read.who_sits_where,
                    )
                elif number == 0:
                    services.come_to_table(
                        table=table,
                        member=players[Seat.EAST],
                        seat=Seat.SOUTH,
                        now=NOON,
                    )

        together(start_or_move)
        rubber = Rubber.objects.filter(table=table).first()
        if rubber is None:
            assert seating_at(table).seats[Seat.SOUTH] == players[Seat.EAST]
        else:
            assert rubber.players == read.seats == seating_at(table).seats
            stop_rubber(
                state=load(rubber.pk),
                reason="Next",
                seen_revision=rubber.revision,
                by=players[Seat.NORTH],
                now=NOON,
            )
