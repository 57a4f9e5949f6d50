"""Wrong rows of settlements are refused by the database itself."""

import pytest
from django.db import IntegrityError, transaction

from clubscore.ledger.models import Transaction, Unit
from clubscore.settlements.models import (
    PaymentEvent,
    SettledTransaction,
    Settlement,
    Transfer,
)
from scoring import Seat
from tests.settlements.settling import DAY, LATER, booked_rubber, settle
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db


@pytest.fixture
def settlement(players, ruth):
    booked_rubber(players)
    return settle(ruth)


def refused(constraint, make):
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        make()


def test_a_booking_in_two_standing_settlements(settlement, ruth):
    other = Settlement.objects.create(
        first_day=DAY, last_day=DAY, frozen_at=LATER, frozen_by=ruth
    )
    booked = Transaction.objects.get()
    # SQLite names the columns.
    refused(
        r"settlements_transaction_settled_once|transaction_id",
        lambda: SettledTransaction.objects.create(settlement=other, transaction=booked),
    )
    SettledTransaction.objects.create(
        settlement=other, transaction=booked, released_at=LATER
    )


@pytest.mark.parametrize(
    ("constraint", "changed"),
    [
        ("settlements_settlement_days_are_in_order", {"first_day": "2026-11-22"}),
        ("settlements_settlement_unit_is_known", {"unit": "pence"}),
        ("settlements_settlement_is_cancelled_by_somebody", {"cancelled_at": LATER}),
        (
            "settlements_settlement_is_cancelled_by_somebody",
            {"cancelled_for": "Nothing"},
        ),
    ],
)
def test_a_settlement_that_cannot_be(settlement, constraint, changed):
    refused(constraint, lambda: rewrite(Settlement.objects, **changed))


@pytest.mark.parametrize(
    ("constraint", "changed"),
    [
        ("settlements_transfer_is_of_something", {"amount": 0}),
        ("settlements_transfer_has_one_payer", {"payer": None}),
        ("settlements_transfer_has_one_receiver", {"receiver": None}),
    ],
)
def test_a_payment_that_cannot_be(settlement, constraint, changed):
    refused(constraint, lambda: rewrite(Transfer.objects, **changed))


def test_a_payment_to_oneself(settlement, players):
    ben = players[Seat.EAST]
    refused(
        "settlements_transfer_goes_to_another",
        lambda: rewrite(Transfer.objects.filter(payer=ben), receiver=ben),
    )


def test_a_payment_received_twice_or_said_to_be_something_else(settlement, ruth):
    transfer = settlement.transfers.first()
    event = {"transfer": transfer, "by": ruth, "at": LATER}
    PaymentEvent.objects.create(kind=PaymentEvent.Kind.RECEIVED, **event)
    refused(
        "settlements_deed_received_once|transfer_id",
        lambda: PaymentEvent.objects.create(kind="received", **event),
    )
    refused(
        "settlements_deed_kind_is_known",
        lambda: PaymentEvent.objects.create(kind="forgiven", **event),
    )


def test_a_reason_where_nobody_speaks_for_another(settlement, ruth):
    event = {
        "transfer": settlement.transfers.first(),
        "by": ruth,
        "at": LATER,
        "reason": "Cash",
    }
    for said in ({"kind": "received"}, {"kind": "paid", "for_another": True}):
        refused(
            "settlements_deed_reason_for_another",
            lambda told=event | said: PaymentEvent.objects.create(**told),
        )
    PaymentEvent.objects.create(kind="received", for_another=True, **event)


def test_payments_and_what_was_said_about_them_are_never_edited(settlement):
    transfer = settlement.transfers.first()
    with pytest.raises(TypeError):
        transfer.save()
    with pytest.raises(TypeError):
        transfer.delete()
    assert settlement.unit == Unit.POINTS
