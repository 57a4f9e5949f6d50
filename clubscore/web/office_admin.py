"""What the pages of the raw records share."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that are written by the pages only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """The rows that belong to a row, in one query with what they name."""

    extra = 0
    can_delete = False
    names: ClassVar[tuple[str, ...]] = ()  # what each row names, read with it

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*self.names)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReasonForm(ActionForm):
    """Beside the choice of an action: why it is done, for those that need a reason in writing."""

    reason = forms.CharField(label="Reason:", max_length=200, required=False)
