"""Postings of members and of the club's own accounts, in points and money, and what the database refuses."""

import pytest
from django.db import IntegrityError, transaction

from clubscore.ledger import services
from clubscore.ledger.models import ClubAccount, Posting, Transaction, Unit
from clubscore.ledger.queries import unbalanced
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

Source = Transaction.Source


def booked(by, points, **fields):
    settled = {
        "source": Source.ADJUSTMENT,
        "source_id": 1,
        "game": "",
        "description": "Adjustment",
        "reason": "Error",
    }
    return services.post(**settled | fields, points=points, by=by, now=NOON)


def test_a_member_and_an_account_of_the_club_stand_in_one_transaction():
    anna, account = (
        member("Anna"),
        ClubAccount.objects.create(name=ClubAccount.ADJUSTMENTS),
    )
    adjustment = booked(anna, {account: -50, anna: 50})
    assert [str(posting) for posting in adjustment.postings.order_by("pk")] == [
        "Anna: +50",
        "Adjustments: -50",
    ]
    assert unbalanced() == []


def test_a_reversal_takes_the_accounts_half_back_in_the_same_unit():
    anna, account = (
        member("Anna"),
        ClubAccount.objects.create(name=ClubAccount.TABLE_MONEY),
    )
    booked(anna, {account: 50, anna: -50}, source=Source.TABLE_MONEY, unit=Unit.MONEY)
    reversal = services.reverse(
        source=Source.TABLE_MONEY,
        source_id=1,
        by=anna,
        now=NOON,
        reason="Played for nothing",
    )
    assert (reversal.unit, reversal.reason) == (Unit.MONEY, "Played for nothing")
    assert [str(posting) for posting in reversal.postings.order_by("pk")] == [
        "Anna: +50",
        "Table money: -50",
    ]


def refused(constraint, make):
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        make()


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("ledger_transaction_source_is_known", {"source": "gift"}),
        ("ledger_transaction_unit_is_known", {"unit": "pence"}),
        (
            "ledger_transaction_unit_fits_the_source",
            {"source": Source.RUBBER, "unit": Unit.MONEY},
        ),
        (
            "ledger_transaction_unit_fits_the_source",
            {"source": Source.STAKE, "unit": Unit.POINTS},
        ),
        ("ledger_transaction_only_a_rubber_has_a_game", {"game": "contract"}),
        ("ledger_transaction_by_hand_has_a_reason", {"reason": ""}),
    ],
)
def test_the_database_refuses_a_transaction_that_cannot_be(constraint, fields):
    anna = member("Anna")
    refused(constraint, lambda: booked(anna, {anna: 0}, **fields))


def test_opening_balances_need_no_reason_until_they_are_taken_back():
    anna = member("Anna")
    booked(anna, {anna: 0}, source=Source.OPENING, reason="")
    refused(
        "ledger_transaction_by_hand_has_a_reason",
        lambda: services.reverse(source=Source.OPENING, source_id=1, by=anna, now=NOON),
    )


def test_the_database_refuses_a_posting_of_nobody_of_both_and_of_an_account_twice():
    anna, account = (
        member("Anna"),
        ClubAccount.objects.create(name=ClubAccount.ADJUSTMENTS),
    )
    adjustment = booked(anna, {account: -50, anna: 50})
    one_of_both = "ledger_posting_of_a_member_or_an_account"
    refused(
        one_of_both, lambda: Posting.objects.create(transaction=adjustment, points=5)
    )
    bob = member("Bob")
    other = booked(anna, {anna: 0}, source_id=2)
    refused(
        one_of_both,
        lambda: Posting.objects.create(
            transaction=other, member=bob, account=account, points=5
        ),
    )
    twice = r"ledger_posting_one_an_account|account_id.*transaction_id"  # SQLite names the columns
    refused(
        twice,
        lambda: Posting.objects.create(
            transaction=adjustment, account=account, points=5
        ),
    )


def test_an_account_has_a_name_of_its_own():
    ClubAccount.objects.create(name="Prizes")
    refused("name", lambda: ClubAccount.objects.create(name="Prizes"))
    refused(
        "ledger_clubaccount_has_a_name", lambda: ClubAccount.objects.create(name="")
    )
