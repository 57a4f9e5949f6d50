"""Base classes for the admin pages of raw records."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin):
    """Admin pages of rows that only the club's own pages write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """Read-only table of the rows that belong to a row, fetched in one query with the rows in `names`."""

    extra = 0
    can_delete = False
    names: ClassVar[tuple[str, ...]] = ()  # the foreign keys to select_related

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*self.names)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReasonForm(ActionForm):
    """The choice of an action, with a reason for those that must give one in writing."""

    reason = forms.CharField(label="Reason:", max_length=200, required=False)
