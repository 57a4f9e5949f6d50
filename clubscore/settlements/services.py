"""Writes about settlements: freeze a settlement, cancel it, and record statements about its payments."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubscore import refusals
from clubscore.database.write_lock import write_transaction
from clubscore.ledger import services as ledger
from clubscore.ledger.models import Posting, Transaction, Unit
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.settlements.clearing import clearing
from clubscore.settlements.models import (
    PaymentEvent,
    SettledTransaction,
    Settlement,
    Transfer,
)
from clubscore.settlements.netting import Party, Payment, payments
from clubscore.settlements.open_bookings import balances_of, seen_as, to_settle
from clubscore.settlements.period import SettlementPeriod


class SettlementRefused(refusals.Refused):
    """The refusal to make or cancel a settlement, or to record a statement about a payment.

    The message says why, and what would be right.
    """


def settle(
    *, period: SettlementPeriod, unit: Unit, seen: str, by: Member, now: datetime
) -> Settlement:
    """Freeze the open bookings of the period as a settlement, with the payments that clear them. Returns it.

    `seen` is the digest of the bookings that the preview showed, as the function `seen_as` gives it.

    Raises SettlementRefused if nothing is open, or if the open bookings are not the bookings of the preview. Raises
    PermissionDenied unless `by` administers the club.
    """
    if not may_administer(by):
        raise PermissionDenied(_("Only the club’s admins settle up."))
    with write_transaction():
        taken = list(
            to_settle(period, unit).order_by("pk").values_list("pk", flat=True)
        )
        if seen_as(taken) != seen:
            raise SettlementRefused(_what_happened(period, unit))
        if not taken:
            raise SettlementRefused(
                _("Nothing of these days is open: there is nothing to settle.")
            )
        return _freeze(period, unit, taken, by, now)


def _what_happened(period: SettlementPeriod, unit: Unit) -> str:
    newest = (
        Settlement.objects.current()
        .filter(unit=unit)
        .select_related("frozen_by")
        .order_by("pk")
        .last()
    )
    if (
        newest
        and newest.first_day <= period.last_day
        and newest.last_day >= period.first_day
    ):
        sentence = _(
            "%(name)s has settled these days in the meantime. This is what is open now."
        )
        return sentence % {"name": newest.frozen_by.name}
    return _(
        "Something was booked in the meantime. This is what is open now: look at it again before you settle."
    )


def _freeze(
    period: SettlementPeriod, unit: Unit, taken: list[int], by: Member, now: datetime
) -> Settlement:
    settlement = Settlement.objects.create(
        first_day=period.first_day,
        last_day=period.last_day,
        unit=unit,
        frozen_at=now,
        frozen_by=by,
    )
    SettledTransaction.objects.bulk_create(
        (SettledTransaction(settlement=settlement, transaction_id=pk) for pk in taken),
        batch_size=500,
    )
    balances = balances_of(
        Posting.objects.filter(transaction__settled__settlement=settlement)
    )
    Transfer.objects.bulk_create(
        _transfer(settlement, number, payment)
        for number, payment in enumerate(payments(balances), start=1)
    )
    return settlement


def _transfer(settlement: Settlement, number: int, payment: Payment) -> Transfer:
    return Transfer(
        settlement=settlement,
        number=number,
        amount=payment.amount,
        **_columns("payer", payment.payer),
        **_columns("receiver", payment.receiver),
    )


def _columns(name: str, party: Party) -> dict[str, int]:
    column = f"{name}_account_id" if party.is_account else f"{name}_id"
    return {column: party.id}


def cancel(
    *, settlement: Settlement, reason: str, by: Member, now: datetime
) -> Settlement:
    """Cancel a settlement, and return it. The settlement stays readable, and its bookings are open again.

    Raises SettlementRefused if a payment is confirmed or the settlement is cancelled already; PermissionDenied unless
    `by` administers the club.
    """
    if not may_administer(by):
        raise PermissionDenied(_("Only the club’s admins cancel a settlement."))
    with write_transaction():
        settlement = _held(settlement)
        if PaymentEvent.objects.filter(
            transfer__settlement=settlement, kind=PaymentEvent.Kind.RECEIVED
        ).exists():
            raise SettlementRefused(
                _(
                    "A payment of this settlement is confirmed, so it stands: book an adjustment instead."
                )
            )
        settlement.cancelled_at = now
        settlement.cancelled_by = by
        settlement.cancelled_for = reason
        settlement.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_for"])
        settlement.settled.update(released_at=now)
    return settlement


def mark_paid(*, transfer: Transfer, by: Member, now: datetime) -> PaymentEvent | None:
    """Mark a payment as paid. `by` is the payer, or an admin who does it for the payer.

    Returns the new statement; None if the payment is marked already. Raises SettlementRefused if the payment is
    confirmed or the settlement is cancelled; PermissionDenied if `by` is neither the payer nor an admin.
    """
    with write_transaction():
        transfer = _open_transfer(transfer)
        is_own = _may_speak(by, transfer.is_paid_by(by))
        if transfer.is_marked_paid:
            return None
        return _say(transfer, PaymentEvent.Kind.PAID, by, is_own, now)


def withdraw_payment(
    *, transfer: Transfer, by: Member, now: datetime
) -> PaymentEvent | None:
    """Remove the mark that a payment is paid. `by` is the payer, or an admin who does it for the payer.

    Returns the new statement; None if the payment is not marked. Raises SettlementRefused if the payment is confirmed
    or the settlement is cancelled; PermissionDenied if `by` is neither the payer nor an admin.
    """
    with write_transaction():
        transfer = _open_transfer(transfer)
        is_own = _may_speak(by, transfer.is_paid_by(by))
        if not transfer.is_marked_paid:
            return None
        return _say(transfer, PaymentEvent.Kind.TAKEN_BACK, by, is_own, now)


def confirm(
    *, transfer: Transfer, by: Member, now: datetime, reason: str = ""
) -> PaymentEvent:
    """Confirm that a payment has arrived, and book it. `by` is the receiver, or an admin who does it for the receiver.

    Returns the new statement. If the receiver can sign in, an admin must give a reason. Raises SettlementRefused if
    this reason is missing, if the payment is confirmed or if the settlement is cancelled; PermissionDenied if `by` is
    neither the receiver nor an admin.
    """
    with write_transaction():
        transfer = _open_transfer(transfer)
        is_own = _may_speak(by, transfer.is_received_by(by))
        if not is_own and not reason and transfer.can_be_confirmed_by_its_receiver:
            raise SettlementRefused(
                _(
                    "%(name)s signs in and can confirm it. Say why you do it instead: both see the reason."
                )
                % {"name": transfer.to_party},
                field="reason",
            )
        if is_own:
            reason = ""
        event = _say(transfer, PaymentEvent.Kind.RECEIVED, by, is_own, now, reason)
        ledger.post(
            source=Transaction.Source.SETTLEMENT,
            source_id=transfer.pk,
            game="",
            description=_description(transfer.settlement),
            points=clearing(transfer),
            by=by,
            now=now,
            unit=Unit(transfer.settlement.unit),
            reason=event.reason,
        )
    return event


def _description(settlement: Settlement) -> str:
    """The description of a settlement's payments in the books, always in English."""
    with override("en-gb"):
        return str(settlement)


