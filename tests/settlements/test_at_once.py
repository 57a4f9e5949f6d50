"""Two admins settle the same evening at once; the payer and the receiver of a payment act at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from clubscore.ledger.models import Transaction, Unit
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.settlements import services
from clubscore.settlements.models import SettledTransaction, Settlement, Transfer
from clubscore.settlements.open_bookings import seen_as, to_settle
from clubscore.web.conflicts import repeated
from tests.factories import four, member
from tests.settlements.settling import EVENING, LATER, booked_rubber, settle

pytestmark = pytest.mark.django_db(transaction=True)


def together(*events: Callable[[], object]) -> list[str]:
    """Run these actions in parallel. Returns for each the message of its refusal, or "" if it succeeded.

    An action that meets another write is repeated, as requests are.
    """
    start = Barrier(len(events))

    def run(event: Callable[[], object]) -> str:
        start.wait()
        try:
            repeated(event)
        except services.SettlementRefused as refusal:
            return str(refusal)
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(events)) as threads:
        return list(threads.map(run, events))


@pytest.fixture
def admins() -> list[Member]:
    return [member(name, role=Role.ADMIN) for name in ("Ruth", "Sam", "Tess")]


def test_admins_who_settle_an_evening_at_once_make_one_settlement(admins):
    booked_rubber(four())
    seen = seen_as(to_settle(EVENING, Unit.POINTS).values_list("pk", flat=True))

    def by(admin: Member) -> Callable[[], object]:
        return lambda: services.settle(
            period=EVENING, unit=Unit.POINTS, seen=seen, by=admin, now=LATER
        )

    refusals = together(*(by(admin) for admin in admins))
    made = Settlement.objects.get()
    assert sorted(refusals) == [
        "",
        *[
            f"{made.frozen_by.name} has settled these days in the meantime. This is what is open now."
        ]
        * 2,
    ]
    assert SettledTransaction.objects.count() == 1


def test_a_payment_confirmed_at_once_by_two_is_booked_once(admins):
    booked_rubber(four())
    transfer = settle(admins[0]).transfers.first()

    def by(admin: Member) -> Callable[[], object]:
        return lambda: services.confirm(
            transfer=Transfer.objects.get(pk=transfer.pk), by=admin, now=LATER
        )

    refusals = together(*(by(admin) for admin in admins))
    assert sorted(map(bool, refusals)) == [False, True, True]
    assert Transaction.objects.filter(source=Transaction.Source.SETTLEMENT).count() == 1


def test_a_settlement_is_either_cancelled_or_paid(admins):
    booked_rubber(four())
    settlement = settle(admins[0])
    transfer = settlement.transfers.first()
    refusals = together(
        lambda: services.cancel(
            settlement=settlement, reason="Too early", by=admins[0], now=LATER
        ),
        lambda: services.confirm(
            transfer=Transfer.objects.get(pk=transfer.pk), by=admins[1], now=LATER
        ),
    )
    assert sorted(map(bool, refusals)) == [False, True]
    settlement.refresh_from_db()
    assert (
        settlement.is_cancelled
        != Transaction.objects.filter(source=Transaction.Source.SETTLEMENT).exists()
    )
