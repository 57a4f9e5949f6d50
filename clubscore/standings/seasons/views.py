"""The pages of a season's standings and their CSV, and the pages on which admins open and close seasons."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.calendar import day_words, evening_of
from clubscore.ledger.models import Season
from clubscore.ledger.services import SeasonRefused
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import (
    admin_required,
    admin_required_to_write,
    may_administer,
)
from clubscore.standings import queries
from clubscore.standings.duplicate.context import (
    DUPLICATE,
    duplicate_context,
    percent_view,
)
from clubscore.standings.duplicate.csv_table import percent_table
from clubscore.standings.rating.services import work_in_ratings
from clubscore.standings.seasons import services
from clubscore.standings.seasons.context import (
    all_games_of,
    closing_context,
    game_tabs,
    is_of_duplicate,
    standings_context,
    view_of,
)
from clubscore.standings.seasons.csv_table import season_table, seasons_table
from clubscore.standings.seasons.forms import SeasonForm, TermsForm
from clubscore.web.csv import csv_response
from clubscore.web.forms.http import form_page, posted_data


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """The standings of the current season."""
    now = timezone.now()
    current = queries.current_season(now)
    if current is None:
        return render(request, "standings/standings_empty.html")
    return _standings(request, current)


@require_GET
def season(request: MemberRequest, slug: str) -> HttpResponse:
    return _standings(request, get_object_or_404(Season, slug=slug))


def _standings(request: MemberRequest, shown: Season) -> HttpResponse:
    games = all_games_of(shown)
    now = timezone.now()
    if is_of_duplicate(request.GET, games):
        context = duplicate_context(shown, request.GET, now, games=game_tabs(games))
        return render(request, "standings/standings_duplicate.html", context)
    behind = work_in_ratings()
    context = standings_context(shown, request.GET, now, games, request.user) | {
        "ratings_are_behind": behind
    }
    return render(request, "standings/standings_season.html", context)


@require_GET
def season_csv(request: MemberRequest, slug: str) -> HttpResponse:
    """Download as CSV the table that the page of the standings shows, in the order of the page."""
    shown = get_object_or_404(Season, slug=slug)
    name = f"standings-{shown.slug}"
    now = timezone.now()
    if is_of_duplicate(request.GET, all_games_of(shown)):
        header, rows = percent_table(shown, percent_view(shown, request.GET), now)
        return csv_response(f"{name}-{DUPLICATE}.csv", header, rows)
    work_in_ratings()
    header, rows = season_table(shown, view_of(shown, request.GET), now)
    return csv_response(f"{name}.csv", header, rows)


@require_GET
def worked_out(request: MemberRequest) -> HttpResponse:
    return render(request, "standings/standings_explained.html")


@require_GET
def seasons_csv(request: MemberRequest) -> HttpResponse:
    return csv_response("seasons.csv", *seasons_table())


@require_http_methods(["GET", "POST"])
@admin_required_to_write
def seasons(request: MemberRequest) -> HttpResponse:
    """GET shows all seasons. An admin opens a new season by POST."""
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            opened = services.open_season(
                **form.cleaned_data, admin=request.user, now=timezone.now()
            )
        except SeasonRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            words = {"season": opened.name, "day": day_words(opened.begins_on)}
            messages.success(request, _("%(season)s is open from %(day)s.") % words)
            return redirect(f"{request.path}#main")  # not down at the form
    context = {
        "seasons": Season.objects.order_by("-begins_on"),
        "form": form,
        "today": evening_of(timezone.now()),
        "may_close": request.user.opens_the_office and may_administer(request.user),
    }
    return form_page(request, "standings/season_list.html", context, form)


@require_http_methods(["GET", "POST"])
@admin_required
def terms(request: MemberRequest, slug: str) -> HttpResponse:
    """The page on which an admin changes the terms by which the season is ranked."""
    shown = get_object_or_404(Season, slug=slug)
    now = queries.terms_of(shown)
    data = posted_data(request)
    form = TermsForm(
        data,
        initial={
            "by": now.by,
            "least": now.least,
            "guests": now.guests,
            "best": now.best,
        },
    )
    if request.method == "POST" and form.is_valid():
        try:
            services.change_terms(
                season=shown,
                **form.cleaned_data,
                admin=request.user,
                now=timezone.now(),
            )
        except SeasonRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("standings:season", slug=slug)
    return form_page(
        request, "standings/season_terms.html", {"season": shown, "form": form}, form
    )


@require_http_methods(["GET", "POST"])
@admin_required
def closing(request: MemberRequest, slug: str) -> HttpResponse:
    """GET shows the effects of closing the season. POST closes it and publishes its final tables."""
    shown = get_object_or_404(Season, slug=slug)
    if request.method == "POST":
        try:
            services.close_season(season=shown, by=request.user, now=timezone.now())
        except SeasonRefused as refusal:
            messages.error(request, str(refusal))
            return redirect("standings:closing", slug=slug)
        messages.success(
            request,
            _("%(season)s is closed, and this is its final table.")
            % {"season": shown.name},
        )
        return redirect("standings:season", slug=slug)
    return render(
        request, "standings/season_closing.html", closing_context(shown, timezone.now())
    )
