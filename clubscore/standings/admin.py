"""Published tables in the admin, which the secretary can search and read. Other pages open and close seasons."""

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from clubscore.ledger.models import Season
from clubscore.ledger.services import SeasonRefused
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.standings.models import DuplicateTerms, FinalPercentage, FinalRow, Terms
from clubscore.standings.seasons.services import close_season
from clubscore.web.office_admin import ReadOnlyAdmin, ReadOnlyInline


class TermsInline(ReadOnlyInline):
    model = Terms


class DuplicateTermsInline(ReadOnlyInline):
    model = DuplicateTerms


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ("name", "begins_on", "closed_at", "closed_by")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("closed_by",)
    search_fields = ("name",)
    ordering = ("-begins_on",)
    inlines = (TermsInline, DuplicateTermsInline)
    actions = ("close",)

    def view_on_site(self, season: Season) -> str:
        return reverse("standings:season", args=[season.slug])

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return (
            super().get_actions(request)
            if may_administer(cast(Member, request.user))
            else {}
        )

    @admin.action(description="Close selected seasons and publish their tables")
    def close(self, request: HttpRequest, seasons: QuerySet[Season]) -> None:
        """Close these seasons, the oldest first.

        For each season, a message says that it was closed, or why it was not.
        """
        for season in seasons.order_by("begins_on"):
            try:
                close_season(
                    season=season, by=cast(Member, request.user), now=timezone.now()
                )
            except SeasonRefused as refusal:
                self.message_user(request, str(refusal), messages.WARNING)
            else:
                self.message_user(
                    request,
                    f"{season.name} is closed, and its final table is published.",
                )


@admin.register(FinalRow)
class FinalRowAdmin(ReadOnlyAdmin):
    list_display = ("season", "game", "rank", "name", "rubbers", "won", "lost", "net")
    list_filter = ("season", "game")
    search_fields = ("name", "member__name")
    ordering = ("-season__begins_on", "game", "rank", "pk")
    list_select_related = ("season",)

    def view_on_site(self, row: FinalRow) -> str:
        return f"{reverse('standings:season', args=[row.season.slug])}?game={row.game}"


@admin.register(FinalPercentage)
class FinalPercentageAdmin(ReadOnlyAdmin):
    list_display = ("season", "rank", "name", "sessions", "counted", "percent")
    list_filter = ("season",)
    search_fields = ("name", "member__name")
    ordering = ("-season__begins_on", "rank", "pk")
    list_select_related = ("season",)

    def view_on_site(self, row: FinalPercentage) -> str:
        return f"{reverse('standings:season', args=[row.season.slug])}?game=duplicate"
