"""Settling: the bookings that a settlement includes, and the payments that result."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command

from clubscore.ledger import services as ledger
from clubscore.ledger.models import ClubAccount, Posting, Transaction, Unit
from clubscore.ledger.queries import statement_of, unbalanced
from clubscore.members.merging.services import merge, undo
from clubscore.members.models import Member
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.rubber.loading import load
from clubscore.settlements import services
from clubscore.settlements.models import SettledTransaction, Settlement
from clubscore.settlements.open_bookings import open_transactions, seen_as, to_settle
from clubscore.settlements.period import SettlementPeriod
from clubscore.settlements.queries import balances_in, postings_in, preview
from clubscore.standings.queries import figures_of
from scoring import Seat
from tests.factories import NOON, agree, agreed_rubber, member, rubber_in_play
from tests.settlements.settling import (
    DAY,
    EVENING,
    LATER,
    begun,
    booked_rubber,
    paid_by_whom,
    settle,
)

pytestmark = pytest.mark.django_db


def four_more(*names: str):
    return dict(zip(Seat, [member(name) for name in names], strict=True))


def adjust(who, points, *, by, number=1, unit=Unit.POINTS, now=NOON):
    account, _ = ClubAccount.objects.get_or_create(name=ClubAccount.ADJUSTMENTS)
    return ledger.post(
        source=Transaction.Source.ADJUSTMENT,
        source_id=number,
        game="",
        description="Adjustment",
        reason="A slip",
        points={who: points, account: -points},
        by=by,
        now=now,
        unit=unit,
    )


def test_an_evening_is_settled_by_as_few_payments_as_it_takes(players, ruth):
    booked_rubber(players)
    settlement = settle(ruth)
    assert paid_by_whom(settlement) == [("Ben", "Anna", 940), ("Dan", "Cleo", 940)]
    assert (settlement.frozen_by, settlement.frozen_at, str(settlement)) == (
        ruth,
        LATER,
        "Settlement of 21 November 2026",
    )


def test_once_all_payments_have_arrived_everybody_is_even_and_nothing_else_has_changed(
    players, ruth
):
    rubber = agreed_rubber(players, lines=("4sn=", "4sn="))
    season = Transaction.objects.get().season
    before = figures_of(season, "contract")
    for transfer in settle(ruth).transfers.all():
        services.confirm(transfer=transfer, by=ruth, now=LATER)
    assert [statement_of(player).balance for player in players.values()] == [0, 0, 0, 0]
    assert figures_of(season, "contract") == before
    assert rubber.is_agreed
    assert unbalanced() == []
    call_command("check_ledger")


def test_one_payment_leaves_the_others_as_they_were(players, ruth):
    booked_rubber(players)
    settlement = settle(ruth)
    before = paid_by_whom(settlement)
    services.confirm(transfer=settlement.transfers.get(number=1), by=ruth, now=LATER)
    assert paid_by_whom(settlement) == before
    balances = [
        statement_of(players[seat]).balance
        for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
    ]
    assert balances == [0, 0, 940, -940]


def test_a_booking_is_settled_once(players, ruth):
    booked_rubber(players)
    settle(ruth)
    assert not open_transactions(Unit.POINTS).exists()
    with pytest.raises(
        services.SettlementRefused, match="Nothing of these days is open"
    ):
        settle(ruth)
    assert Settlement.objects.count() == 1


def test_a_rubber_of_another_evening_stays_open(players, ruth):
    booked_rubber(players)
    begun(booked_rubber(four_more("Eve", "Fay", "Gus", "Hal")), days=1)
    assert len(paid_by_whom(settle(ruth))) == 2
    assert open_transactions(Unit.POINTS).count() == 1


def test_a_rubber_that_ends_after_midnight_belongs_to_its_evening(players, ruth):
    rubber = rubber_in_play(players, lines=("4sn=", "4sn="))
    agree(rubber, now=NOON + timedelta(hours=14))
    assert len(paid_by_whom(settle(ruth, now=NOON + timedelta(days=3)))) == 2


def test_what_is_not_agreed_is_not_settled_and_belongs_to_the_next_settlement_when_it_is(
    players, ruth
):
    booked_rubber(players)
    waiting = rubber_in_play(
        four_more("Eve", "Fay", "Gus", "Hal"), lines=("4sn=", "4sn=")
    )
    settle(ruth)
    agree(waiting, now=LATER + timedelta(days=2))
    following = begun(booked_rubber(four_more("Ida", "Jon", "Kay", "Lea")), days=7)
    late = settle(
        ruth, period=SettlementPeriod(DAY + timedelta(days=7), DAY + timedelta(days=7))
    )
    taken = Transaction.objects.filter(settled__settlement=late).values_list(
        "source_id", flat=True
    )
    assert set(taken) == {waiting.pk, following.pk}


def test_a_correction_of_a_settled_rubber_belongs_to_the_next_settlement(players, ruth):
    rubber = agreed_rubber(players, lines=("4sn=", "4sn="))
    first = settle(ruth)
    reopen(
        state=load(rubber.pk),
        reason="A hand record",
        by=ruth,
        now=LATER + timedelta(days=1),
    )
    far_away = SettlementPeriod(date(2027, 1, 1), date(2027, 1, 31))
    second = settle(ruth, period=far_away, now=LATER + timedelta(days=40))
    assert paid_by_whom(second) == [("Anna", "Ben", 940), ("Cleo", "Dan", 940)]
    assert paid_by_whom(first) == [("Ben", "Anna", 940), ("Dan", "Cleo", 940)]


def test_a_booking_that_a_settlement_overtook_belongs_to_the_next(players, ruth):
    settled = booked_rubber(four_more("Eve", "Fay", "Gus", "Hal"))
    settle(ruth, now=LATER)
    # Its clock was read before it had to wait.
    overtaken = booked_rubber(players, now=LATER - timedelta(seconds=1))
    assert (
        preview(
            SettlementPeriod(DAY + timedelta(days=7), DAY + timedelta(days=7)),
            Unit.POINTS,
        ).before
        == 0
    )
    following = settle(
        ruth, period=SettlementPeriod(DAY + timedelta(days=7), DAY + timedelta(days=7))
    )
    taken = Transaction.objects.filter(settled__settlement=following).values_list(
        "source_id", flat=True
    )
    assert list(taken) == [overtaken.pk] != [settled.pk]


def test_what_a_cancelled_settlement_released_is_late_while_another_of_its_evening_stands(
    players, ruth
):
    booked_rubber(players)
    one_evening = settle(ruth)
    booked_rubber(four_more("Eve", "Fay", "Gus", "Hal"), now=NOON - timedelta(days=7))
    settle(ruth, period=SettlementPeriod(DAY - timedelta(days=30), DAY))
    services.cancel(settlement=one_evening, reason="Too early", by=ruth, now=LATER)
    far_away = SettlementPeriod(date(2027, 1, 1), date(2027, 1, 31))
    assert len(paid_by_whom(settle(ruth, period=far_away))) == 2
    assert not open_transactions(Unit.POINTS).exists()


def test_bookings_before_the_first_settlement_stay_open_and_are_counted(players, ruth):
    begun(booked_rubber(players), days=-7)
    booked_rubber(four_more("Eve", "Fay", "Gus", "Hal"))
    assert preview(EVENING, Unit.POINTS).before == 1
    settle(ruth)
    assert open_transactions(Unit.POINTS).count() == 1


def test_a_settlement_of_many_evenings_nets_what_they_come_to(players, ruth):
    booked_rubber(players)
    others = four_more("Eve", "Fay", "Gus", "Hal")
    begun(booked_rubber(others), days=-7)
    settlement = settle(ruth, period=SettlementPeriod(DAY - timedelta(days=30), DAY))
    assert [amount for _, _, amount in paid_by_whom(settlement)] == [940] * 4


def test_two_records_of_one_person_pay_together(players, ruth):
    booked_rubber(players)
    others = four_more("Eve", "Fay", "Gus", "Anna Weiss")
    booked_rubber(others)
    merge(kept=players[Seat.NORTH], merged=others[Seat.WEST], by=ruth, now=NOON)
    settlement = settle(ruth)
    names = {
        name
        for payer, receiver, _ in paid_by_whom(settlement)
        for name in (payer, receiver)
    }
    assert "Anna" not in names  # won 940 under one name and lost 940 under the other
    assert "Anna Weiss" not in names


@pytest.mark.parametrize("parted_first", [True, False])
def test_records_that_are_parted_after_a_settlement_are_both_even(
    players, ruth, parted_first
):
    kept = member("Ben Kept")
    booked_rubber(players)
    adjust(kept, 60, by=ruth)
    made = merge(kept=kept, merged=players[Seat.EAST], by=ruth, now=NOON)
    settlement = settle(ruth)
    assert (kept, -880) in [
        (each.party, each.amount) for each in balances_in(settlement)
    ]
    if parted_first:
        undo(merge=made, by=ruth, now=LATER + timedelta(hours=1))
    for transfer in settlement.transfers.order_by("-number"):
        services.confirm(transfer=transfer, by=ruth, now=LATER + timedelta(hours=2))
    if not parted_first:
        undo(merge=made, by=ruth, now=LATER + timedelta(hours=3))
    for record in (kept, *players.values()):
        assert statement_of(Member.objects.get(pk=record.pk)).balance == 0
    assert (kept, -880) in [
        (each.party, each.amount) for each in balances_in(settlement)
    ]
    assert sum(posting.points for posting in postings_in(settlement, kept)) == -880


def test_an_account_of_the_club_is_a_party_by_its_name(players, ruth):
    adjust(players[Seat.NORTH], 120, by=ruth)
    settlement = settle(ruth)
    assert paid_by_whom(settlement) == [("Adjustments", "Anna", 120)]
    services.confirm(transfer=settlement.transfers.get(), by=ruth, now=LATER)
    assert statement_of(players[Seat.NORTH]).balance == 0
    assert (
        not Posting.objects.filter(account__isnull=False)
        .exclude(points__in=[120, -120])
        .exists()
    )


def test_points_and_money_are_settled_apart(players, ruth):
    booked_rubber(players)
    adjust(players[Seat.NORTH], 240, by=ruth, unit=Unit.MONEY)
    money = settle(ruth, unit=Unit.MONEY)
    assert paid_by_whom(money) == [("Adjustments", "Anna", 240)]
    services.confirm(transfer=money.transfers.get(), by=ruth, now=LATER)
    booked = Transaction.objects.get(source=Transaction.Source.SETTLEMENT)
    assert booked.unit == Unit.MONEY
    assert len(paid_by_whom(settle(ruth))) == 2


def test_what_was_booked_since_the_preview_is_not_settled_unseen(players, ruth):
    booked_rubber(players)
    seen = seen_as(to_settle(EVENING, Unit.POINTS).values_list("pk", flat=True))
    booked_rubber(four_more("Eve", "Fay", "Gus", "Hal"))
    with pytest.raises(
        services.SettlementRefused, match="Something was booked in the meantime"
    ):
        services.settle(period=EVENING, unit=Unit.POINTS, seen=seen, by=ruth, now=LATER)
    assert not Settlement.objects.exists()


def test_what_was_seen_is_told_apart_from_as_many_other_bookings_that_add_up_to_the_same():
    assert seen_as([1, 4]) == seen_as([4, 1]) != seen_as([2, 3])


def test_only_an_admin_settles_up(players):
    booked_rubber(players)
    with pytest.raises(PermissionDenied):
        settle(players[Seat.NORTH])


def test_a_cancelled_settlement_stays_and_its_bookings_are_open_again(players, ruth):
    booked_rubber(players)
    first = settle(ruth)
    services.cancel(
        settlement=first, reason="One rubber was missing", by=ruth, now=LATER
    )
    second = settle(ruth)
    assert paid_by_whom(second) == paid_by_whom(first)
    assert (
        SettledTransaction.objects.filter(released_at=None).get().settlement == second
    )
    with pytest.raises(services.SettlementRefused, match="was cancelled"):
        services.cancel(settlement=first, reason="Again", by=ruth, now=LATER)


def test_after_a_cancelled_settlement_nothing_came_late(players, ruth):
    booked_rubber(players)
    services.cancel(settlement=settle(ruth), reason="Too early", by=ruth, now=LATER)
    far_away = SettlementPeriod(date(2027, 1, 1), date(2027, 1, 31))
    assert not to_settle(far_away, Unit.POINTS).exists()


def test_a_settlement_with_a_confirmed_payment_stands(players, ruth):
    booked_rubber(players)
    settlement = settle(ruth)
    services.confirm(transfer=settlement.transfers.first(), by=ruth, now=LATER)
    with pytest.raises(
        services.SettlementRefused, match="A payment of this settlement is confirmed"
    ):
        services.cancel(settlement=settlement, reason="Too late", by=ruth, now=LATER)


def test_only_an_admin_cancels(players, ruth):
    booked_rubber(players)
    settlement = settle(ruth)
    with pytest.raises(PermissionDenied):
        services.cancel(
            settlement=settlement, reason="No", by=players[Seat.EAST], now=LATER
        )