def _say(
    transfer: Transfer,
    kind: PaymentEvent.Kind,
    by: Member,
    is_own: bool,
    now: datetime,
    reason: str = "",
) -> PaymentEvent:
    return PaymentEvent.objects.create(
        transfer=transfer,
        kind=kind,
        by=by,
        for_another=not is_own,
        reason=reason,
        at=now,
    )


def _open_transfer(transfer: Transfer) -> Transfer:
    """The payment, read again from the database, with its settlement locked so that a second request waits.

    Raises SettlementRefused if the payment is confirmed already, or the settlement is cancelled.
    """
    _held(transfer.settlement)
    transfer = Transfer.objects.select_related(
        "settlement", "payer", "receiver__merged_into"
    ).get(pk=transfer.pk)
    if transfer.is_received:
        raise SettlementRefused(_("This payment is confirmed as received already."))
    return transfer


def _held(settlement: Settlement) -> Settlement:
    settlement = Settlement.objects.select_for_update(no_key=True).get(pk=settlement.pk)
    if settlement.is_cancelled:
        raise SettlementRefused(
            _("This settlement was cancelled: nothing is to be paid by it.")
        )
    return settlement


def _may_speak(by: Member, is_own: bool) -> bool:
    """Require that `by` may make a statement about a payment, and return `is_own`.

    `is_own` is true if `by` is the party who makes this statement: the payer or the receiver. Raises PermissionDenied
    if it is false and `by` is no admin.
    """
    if not is_own and not may_administer(by):
        raise PermissionDenied(_("This payment concerns two others."))
    return is_own
