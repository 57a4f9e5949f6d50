"""Audit entries about settlements and their payments."""

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.settlements.models import PaymentEvent, Settlement, Transfer

SETTLEMENT = Subject(
    SubjectKind.BOOKS,
    "settlement",
    lambda settlement: reverse("settlements:detail", args=[settlement.pk]),
)
PAYMENT = Subject(
    SubjectKind.BOOKS,
    "payment",
    lambda transfer: reverse("settlements:transfer", args=[transfer.pk]),
)

_PAYERS = ("transfers__payer", "transfers__receiver")
_PARTIES = ("payer", "payer_account", "receiver", "receiver_account")
_PAID, _TAKEN_BACK, _RECEIVED = PaymentEvent.Kind
# By kind, and whether it was said for somebody else.
_PAYMENTS = {
    (_PAID, False): _("marked as paid: %(payer)s pays %(receiver)s %(amount)s"),
    (_PAID, True): _(
        "marked as paid for somebody else: %(payer)s pays %(receiver)s %(amount)s"
    ),
    (_TAKEN_BACK, False): _("mark taken back: %(payer)s pays %(receiver)s %(amount)s"),
    (_TAKEN_BACK, True): _(
        "mark taken back for somebody else: %(payer)s pays %(receiver)s %(amount)s"
    ),
    (_RECEIVED, False): _(
        "confirmed as received: %(payer)s pays %(receiver)s %(amount)s"
    ),
    (_RECEIVED, True): _(
        "confirmed as received for somebody else: %(payer)s pays %(receiver)s %(amount)s"
    ),
}


@described(
    Settlement,
    "settlement.frozen",
    SETTLEMENT,
    at="frozen_at",
    by="frozen_by",
    about_many=_PAYERS,
    prefetch_related=(
        Prefetch(
            "transfers", Transfer.objects.select_related(*_PARTIES).order_by("pk")
        ),
    ),
)
def settlement(row: Settlement) -> Description:
    payments = [_transfer(transfer) for transfer in row.transfers.all()]
    return Description(
        _("settled up %(days)s") % {"days": row.days},
        after={"unit": row.unit, "payments": payments},
    )


def _transfer(transfer: Transfer) -> dict[str, Any]:
    """The facts of a payment for the audit. Members are given by id, because names change."""
    return {
        "from": transfer.payer_id or str(transfer.payer_account),
        "to": transfer.receiver_id or str(transfer.receiver_account),
        "amount": transfer.amount,
    }


@described(
    Settlement,
    "settlement.cancelled",
    SETTLEMENT,
    at="cancelled_at",
    by="cancelled_by",
    about_many=_PAYERS,
)
def settlement_cancelled(row: Settlement) -> Description:
    return Description(
        _("cancelled the settlement of %(days)s") % {"days": row.days},
        reason=row.cancelled_for,
    )


@described(
    PaymentEvent,
    "payment",
    PAYMENT,
    path="transfer",
    about=("transfer__payer", "transfer__receiver"),
    select_related=tuple(f"transfer__{party}" for party in _PARTIES),
)
def payment(event: PaymentEvent) -> Description:
    """The audit entry of a statement about a payment: marked as paid, mark removed, or confirmed."""
    transfer = event.transfer
    values = {
        "payer": transfer.from_party,
        "receiver": transfer.to_party,
        "amount": transfer.amount,
    }
    words = _PAYMENTS[PaymentEvent.Kind(event.kind), event.for_another]
    return Description(words % values, f"payment.{event.kind}", reason=event.reason)
