"""Published tables for the secretary: to search and to read. Seasons are opened and closed on their own pages."""

from django.contrib import admin
from django.http import HttpRequest

from clubscore.ledger.models import Season
from clubscore.standings.models import FinalRow


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object | None = None) -> bool:
        return False


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ("name", "begins_on", "closed_at", "closed_by")
    ordering = ("-begins_on",)

    def view_on_site(self, season: Season) -> str:
        return f"/standings/{season.slug}/"


@admin.register(FinalRow)
class FinalRowAdmin(ReadOnlyAdmin):
    list_display = ("season", "game", "rank", "name", "rubbers", "won", "lost", "net")
    list_filter = ("season", "game")
    search_fields = ("name",)
    ordering = ("-season__begins_on", "game", "rank", "pk")
    list_select_related = ("season",)
