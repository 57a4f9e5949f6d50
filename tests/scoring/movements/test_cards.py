"""Guide cards for the players, and the way of the boards from table to table."""

import pytest

from scoring.movements.cards import GuideRound, Lay, board_moves, guide_cards, relays
from scoring.movements.howell import howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import mitchell, web
from scoring.movements.teams import teams
from tests.scoring.movements.plans import EVERY, USUAL


def test_a_card_says_where_to_go_against_whom_and_over_what():
    card = guide_cards(mitchell(5))[5]
    assert (card.entry, card.half) == (6, "")
    assert card.places[:2] == (
        GuideRound(1, 1, "EW", None, (1,), 1),
        GuideRound(2, 2, "EW", None, (2,), 3),
    )


def test_where_boards_are_turned_everybody_sits_as_before():
    places = guide_cards(mitchell(5, switch=1))[0].places
    assert {place.seat for place in places} == {"NS"}
    assert [place.turned for place in places] == [False] * 4 + [True]


def test_who_sits_out_has_no_table():
    places = guide_cards(mitchell(5).without(10))[4].places
    assert places[0] == GuideRound(1)
    assert places[1].table == 5


def test_a_team_has_a_card_for_each_half():
    cards = guide_cards(teams(3))
    assert [(card.entry, card.half) for card in cards][:2] == [(1, "NS"), (1, "EW")]
    assert [place.table for place in cards[0].places] == [1, 1]


def test_a_player_has_a_partner_and_two_opponents():
    place = guide_cards(individual(8))[0].places[0]
    assert place == GuideRound(1, 1, "S", 8, (2, 4), 1)
    east = guide_cards(individual(8))[1].places[0]
    assert east == GuideRound(1, 1, "E", 4, (8, 1), 1)


@pytest.mark.parametrize("name", USUAL)
def test_the_cards_together_say_the_whole_plan(name):
    movement = EVERY[name]()
    told = [
        place for card in guide_cards(movement) for place in card.places if place.table
    ]
    seats = sum(len(row.seated) for row in movement.rows if row.is_played)
    assert len(told) == seats
    assert {(place.round, place.table, place.set) for place in told} == {
        (row.round, row.table, row.set) for row in movement.rows if row.is_played
    }


def test_the_boards_of_a_mitchell_go_down_a_table():
    assert board_moves(mitchell(5))[5:7] == (Lay(2, 1, 2, 2, ()), Lay(2, 2, 3, 3, ()))


def test_what_lies_at_a_relay_comes_from_no_table():
    movement = mitchell(4, even="share")
    assert relays(movement)[1] == (3,)
    lay = next(lay for lay in board_moves(movement) if (lay.round, lay.table) == (2, 2))
    assert (lay.set, lay.comes_from) == (3, None)


def test_tables_that_share_name_each_other():
    assert {lay.shared_with for lay in board_moves(howell(3)) if lay.round == 1} == {
        (2, 3),
        (1, 3),
        (1, 2),
    }


def test_the_boards_of_a_web_go_down_a_table_within_each_copy_and_none_are_shared():
    lays = {(lay.round, lay.table): lay for lay in board_moves(web(14))}
    assert {lay.shared_with for lay in lays.values()} == {()}
    sources = [lays[2, table].comes_from for table in range(1, 15)]
    assert sources == [2, 3, 4, 5, 6, 7, None, 9, 10, 11, 12, 13, 14, None]


def test_a_group_of_a_web_with_a_table_for_each_set_gets_boards_from_its_first_table():
    lays = {(lay.round, lay.table): lay for lay in board_moves(web(26, rounds=13))}
    assert (lays[2, 13].comes_from, lays[2, 26].comes_from) == (1, 14)
    assert (lays[2, 12].comes_from, lays[2, 25].comes_from) == (13, 26)
