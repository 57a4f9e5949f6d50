"""The cut for one rubber: it decides who plays, who are partners, and who chooses the seats."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from clubscore.tables import services
from clubscore.tables.cuts import choose_seats, cut_for_partners
from clubscore.tables.models import Cut, Draw
from clubscore.tables.queries import cut_result, first_dealer, open_cut, seating_at
from clubscore.tables.refusals import SeatingRefused
from clubscore.tables.turns import GoingOut, PlayedRubber
from scoring import Seat
from tests.factories import NOON, four, member, seated_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return four()


@pytest.fixture
def table(players):
    return seated_table(players)


def joined(table, name: str, minutes: int = 1):
    person = member(name)
    services.come_to_table(
        table=table, member=person, now=NOON + timedelta(minutes=minutes)
    )
    return person


def played_by(*people) -> PlayedRubber:
    return PlayedRubber(NOON, {person.pk for person in people})


def test_it_takes_four_to_cut():
    anna = member("Anna")
    table = services.open_table(by=anna, now=NOON)
    with pytest.raises(
        SeatingRefused, match="It takes four to cut; 1 at Table 1 so far"
    ):
        cut_for_partners(table=table, by=anna, now=NOON)


def test_the_highest_of_the_cut_chooses_a_seat_and_deals_with_the_partner_opposite(
    table,
):
    cut = cut_for_partners(table=table, by=table.opened_by, now=NOON)
    assert seating_at(table).seats == {}
    choose_seats(cut=cut, seat=Seat.EAST)
    result, seating = open_cut(table), seating_at(table)
    assert [
        seating.seats[seat] for seat in (Seat.EAST, Seat.WEST, Seat.SOUTH, Seat.NORTH)
    ] == result.players
    assert first_dealer(result, seating) is Seat.EAST


def test_1912_law_17_before_the_first_rubber_one_cut_of_five_decides_who_plays(table):
    joined(table, "Eve")
    result = cut_result(cut_for_partners(table=table, by=table.opened_by, now=NOON))
    assert (len(result.drawn), result.staying) == (5, [])
    assert result.out == [result.drawn[4].member]


def test_who_waited_comes_in_and_the_others_cut_for_three_places(table, players):
    eve = joined(table, "Eve")
    played = [played_by(*players.values())]
    result = cut_result(cut_for_partners(table=table, by=eve, now=NOON, played=played))
    assert len(result.staying) == 4
    assert {drawn.member for drawn in result.staying} == {*players.values()}
    assert {*result.players} == {eve, *(drawn.member for drawn in result.staying[:3])}
    assert result.out == [result.staying[3].member]


def test_1912_law_21_in_royal_auction_the_highest_card_goes_out(table, players):
    services.choose_game(table=table, system="royal", rules={})
    eve = joined(table, "Eve")
    result = cut_result(
        cut_for_partners(
            table=table, by=eve, now=NOON, played=[played_by(*players.values())]
        )
    )
    ranks = [
        1 if drawn.card.rank == 14 else drawn.card.rank for drawn in result.staying
    ]
    assert ranks == sorted(ranks)
    assert result.out == [result.staying[-1].member]


def test_who_has_played_longest_goes_out_without_a_cut(table, players):
    eve = joined(table, "Eve")
    anna, ben, cleo, dan = players.values()
    played = [played_by(anna, ben, cleo, dan), played_by(eve, ben)]
    result = cut_result(cut_for_partners(table=table, by=eve, now=NOON, played=played))
    assert (result.staying, result.out) == ([], [ben])
    assert result.reasons == [
        "Eve waited and comes in.",
        "Ben has played longest and goes out.",
    ]


def test_the_house_rule_is_kept_with_the_cut(table, players):
    eve = joined(table, "Eve")
    anna, ben, cleo, dan = players.values()
    played = [played_by(anna, ben, cleo, dan), played_by(eve, ben)]
    cut = cut_for_partners(
        table=table, by=eve, now=NOON, played=played, going_out=GoingOut.CUT
    )
    result = cut_result(Cut.objects.get(pk=cut.pk))
    assert cut.going_out == "cut"
    assert {drawn.member for drawn in result.staying} == {anna, ben, cleo, dan}


def test_1912_law_20_who_came_during_the_rubber_waits_after_who_waited_longer(
    table, players
):
    late = [
        joined(table, name, minutes)
        for minutes, name in enumerate(("Ida", "Eve", "Finn", "Gus", "Hans"), start=1)
    ]
    played = [played_by(*players.values())]
    result = cut_result(
        cut_for_partners(table=table, by=late[0], now=NOON, played=played)
    )
    assert result.turns.comes_in == tuple(late[:4])
    assert result.turns.waits_on == (late[4],)
    assert {*result.players} == {*late[:4]}


def test_a_merged_record_is_the_person_who_played(table, players):
    eve = joined(table, "Eve")
    anna, ben, cleo, dan = players.values()
    member("Benjamin", is_active=False, merged_into=ben)
    result = cut_result(
        cut_for_partners(
            table=table, by=eve, now=NOON, played=[played_by(anna, ben, cleo, dan)]
        )
    )
    assert result.candidates[ben] == 1


def test_cutting_again_replaces_the_cut_and_the_old_cards_seat_nobody(table, players):
    old = cut_for_partners(table=table, by=players[Seat.NORTH], now=NOON)
    new = cut_for_partners(table=table, by=players[Seat.EAST], now=NOON)
    assert open_cut(table).cut == new
    with pytest.raises(
        SeatingRefused, match="Ben has cut again since: choose by the new cards."
    ):
        choose_seats(cut=old, seat=Seat.NORTH)
    assert seating_at(table).seats == {}


def test_a_cut_belongs_to_the_rubber_that_began_after_it(table):
    cut = cut_for_partners(table=table, by=table.opened_by, now=NOON)
    choose_seats(cut=cut, seat=Seat.NORTH)
    services.hold_seats(table=table)
    assert open_cut(table) is None
    with pytest.raises(SeatingRefused, match="the seats are held until it is over"):
        choose_seats(cut=cut, seat=Seat.SOUTH)
    services.release_seats(table=table)
    with pytest.raises(
        SeatingRefused, match="A rubber has begun since these cards were drawn"
    ):
        choose_seats(cut=cut, seat=Seat.SOUTH)
    assert first_dealer(open_cut(table), seating_at(table)) is None


def test_the_database_keeps_one_cut_for_the_next_rubber(table):
    cut_for_partners(table=table, by=table.opened_by, now=NOON)
    with pytest.raises(IntegrityError), transaction.atomic():
        Cut.objects.create(table=table, made_at=NOON, made_by=table.opened_by)


def test_the_database_knows_two_things_that_a_card_decides(table):
    cut = cut_for_partners(table=table, by=table.opened_by, now=NOON)
    with (
        pytest.raises(IntegrityError, match="tables_draw_decides_one_of_two"),
        transaction.atomic(),
    ):
        Draw.objects.create(
            cut=cut, decides="lunch", member=table.opened_by, rank=2, suit="C"
        )


def test_seats_are_not_chosen_for_somebody_who_has_left_since_the_cut(table, players):
    cut = cut_for_partners(table=table, by=players[Seat.NORTH], now=NOON)
    services.leave_table(table=table, member=players[Seat.WEST], now=NOON)
    with pytest.raises(SeatingRefused, match="Dan has left the table since the cut"):
        choose_seats(cut=cut, seat=Seat.NORTH)


def test_the_cut_stands_when_somebody_who_waits_leaves_or_somebody_comes(table):
    joined(table, "Eve")
    cut = cut_for_partners(table=table, by=table.opened_by, now=NOON)
    (out,) = cut_result(cut).out
    services.leave_table(table=table, member=out, now=NOON)
    finn = joined(table, "Finn")
    choose_seats(cut=cut, seat=Seat.NORTH)
    assert seating_at(table).waiting == [finn]
