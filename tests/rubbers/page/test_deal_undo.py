"""POST /rubbers/41/deals/3/undo/ strikes out the last deal."""

import pytest

from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import record

pytestmark = pytest.mark.django_db


def test_the_form_then_holds_the_line_of_the_undone_deal(anna, rubber):
    record(rubber, "4sxn+1 h4s")
    answer = anna.post(f"/rubbers/{rubber.pk}/deals/1/undo/", follow=True)
    assert load(rubber.pk).sheet.deals == ()
    assert 'value="4SXN+1 h4S"' in answer.content.decode()


def test_the_table_offers_it_to_the_one_who_recorded_the_last_deal_only(
    rubber, signed_in
):
    record(rubber, "4sn=")
    pages = {
        seat: signed_in(rubber.players[seat])
        .get(f"/tables/{rubber.table_id}/")
        .content.decode()
        for seat in (Seat.NORTH, Seat.EAST)
    }
    assert f"/rubbers/{rubber.pk}/deals/1/undo/" in pages[Seat.NORTH]
    assert f"/rubbers/{rubber.pk}/deals/1/undo/" not in pages[Seat.EAST]


def test_another_player_is_told_who_can_undo_it(rubber, signed_in):
    record(rubber, "4sn=")
    answer = signed_in(rubber.players[Seat.EAST]).post(
        f"/rubbers/{rubber.pk}/deals/1/undo/", follow=True
    )
    assert "only the one who recorded it can undo it" in answer.content.decode()
    assert len(load(rubber.pk).sheet.deals) == 1


def test_whoever_opens_its_address_undoes_nothing(anna, rubber):
    record(rubber, "4sn=")
    answer = anna.get(f"/rubbers/{rubber.pk}/deals/1/undo/", follow=True)
    assert (answer.status_code, len(load(rubber.pk).sheet.deals)) == (200, 1)
