"""Admin pages on which the secretary looks at tables, renames them, and sets their house rules."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubscore.tables.models import Sitting, Table
from clubscore.tables.services import bump
from clubscore.web.office_admin import OfficeAdmin, ReadOnlyInline

GAME = {"system", "rules"}


class SittingInline(ReadOnlyInline):
    model = Sitting
    names = ("member",)
    fields = ("member", "seat", "arrived_at", "left_at")


class TableAdminForm(forms.ModelForm):
    def clean_name(self) -> str:
        """The name of the table. Raises ValidationError if another table in the room has this name.

        The constraint of the model asks about `closed_at`, which is not in the form, so Django does not check it here.
        """
        name: str = self.cleaned_data["name"]
        others = Table.objects.in_use().exclude(pk=self.instance.pk)
        if self.instance.closed_at is None and others.filter(name=name).exists():
            raise forms.ValidationError(
                _("Another table in the room has this name: choose another name.")
            )
        return name


@admin.register(Table)
class TableAdmin(OfficeAdmin):
    form = TableAdminForm
    list_display = (
        "name",
        "system",
        "is_playing",
        "opened_at",
        "opened_by",
        "closed_at",
    )
    list_filter = ("is_playing", "system", ("closed_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "sittings__member__name")
    list_select_related = ("opened_by",)
    date_hierarchy = "opened_at"
    ordering = ("-opened_at", "pk")
    readonly_fields = ("opened_at", "opened_by", "closed_at", "is_playing")
    inlines = (SittingInline,)

    def view_on_site(self, table: Table) -> str:
        return reverse("room:table", args=[table.pk])

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Always False: members open tables in the room, not here."""
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Table | None = None
    ) -> bool:
        return False

    def save_model(
        self, request: HttpRequest, table: Table, form: Any, change: bool
    ) -> None:
        """Save the changed columns, and increase the table's revision, so that live pages show the change at once.

        The game and its rules are saved together: else two pages open at the same time could mix the rules of two
        games.
        """
        changed = set(form.changed_data)
        if changed & GAME:
            changed |= GAME
        table.save(update_fields=changed)
        bump(table=table)
