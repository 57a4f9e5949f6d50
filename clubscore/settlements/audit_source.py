"""Audit entries about settlements and their payments."""

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubscore.audit import Description, Kind, Source
from clubscore.settlements.models import PaymentEvent, Settlement, Transfer

_PAYERS = ("transfers__payer", "transfers__receiver")
_PARTIES = ("payer", "payer_account", "receiver", "receiver_account")
_PAID, _TAKEN_BACK, _RECEIVED = PaymentEvent.Kind
# By kind, and whether it was said for somebody else.
_PAYMENTS = {
    (_PAID, False): _("marked as paid: %(payer)s pays %(receiver)s %(amount)s"),
    (_PAID, True): _("marked as paid for somebody else: %(payer)s pays %(receiver)s %(amount)s"),
    (_TAKEN_BACK, False): _("mark taken back: %(payer)s pays %(receiver)s %(amount)s"),
    (_TAKEN_BACK, True): _("mark taken back for somebody else: %(payer)s pays %(receiver)s %(amount)s"),
    (_RECEIVED, False): _("confirmed as received: %(payer)s pays %(receiver)s %(amount)s"),
    (_RECEIVED, True): _("confirmed as received for somebody else: %(payer)s pays %(receiver)s %(amount)s"),
}


def settlement_frozen(settlement: Settlement) -> Description:
    return Description(
        action="settlement.frozen",
        words=_("settled up %(days)s") % {"days": settlement.days},
        object="settlement",
        object_id=settlement.pk,
        link=reverse("settlements:detail", args=[settlement.pk]),
        after={"unit": settlement.unit, "payments": [_transfer(each) for each in settlement.transfers.all()]},
    )


def _transfer(transfer: Transfer) -> dict[str, Any]:
    """Members by their ids, for names change."""
    return {
        "from": transfer.payer_id or str(transfer.payer_account),
        "to": transfer.receiver_id or str(transfer.receiver_account),
        "amount": transfer.amount,
    }


def settlement_cancelled(settlement: Settlement) -> Description:
    return Description(
        action="settlement.cancelled",
        words=_("cancelled the settlement of %(days)s") % {"days": settlement.days},
        object="settlement",
        object_id=settlement.pk,
        link=reverse("settlements:detail", args=[settlement.pk]),
        reason=settlement.cancelled_for,
    )


def payment(event: PaymentEvent) -> Description:
    """A payment that is marked, unmarked or confirmed."""
    transfer = event.transfer
    values = {"payer": transfer.from_party, "receiver": transfer.to_party, "amount": transfer.amount}
    return Description(
        action=f"payment.{event.kind}",
        words=_PAYMENTS[PaymentEvent.Kind(event.kind), event.for_another] % values,
        object="payment",
        object_id=transfer.pk,
        link=reverse("settlements:transfer", args=[transfer.pk]),
        reason=event.reason,
    )


SOURCES = (
    Source(
        name="settlement",
        kind=Kind.BOOKS,
        rows=Settlement.objects.all,
        at="frozen_at",
        by="frozen_by",
        describe=settlement_frozen,
        about_many=_PAYERS,
        prefetch_related=(Prefetch("transfers", Transfer.objects.select_related(*_PARTIES).order_by("pk")),),
    ),
    Source(
        name="settlement cancelled",
        kind=Kind.BOOKS,
        rows=lambda: Settlement.objects.exclude(cancelled_at=None),
        at="cancelled_at",
        by="cancelled_by",
        describe=settlement_cancelled,
        about_many=_PAYERS,
    ),
    Source(
        name="payment",
        kind=Kind.BOOKS,
        rows=PaymentEvent.objects.all,
        at="at",
        by="by",
        describe=payment,
        about=("transfer__payer", "transfer__receiver"),
        select_related=tuple(f"transfer__{party}" for party in _PARTIES),
    ),
)
