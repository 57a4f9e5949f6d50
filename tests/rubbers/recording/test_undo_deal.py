"""Undoing the last deal: only its recorder may do so, and only until the next deal is recorded."""

import pytest

from clubscore.ledger.books import books
from clubscore.refusals import Refused
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.models import Deal
from clubscore.rubbers.page.context import undoable
from clubscore.rubbers.recording import services
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.tables import services as tables
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    record,
    rubber_in_play,
    stop_rubber,
)

pytestmark = pytest.mark.django_db


def undo(rubber, number, *, by=None):
    struck = services.undo_deal(
        state=load(rubber.pk),
        number=number,
        by=by or rubber.players[Seat.NORTH],
        now=NOON,
    )
    rubber.refresh_from_db()
    return struck


def test_an_undone_deal_leaves_the_sheet_and_stays_in_the_history():
    rubber = rubber_in_play(lines=("2hn=", "4sn="))
    undo(rubber, 2)
    assert [str(deal.deal) for deal in load(rubber.pk).sheet.deals] == ["2HN="]
    assert list(Deal.objects.filter(number=2).order_by("version").values_list("version", "is_struck")) == [
        (1, False), (2, True),
    ]  # fmt: skip


def test_the_next_deal_takes_the_number_of_the_undone_one():
    rubber = rubber_in_play(lines=("2hn=", "4sn="))
    undo(rubber, 2)
    recorded = record(rubber, "4hs=")
    assert (recorded.number, recorded.version) == (2, 3)
    assert [str(deal.deal) for deal in load(rubber.pk).sheet.deals] == ["2HN=", "4HS="]


def test_only_the_last_deal_can_be_undone():
    rubber = rubber_in_play(lines=("2hn=", "4sn="))
    with pytest.raises(Refused, match="Deal 1 is not the last one any more"):
        undo(rubber, 1)


def test_undoing_ends_with_one_deal():
    rubber = rubber_in_play(lines=("2hn=", "4sn="))
    undo(rubber, 2)
    assert undoable(RubberDesk(load(rubber.pk), rubber.players[Seat.NORTH])) is None
    with pytest.raises(Refused, match="Only what was recorded last can be undone"):
        undo(rubber, 1)
    record(rubber, "4hs=")
    assert undoable(RubberDesk(load(rubber.pk), rubber.players[Seat.NORTH])).number == 2
    undo(rubber, 2)


def test_only_the_one_who_recorded_it_can_undo_it():
    rubber = rubber_in_play(lines=("2hn=",))
    with pytest.raises(
        Refused, match="Anna recorded deal 1; only the one who recorded it"
    ):
        undo(rubber, 1, by=rubber.players[Seat.EAST])


def test_undoing_the_deal_that_ended_the_rubber_opens_it_again_and_clears_the_signature():
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, Seat.NORTH)
    undo(rubber, 9)
    assert not rubber.is_over
    assert rubber.table.is_playing
    record(rubber, NINE_DEALS[-1])
    agree(rubber, Seat.EAST)
    assert books().accounts == []
    agree(rubber, Seat.NORTH)
    assert sorted(account.net for account in books().accounts) == [-810, -810, 810, 810]
    assert list(differences()) == []


def test_an_agreed_rubber_is_not_opened_by_an_undo():
    rubber = agreed_rubber()
    with pytest.raises(Refused, match="The net score is agreed"):
        undo(rubber, 9)


def test_a_finished_rubber_cannot_be_opened_again_once_the_next_has_begun():
    rubber = rubber_in_play(lines=NINE_DEALS)
    north = rubber.players[Seat.NORTH]
    services.start_rubber(
        table=rubber.table, dealer=Seat.EAST, by=north, now=rubber.ended_at
    )
    with pytest.raises(Refused, match="The next rubber has begun"):
        undo(rubber, 9)
    rubber.refresh_from_db()
    assert rubber.is_over


def test_a_finished_rubber_is_not_opened_again_when_one_of_the_four_has_left():
    rubber = rubber_in_play(lines=NINE_DEALS)
    tables.leave_table(table=rubber.table, member=rubber.players[Seat.WEST], now=NOON)
    assert undoable(RubberDesk(load(rubber.pk), rubber.players[Seat.NORTH])) is None
    with pytest.raises(Refused, match="The four are not at the table any more"):
        undo(rubber, 9)
    rubber.refresh_from_db()
    rubber.table.refresh_from_db()
    assert (rubber.is_over, rubber.table.is_playing) == (True, False)


def test_a_finished_rubber_is_opened_again_in_its_seats_when_the_four_have_changed_them():
    rubber = rubber_in_play(lines=NINE_DEALS)
    for seat, sits in (
        (None, Seat.NORTH),
        (Seat.NORTH, Seat.EAST),
        (Seat.EAST, Seat.NORTH),
    ):
        tables.come_to_table(
            table=rubber.table, member=rubber.players[sits], seat=seat, now=NOON
        )
    assert undoable(RubberDesk(load(rubber.pk), rubber.players[Seat.NORTH])).number == 9
    undo(rubber, 9)
    assert not rubber.is_over
    assert seating_at(rubber.table).seats == rubber.players


def test_a_table_put_away_says_so_and_offers_no_undo():
    rubber = rubber_in_play(lines=NINE_DEALS)
    tables.close_table(table=rubber.table, now=NOON)
    assert undoable(RubberDesk(load(rubber.pk), rubber.players[Seat.NORTH])) is None
    with pytest.raises(Refused, match="Table 1 has been closed"):
        undo(rubber, 9)


def test_a_rubber_that_was_stopped_is_not_opened_again_by_an_undo():
    rubber = rubber_in_play(lines=("2hn=",))
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=1,
        by=rubber.players[Seat.NORTH],
        now=NOON,
    )
    with pytest.raises(Refused, match="stopped after this deal"):
        undo(rubber, 1)
