"""What the migration makes of what was said of an auction before it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubscore.contracts.models import FACT_COLUMNS
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.models import Deal
from clubscore.rubbers.recording.services import undo_deal
from scoring import Seat
from tests.factories import NOON, record, rubber_in_play
from tests.unguarded import rewrite

pytestmark = pytest.mark.thorough  # they have run at clubs, and change no more
N, E, S, W = Seat
BEFORE, AFTER = "0012_house_rules", "0014_auction_over_by_both_sides"


def undo(rubber, number):
    undo_deal(state=load(rubber.pk), number=number, by=rubber.players[N], now=NOON)


def test_what_one_player_said_of_an_auction_is_one_side_s_word_about_the_version_of_then(migrate):
    rubber = rubber_in_play(lines=("2hn=", "4sn="))
    undo(rubber, 2)
    said_of = [rubber.deals.get(number=1).pk, rubber.deals.get(number=2, version=1).pk]
    rewrite(Deal.objects.filter(number=2, version=2), recorded_at=NOON.replace(hour=14))
    rows = migrate(BEFORE).get_model("rubbers", "AuctionOver").objects
    for number in (1, 2):
        rows.create(rubber_id=rubber.pk, number=number, member_id=rubber.players[E].pk, at=NOON.replace(hour=13))
    found = migrate(AFTER).get_model("rubbers", "AuctionOver").objects.order_by("pk").values_list("after", "member", "how", "device_of")
    assert list(found) == [(deal, rubber.players[E].pk, "tapped", None) for deal in said_of]
    call_command("migrate", verbosity=0)
    state = load(rubber.pk)
    assert state.auctions_over == frozenset()
    assert {number: list(callers.values()) for number, callers in state.auction_callers.items()} == {
        1: [rubber.players[E]]
    }


def test_a_deal_undone_before_is_known_from_one_that_was_struck_out_for_the_same_word(migrate):
    rubber = rubber_in_play(lines=("2hn=", "4sn="))
    undo(rubber, 2)
    old = migrate(BEFORE)
    deals, proposals = (old.get_model("rubbers", name).objects for name in ("Deal", "Proposal"))
    struck = deals.get(number=1)
    columns = {field.name: getattr(struck, field.name) for field in struck._meta.fields if field.name in FACT_COLUMNS}
    voted = {"rubber_id": rubber.pk, "base": struck, "made_by_id": rubber.players[N].pk, "made_at": NOON}
    proposals.create(
        strikes=True, state="accepted", closed_at=NOON, key=uuid4(), origin="correction", **voted, **columns
    )
    deals.create(
        rubber_id=rubber.pk, number=1, version=2, is_struck=True, reason="Undone", key=uuid4(),
        recorded_at=NOON, recorded_by_id=rubber.players[N].pk, **columns,
    )  # fmt: skip
    found = migrate(AFTER).get_model("rubbers", "Deal").objects.filter(is_struck=True).order_by("number").values_list("number", "is_undone")
    assert list(found) == [(1, False), (2, True)]


def test_back_again_an_auction_is_over_where_both_sides_said_so_and_nowhere_else(migrate):
    rubber = rubber_in_play(lines=("2hn=",))
    for seat in (E, N):
        call_auction_over(state=load(rubber.pk), number=1, by=rubber.players[seat], now=NOON)
    record(rubber, "4sn=")
    call_auction_over(state=load(rubber.pk), number=2, by=rubber.players[N], now=NOON)
    found = migrate(BEFORE).get_model("rubbers", "AuctionOver").objects.values_list("number", "member")
    assert list(found) == [(1, rubber.players[N].pk)]
