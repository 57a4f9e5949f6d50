"""Coming to a table, sitting down, leaving."""

import pytest

from clubscore.tables import services
from clubscore.tables.models import Sitting
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def test_tables_are_named_by_the_lowest_free_number():
    anna = member("Anna")
    first, second = services.open_table(by=anna, now=NOON), services.open_table(by=anna, now=NOON)
    services.close_table(table=first, now=NOON)
    assert (second.name, services.open_table(by=anna, now=NOON).name) == ("Table 2", "Table 1")


def test_whoever_opens_a_table_waits_at_it():
    anna = member("Anna")
    assert seating_at(services.open_table(by=anna, now=NOON)).waiting == [anna]


def test_somebody_who_comes_to_another_table_has_left_the_first():
    anna = member("Anna")
    first, second = services.open_table(by=anna, now=NOON), services.open_table(by=anna, now=NOON)
    assert seating_at(first).members == []
    assert seating_at(second).waiting == [anna]


def test_a_taken_seat_is_refused_by_the_name_of_who_sits_there():
    anna, ben = member("Anna"), member("Ben")
    table = services.open_table(by=anna, now=NOON)
    services.come_to_table(table=table, member=anna, seat=Seat.NORTH, now=NOON)
    with pytest.raises(services.SeatingRefused, match="Anna sits North already"):
        services.come_to_table(table=table, member=ben, seat=Seat.NORTH, now=NOON)


def test_changing_seats_is_one_stay_at_the_table():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    services.come_to_table(table=table, member=anna, seat=Seat.NORTH, now=NOON)
    services.come_to_table(table=table, member=anna, seat=Seat.EAST, now=NOON)
    assert seating_at(table).seats == {Seat.EAST: anna}
    assert Sitting.objects.count() == 1


def test_leaving_twice_is_leaving_once():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    for _ in range(2):
        services.leave_table(table=table, member=anna, now=NOON)
    assert seating_at(table).members == []
