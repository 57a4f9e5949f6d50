"""The services by which members come to a table, sit down and leave."""

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from clubscore.tables import services
from clubscore.tables.models import Sitting
from clubscore.tables.queries import seating_at
from clubscore.tables.refusals import SeatingRefused
from scoring import Seat
from tests.factories import NOON, member, rubber_in_play

pytestmark = pytest.mark.django_db


def test_tables_are_named_by_the_lowest_free_number():
    anna = member("Anna")
    first, second = (
        services.open_table(by=anna, now=NOON),
        services.open_table(by=anna, now=NOON),
    )
    services.close_table(table=first, now=NOON)
    assert (second.name, services.open_table(by=anna, now=NOON).name) == (
        "Table 2",
        "Table 1",
    )


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Table 6", "Tisch 6"),
        ("The window", "The window"),
        ("Table by the door", "Table by the door"),
        ("Howell", "Howell"),
    ],
)
def test_a_generated_name_is_read_in_the_reader_s_language(name, called):
    table = services.open_table(by=member("Anna"), now=NOON)
    table.name = name
    assert (table.called, str(table)) == (name, name)
    with override("de"):
        assert (table.called, str(table), table.name) == (called, called, name)


def test_a_table_opened_by_a_german_has_a_name_for_all_readers():
    with override("de"):
        table = services.open_table(by=member("Anna"), now=NOON)
    assert table.name == "Table 1"


def test_a_refusal_calls_the_table_as_its_reader_does():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    services.close_table(table=table, now=NOON)
    table.refresh_from_db()
    with override("de"), pytest.raises(SeatingRefused, match="Tisch 1 ist geschlossen"):
        services.choose_game(table=table, system="chicago", rules={})


def test_whoever_opens_a_table_waits_at_it():
    anna = member("Anna")
    assert seating_at(services.open_table(by=anna, now=NOON)).waiting == [anna]


def test_somebody_who_comes_to_another_table_has_left_the_first():
    anna = member("Anna")
    first, second = (
        services.open_table(by=anna, now=NOON),
        services.open_table(by=anna, now=NOON),
    )
    assert seating_at(first).members == []
    assert seating_at(second).waiting == [anna]


def test_a_taken_seat_is_refused_by_the_name_of_who_sits_there():
    anna, ben = member("Anna"), member("Ben")
    table = services.open_table(by=anna, now=NOON)
    services.come_to_table(table=table, member=anna, seat=Seat.NORTH, now=NOON)
    with pytest.raises(SeatingRefused, match="Anna sits North already"):
        services.come_to_table(table=table, member=ben, seat=Seat.NORTH, now=NOON)


def test_any_seat_is_the_first_that_is_free_and_at_a_full_table_a_place_in_the_line():
    people = [member(name) for name in ("Anna", "Ben", "Cleo", "Dan", "Eve")]
    table = services.open_table(by=people[0], now=NOON, seat=Seat.NORTH)
    for person in people:
        services.come_to_table(table=table, member=person, any_seat=True, now=NOON)
    seating = seating_at(table)
    assert [seating.seats[seat] for seat in Seat] == people[:4]
    assert seating.waiting == people[4:]


def test_any_seat_at_a_table_in_play_is_a_place_in_the_line():
    rubber, eve = rubber_in_play(), member("Eve")
    services.come_to_table(table=rubber.table, member=eve, any_seat=True, now=NOON)
    assert seating_at(rubber.table).waiting == [eve]


def test_who_sits_here_and_asks_for_the_seat_of_another_changes_places():
    anna, ben = member("Anna"), member("Ben")
    table = services.open_table(by=anna, now=NOON, seat=Seat.NORTH)
    services.come_to_table(table=table, member=ben, seat=Seat.EAST, now=NOON)
    services.come_to_table(table=table, member=anna, seat=Seat.EAST, now=NOON)
    assert seating_at(table).seats == {Seat.NORTH: ben, Seat.EAST: anna}
    services.come_to_table(table=table, member=anna, seat=Seat.EAST, now=NOON)
    assert seating_at(table).seats == {Seat.NORTH: ben, Seat.EAST: anna}


def test_who_waits_here_does_not_take_the_seat_of_another():
    anna, ben = member("Anna"), member("Ben")
    table = services.open_table(by=anna, now=NOON, seat=Seat.NORTH)
    services.come_to_table(table=table, member=ben, now=NOON)
    with pytest.raises(SeatingRefused, match="Anna sits North already"):
        services.come_to_table(table=table, member=ben, seat=Seat.NORTH, now=NOON)


def test_changing_seats_is_one_stay_at_the_table():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    services.come_to_table(table=table, member=anna, seat=Seat.NORTH, now=NOON)
    services.come_to_table(table=table, member=anna, seat=Seat.EAST, now=NOON)
    assert seating_at(table).seats == {Seat.EAST: anna}
    assert Sitting.objects.count() == 1


def test_it_is_kept_who_has_brought_whom_and_when_that_was_confirmed():
    anna, ben = member("Anna"), member("Ben")
    table = services.open_table(by=anna, now=NOON)
    services.come_to_table(table=table, member=ben, by=anna, now=NOON)
    karl = services.bring_guest(table=table, name="Karl Stein", by=anna, now=NOON)
    kept = Sitting.objects.order_by("pk").values_list(
        "member__name", "seated_by__name", "confirmed_at"
    )
    assert list(kept) == [
        ("Anna", None, None),
        ("Ben", "Anna", None),
        ("Karl Stein", "Anna", None),
    ]
    assert seating_at(table).brought == (ben.pk, karl.member_id)
    services.confirm_stay(member=ben, now=NOON)
    services.confirm_stay(member=anna, now=NOON)
    assert seating_at(table).brought == (karl.member_id,)
    assert Sitting.objects.get(member=ben).confirmed_at == NOON
    assert Sitting.objects.get(member=anna).confirmed_at is None


def test_somebody_who_takes_another_seat_alone_confirms_to_be_there():
    anna, ben = member("Anna"), member("Ben")
    table = services.open_table(by=anna, now=NOON)
    services.come_to_table(table=table, member=ben, seat=Seat.EAST, by=anna, now=NOON)
    services.come_to_table(table=table, member=ben, seat=Seat.WEST, by=ben, now=NOON)
    assert seating_at(table).brought == ()
    assert Sitting.objects.filter(member=ben).count() == 1


def test_the_database_knows_nobody_who_was_brought_by_the_own_hand():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    services.leave_table(table=table, member=anna, now=NOON)
    with (
        pytest.raises(IntegrityError, match="tables_sitting_seated_by_another"),
        transaction.atomic(),
    ):
        Sitting.objects.create(
            table=table, member=anna, arrived_at=NOON, seated_by=anna
        )


def test_leaving_twice_is_leaving_once():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    for _ in range(2):
        services.leave_table(table=table, member=anna, now=NOON)
    assert seating_at(table).members == []
