"""Rubbers for the secretary: to find and to read; they are written at the tables."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from clubscore.rubbers.models import Deal, House, Rubber, RubberSeat


class ReadOnlyInline(admin.TabularInline):
    extra = 0
    can_delete = False


class RubberSeatInline(ReadOnlyInline):
    model = RubberSeat


class DealInline(ReadOnlyInline):
    model = Deal
    fields = ("number", "version", "facts", "is_struck", "recorded_by", "recorded_at", "reason")
    readonly_fields = ("facts",)
    ordering = ("number", "version")


@admin.register(Rubber)
class RubberAdmin(admin.ModelAdmin):
    list_display = ("pk", "table", "system", "started_at", "started_by", "ended_at", "ending")
    list_filter = ("system", "ending", ("ended_at", admin.EmptyFieldListFilter))
    search_fields = ("table__name", "seats__member__name")
    list_select_related = ("table", "started_by")
    date_hierarchy = "started_at"
    ordering = ("-started_at", "-pk")
    inlines = (RubberSeatInline, DealInline)

    def view_on_site(self, rubber: Rubber) -> str:
        return f"/rubbers/{rubber.pk}/"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Rubber | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Rubber | None = None) -> bool:
        return False


@admin.register(House)
class HouseAdmin(admin.ModelAdmin):
    """The club's own choices: one row, pinned into each rubber when it begins."""

    fieldsets = (
        ("Agreement", {"fields": ("agreed_by", "agreed_after")}),
        ("What is posted", {"fields": ("rounding", "wash_out_below")}),
        ("Playing for money", {"fields": ("stake", "table_money")}),
    )
    radio_fields: ClassVar = {"agreed_by": admin.VERTICAL, "rounding": admin.VERTICAL}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not House.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: House | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: House, form: Any, change: Any) -> None:
        obj.pk = 1
        super().save_model(request, obj, form, change)
