"""A settlement is a snapshot of open bookings, with payments that clear them.

Each statement about a payment is a row.
"""

from datetime import date
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.calendar import day_words
from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.ledger.models import ClubAccount, Transaction, Unit
from clubscore.members.models import Member


def in_words(first_day: date, last_day: date) -> str:
    """The days in words: `21 November 2026`, or `1 November 2026 to 30 November 2026`."""
    if first_day == last_day:
        return day_words(first_day)
    return gettext("%(first)s to %(last)s") % {
        "first": day_words(first_day),
        "last": day_words(last_day),
    }


class SettlementQuerySet(AppendOnlyQuerySet, models.QuerySet["Settlement"]):
    def current(self) -> Self:
        """The settlements that were not cancelled."""
        return self.filter(cancelled_at=None)


class Settlement(AppendOnly):
    """A settlement: bookings of some evenings in one unit, frozen when it was made, with payments that clear them."""

    may_change = ("cancelled_at", "cancelled_by", "cancelled_for")

    first_day = models.DateField()
    last_day = models.DateField()
    unit = models.CharField(max_length=5, choices=Unit, default=Unit.POINTS)
    frozen_at = models.DateTimeField()
    frozen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    cancelled_for = models.CharField("why it was cancelled", max_length=200, blank=True)

    objects: ClassVar = SettlementQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="settlements_settlement_days_are_in_order",
                condition=Q(first_day__lte=F("last_day")),
            ),
            models.CheckConstraint(
                name="settlements_settlement_unit_is_known",
                condition=Q(unit__in=["pt", "money"]),
            ),
            models.CheckConstraint(
                name="settlements_settlement_is_cancelled_by_somebody_for_a_reason",
                condition=Q(cancelled_at=None, cancelled_by=None, cancelled_for="")
                | Q(cancelled_at__isnull=False, cancelled_by__isnull=False)
                & ~Q(cancelled_for=""),
            ),
        ]

    def __str__(self) -> str:
        return gettext("Settlement of %(days)s") % {"days": self.days}

    @property
    def days(self) -> str:
        return in_words(self.first_day, self.last_day)

    @property
    def is_cancelled(self) -> bool:
        return self.cancelled_at is not None


class SettledTransaction(AppendOnly):
    """A booking in a settlement. If the settlement is cancelled, the booking is open again from `released_at` on."""

    may_change = ("released_at",)

    settlement = models.ForeignKey(
        Settlement, models.PROTECT, related_name="settled", db_index=False
    )
    transaction = models.ForeignKey(
        Transaction, models.PROTECT, related_name="settled", db_index=False
    )
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["transaction"],
                condition=Q(released_at=None),
                name="settlements_transaction_settled_once",
            ),
            models.UniqueConstraint(
                fields=["settlement", "transaction"],
                name="settlements_transaction_once_a_settlement",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.transaction} in settlement {self.settlement_id}"


