"""The books in the admin, which the secretary can search and read. Other pages write them."""

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from clubscore.ledger.models import OF_A_RUBBER, ClubAccount, Posting, Transaction
from clubscore.web.office_admin import ReadOnlyAdmin, ReadOnlyInline


class PostingInline(ReadOnlyInline):
    model = Posting
    names = ("member", "account")


@admin.register(Transaction)
class TransactionAdmin(ReadOnlyAdmin):
    list_display = (
        "posted_at",
        "season",
        "description",
        "unit",
        "reason",
        "edition",
        "reverses",
        "posted_by",
    )
    # No date hierarchy: it looks at the date of every row that was ever booked.
    list_filter = (
        "posted_at",
        "season",
        "game",
        "source",
        "unit",
        ("reverses", admin.EmptyFieldListFilter),
    )
    search_fields = (
        "description",
        "reason",
        "postings__member__name",
        "postings__account__name",
    )
    ordering = ("-posted_at", "-pk")
    list_select_related = ("posted_by", "reverses", "season")
    inlines = (PostingInline,)

    def view_on_site(self, transaction: Transaction) -> str:
        if transaction.source in OF_A_RUBBER:
            return reverse("rubbers:detail", args=[transaction.source_id])
        return reverse("ledger:index")


@admin.register(ClubAccount)
class ClubAccountAdmin(admin.ModelAdmin):
    """The club's own accounts. An admin may open more, such as an account for prizes, but not rename or delete any."""

    ordering = ("name",)

    def view_on_site(self, account: ClubAccount) -> str:
        return reverse("ledger:index")

    def has_change_permission(
        self, request: HttpRequest, obj: ClubAccount | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: ClubAccount | None = None
    ) -> bool:
        return False
