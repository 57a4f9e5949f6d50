"""Settlements in the admin, which the secretary can search and read. Other pages make, pay and cancel them."""

from django.contrib import admin
from django.urls import reverse

from clubscore.settlements.models import PaymentEvent, Settlement, Transfer
from clubscore.web.office_admin import ReadOnlyAdmin


@admin.register(Settlement)
class SettlementAdmin(ReadOnlyAdmin):
    list_display = (
        "__str__",
        "unit",
        "frozen_at",
        "frozen_by",
        "cancelled_at",
        "cancelled_for",
    )
    list_filter = ("unit", ("cancelled_at", admin.EmptyFieldListFilter))
    date_hierarchy = "frozen_at"
    ordering = ("-pk",)
    list_select_related = ("frozen_by",)

    def view_on_site(self, settlement: Settlement) -> str:
        return reverse("settlements:detail", args=[settlement.pk])


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
    list_display = ("settlement", "number", "from_party", "to_party", "amount")
    search_fields = ("payer__name", "receiver__name")
    ordering = ("-settlement", "number")
    list_select_related = (
        "settlement",
        "payer",
        "payer_account",
        "receiver",
        "receiver_account",
    )

    def view_on_site(self, transfer: Transfer) -> str:
        return reverse("settlements:transfer", args=[transfer.pk])


@admin.register(PaymentEvent)
class PaymentEventAdmin(ReadOnlyAdmin):
    list_display = ("at", "transfer", "kind", "by", "for_another", "reason")
    list_filter = ("kind", "for_another")
    search_fields = ("by__name", "transfer__payer__name", "transfer__receiver__name")
    date_hierarchy = "at"
    ordering = ("-pk",)
    list_select_related = (
        "by",
        "transfer__payer",
        "transfer__payer_account",
        "transfer__receiver",
        "transfer__receiver_account",
    )

    def view_on_site(self, event: PaymentEvent) -> str:
        return reverse("settlements:transfer", args=[event.transfer_id])
