"""Base classes for the admin pages of raw records."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME, ActionForm
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest
from django.db import DataError
from django.db.models import QuerySet
from django.http import HttpRequest

LONGEST_ID = len(str(2**63 - 1))  # digits: of a 64-bit column
MOST_SEARCHED = 200  # characters


class OfficeAdmin(admin.ModelAdmin):
    """The base class of the admin pages. It refuses malformed requests, which no page sends, without a traceback."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows that a search finds, and True if a row may be among them twice.

        Only the first MOST_SEARCHED characters of the search term are used, to limit the query.
        """
        return super().get_search_results(
            request, queryset, search_term[:MOST_SEARCHED]
        )

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The list of rows. Raises IncorrectLookupParameters for a filter by a number too large for its column."""
        try:
            return super().get_changelist_instance(request)
        except (OverflowError, DataError) as error:
            raise IncorrectLookupParameters(error) from error

    def response_action(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        """Run an action on the chosen rows, and return its response, or None if no action was run.

        Raises BadRequest for ids that no row can have.
        """
        for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME):
            if not (chosen.isascii() and chosen.isdigit() and len(chosen) < LONGEST_ID):
                raise BadRequest(f"No row has the id {chosen[:LONGEST_ID]}.")
        return super().response_action(request, *args, **options)


class ReadOnlyAdmin(OfficeAdmin):
    """Base of read-only admin pages, for rows that only the club's own pages write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """A read-only table, in an admin page, of the rows that belong to its record.

    One query fetches them and the rows to which their foreign keys in `names` point.
    """

    extra = 0
    can_delete = False
    names: ClassVar[tuple[str, ...]] = ()  # the foreign keys to select_related

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*self.names)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ActionReasonForm(ActionForm):
    """The form that chooses an action, with a field for the reason that some actions need."""

    reason = forms.CharField(label="Reason:", max_length=200, required=False)
