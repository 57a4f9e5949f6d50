"""Beginning a rubber: it needs four players, and the table's game and rules are fixed for the whole rubber."""

import pytest

from clubscore.refusals import Refused
from clubscore.rubbers.recording import services
from clubscore.tables import services as tables
from clubscore.tables.refusals import SeatingRefused
from scoring import Seat
from tests.factories import NOON, four, member, rubber_in_play, seated_table

pytestmark = pytest.mark.django_db


def test_the_four_at_the_table_are_copied_in():
    players = four()
    rubber = rubber_in_play(players)
    assert rubber.players == players


def test_the_rules_are_pinned_and_do_not_follow_the_table():
    players = four()
    table = seated_table(players)
    rubber = services.start_rubber(
        table=table, dealer=Seat.WEST, by=players[Seat.NORTH], now=NOON
    )
    table.rules = {"unfinished_partscore": 50}
    table.save()
    rubber.refresh_from_db()
    assert (rubber.rules["unfinished_partscore"], rubber.first_dealer) == (100, "W")


def test_a_table_with_an_empty_seat_names_it():
    players = four()
    table = seated_table(players)
    tables.leave_table(table=table, member=players[Seat.WEST], now=NOON)
    with pytest.raises(Refused, match="Still free: West"):
        services.start_rubber(
            table=table, dealer=Seat.NORTH, by=players[Seat.NORTH], now=NOON
        )
    table.refresh_from_db()
    assert not table.is_playing


def test_there_is_one_rubber_at_a_table_at_a_time():
    rubber = rubber_in_play()
    with pytest.raises(Refused, match="A rubber is being played"):
        services.start_rubber(
            table=rubber.table, dealer=Seat.NORTH, by=rubber.started_by, now=NOON
        )


def test_nobody_leaves_in_the_middle_of_a_rubber():
    rubber = rubber_in_play()
    with pytest.raises(SeatingRefused, match="stop it first"):
        tables.leave_table(
            table=rubber.table, member=rubber.players[Seat.EAST], now=NOON
        )


def test_two_players_of_one_first_name_are_told_apart_by_surname():
    names = ("Anna Weiss", "Ben Hall", "Anna Moss", "Dan Roth")
    players = dict(zip(Seat, [member(name) for name in names], strict=True))
    assert list(rubber_in_play(players).names.values()) == [
        "Anna Weiss",
        "Ben",
        "Anna Moss",
        "Dan",
    ]