class Transfer(AppendOnly):
    """One payment of a settlement. Payer and receiver are members or accounts of the club.

    `amount` is in the settlement's unit.
    """

    settlement = models.ForeignKey(
        Settlement, models.PROTECT, related_name="transfers", db_index=False
    )
    number = models.PositiveIntegerField()
    payer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="payments", null=True
    )
    payer_account = models.ForeignKey(
        ClubAccount, models.PROTECT, related_name="+", null=True
    )
    receiver = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="receipts", null=True
    )
    receiver_account = models.ForeignKey(
        ClubAccount, models.PROTECT, related_name="+", null=True
    )
    amount = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["settlement", "number"],
                name="settlements_transfer_one_a_number",
            ),
            models.CheckConstraint(
                name="settlements_transfer_is_of_something", condition=Q(amount__gt=0)
            ),
            models.CheckConstraint(
                name="settlements_transfer_has_one_payer",
                condition=Q(payer=None, payer_account__isnull=False)
                | Q(payer__isnull=False, payer_account=None),
            ),
            models.CheckConstraint(
                name="settlements_transfer_has_one_receiver",
                condition=Q(receiver=None, receiver_account__isnull=False)
                | Q(receiver__isnull=False, receiver_account=None),
            ),
            models.CheckConstraint(
                name="settlements_transfer_goes_to_another",
                condition=~Q(payer=F("receiver"))
                & ~Q(payer_account=F("receiver_account")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.from_party} pays {self.to_party} {self.amount}"

    @property
    def from_party(self) -> Member | ClubAccount:
        return self.payer or self.payer_account  # type: ignore[return-value]  # the database sees to one of them

    @property
    def to_party(self) -> Member | ClubAccount:
        return self.receiver or self.receiver_account  # type: ignore[return-value]

    @property
    def in_words(self) -> str:
        """The payment in words: `Anna pays Ben`."""
        return gettext("%(payer)s pays %(receiver)s") % {
            "payer": self.from_party,
            "receiver": self.to_party,
        }

    @property
    def newest_event(self) -> "PaymentEvent | None":
        """The last statement about this payment; None if none was made.

        Takes one query, or none if `events` was prefetched.
        """
        return max(self.events.all(), key=lambda event: event.pk, default=None)

    @property
    def is_received(self) -> bool:
        return (
            self.newest_event is not None
            and self.newest_event.kind == PaymentEvent.Kind.RECEIVED
        )

    @property
    def is_marked_paid(self) -> bool:
        """True if the payment is marked as paid and not confirmed yet."""
        return (
            self.newest_event is not None
            and self.newest_event.kind == PaymentEvent.Kind.PAID
        )

    @property
    def can_be_confirmed_by_its_receiver(self) -> bool:
        """True if the receiver is a member who can sign in and confirm the payment."""
        return self.receiver is not None and self.receiver.can_sign_in

    def is_paid_by(self, member: Member) -> bool:
        """True if the member is the payer, or if the payer's record was merged into the member's."""
        return self.payer is not None and member.pk in {
            self.payer_id,
            self.payer.merged_into_id,
        }

    def is_received_by(self, member: Member) -> bool:
        return self.receiver is not None and member.pk in {
            self.receiver_id,
            self.receiver.merged_into_id,
        }


class PaymentEvent(AppendOnly):
    """A statement about a payment: who made it, and when. An admin may make it for somebody else."""

    class Kind(models.TextChoices):
        PAID = "paid", _("marked as paid")
        TAKEN_BACK = "taken_back", _("mark taken back")
        RECEIVED = "received", _("confirmed as received")

    transfer = models.ForeignKey(Transfer, models.PROTECT, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    # Said by an admin for whom it concerns.
    for_another = models.BooleanField(default=False)
    # Why an admin said so.
    reason = models.CharField(max_length=200, blank=True, default="", db_default="")
    at = models.DateTimeField()

    class Meta:
        db_table = "settlements_deed"  # its name before the model was renamed
        constraints: ClassVar = [
            models.CheckConstraint(
                name="settlements_deed_kind_is_known",
                condition=Q(kind__in=["paid", "taken_back", "received"]),
            ),
            models.UniqueConstraint(
                fields=["transfer"],
                condition=Q(kind="received"),
                name="settlements_deed_received_once",
            ),
            models.CheckConstraint(
                name="settlements_deed_reason_for_another",
                condition=Q(reason="") | Q(kind="received", for_another=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.transfer}: {self.get_kind_display()} by {self.by}"

    @property
    def in_words(self) -> str:
        """The statement in words: `Marked as paid by Anna`.

        If an admin made it for somebody else: `Confirmed as received by Ruth, for whom it concerns`.
        """
        facts = {"what": capfirst(self.get_kind_display()), "name": self.by.name}
        if self.for_another:
            return gettext("%(what)s by %(name)s, for whom it concerns") % facts
        return gettext("%(what)s by %(name)s") % facts

    @property
    def author(self) -> str:
        """The author in words: `Anna`, or `Ruth for Anna` if an admin made the statement for payer or receiver.

        The receiver confirms; the payer marks, and takes the mark back.
        """
        if not self.for_another:
            return self.by.name
        other = (
            self.transfer.to_party
            if self.kind == self.Kind.RECEIVED
            else self.transfer.from_party
        )
        return gettext("%(name)s for %(other)s") % {
            "name": self.by.name,
            "other": other,
        }
