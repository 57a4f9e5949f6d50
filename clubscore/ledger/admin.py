"""The books for the secretary: to search and to read; the rubbers write them, and pages of their own."""

from django.contrib import admin
from django.http import HttpRequest

from clubscore.ledger.models import ClubAccount, Posting, Transaction


class PostingInline(admin.TabularInline):
    model = Posting
    extra = 0
    can_delete = False


@admin.register(Transaction)
class TransactionAdmin(admin.ModelAdmin):
    list_display = ("posted_at", "season", "description", "unit", "reason", "edition", "reverses", "posted_by")
    list_filter = ("season", "game", "source", "unit", ("reverses", admin.EmptyFieldListFilter))
    search_fields = ("description", "reason", "postings__member__name", "postings__account__name")
    date_hierarchy = "posted_at"
    ordering = ("-posted_at", "-pk")
    list_select_related = ("posted_by", "reverses", "season")
    inlines = (PostingInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Transaction | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Transaction | None = None) -> bool:
        return False


@admin.register(ClubAccount)
class ClubAccountAdmin(admin.ModelAdmin):
    """The club's own accounts: another may be opened, such as one for prizes. Bookings go by the name: it stays."""

    ordering = ("name",)

    def has_change_permission(self, request: HttpRequest, obj: ClubAccount | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ClubAccount | None = None) -> bool:
        return False
