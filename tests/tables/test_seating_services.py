"""Coming to a table, sitting down, cutting, leaving."""

from datetime import timedelta

import pytest

from clubscore.tables import services
from clubscore.tables.models import Sitting
from clubscore.tables.queries import first_dealer, latest_cut, seating_at
from scoring import Seat
from tests.factories import NOON, four, member, seated_table

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


def test_it_takes_four_to_cut():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    with pytest.raises(services.SeatingRefused, match="It takes four to cut; 1 at Table 1 so far"):
        services.cut_for_partners(table=table, by=anna, now=NOON)


def test_the_highest_of_the_cut_chooses_a_seat_and_deals_with_the_partner_opposite():
    players = four()
    table = seated_table(players)
    cut = services.cut_for_partners(table=table, by=players[Seat.NORTH], now=NOON)
    assert seating_at(table).seats == {}
    services.choose_seats(cut=cut, seat=Seat.EAST)
    order = [drawer for drawer, _ in latest_cut(table).drawn]
    seating = seating_at(table)
    assert [seating.seats[seat] for seat in (Seat.EAST, Seat.WEST, Seat.SOUTH, Seat.NORTH)] == order
    assert first_dealer(table, seating) is Seat.EAST


def test_a_cut_says_who_deals_in_the_one_rubber_after_it():
    players = four()
    table = seated_table(players)
    cut = services.cut_for_partners(table=table, by=players[Seat.NORTH], now=NOON)
    services.choose_seats(cut=cut, seat=Seat.EAST)
    seating = seating_at(table)
    assert first_dealer(table, seating, since=NOON - timedelta(minutes=1)) is Seat.EAST
    assert first_dealer(table, seating, since=NOON) is None


def test_with_five_at_the_table_the_lowest_of_the_cut_waits():
    players = four()
    table, eve = seated_table(players), member("Eve")
    services.come_to_table(table=table, member=eve, now=NOON)
    cut = services.cut_for_partners(table=table, by=eve, now=NOON)
    services.choose_seats(cut=cut, seat=Seat.NORTH)
    assert seating_at(table).waiting == [latest_cut(table).drawn[4][0]]


def test_seats_are_not_chosen_for_somebody_who_has_left_since_the_cut():
    players = four()
    table = seated_table(players)
    cut = services.cut_for_partners(table=table, by=players[Seat.NORTH], now=NOON)
    services.leave_table(table=table, member=players[Seat.WEST], now=NOON)
    with pytest.raises(services.SeatingRefused, match="Dan has left the table since the cut"):
        services.choose_seats(cut=cut, seat=Seat.NORTH)


def test_leaving_twice_is_leaving_once():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    for _ in range(2):
        services.leave_table(table=table, member=anna, now=NOON)
    assert seating_at(table).members == []
