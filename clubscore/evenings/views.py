"""The evenings, and one of them: players against rubbers."""

from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from clubscore.calendar import evening_of
from clubscore.duplicate.results.glance import sessions_of
from clubscore.evenings import queries
from clubscore.evenings.table import evening_table
from clubscore.members.http import MemberRequest
from clubscore.web.csv import csv_response
from clubscore.web.pagination import uncounted_page

PAGE_SIZE = 50  # evenings


@require_GET
def index(request: MemberRequest) -> HttpResponse:
    """The evenings of one year, the newest unless another is asked for."""
    years = queries.years_played()
    chosen = request.GET.get("year", "")
    last = evening_of(timezone.now()).year
    newest = next((year for year in years if year <= last), years[-1] if years else None)
    year = next((year for year in years if str(year) == chosen), newest)
    page = uncounted_page(queries.played_in(year) if year else (), request.GET.get("page"), PAGE_SIZE)
    return render(request, "evenings/evening_list.html", {"years": years, "year": year, "page": page})


@require_GET
def newest(request: MemberRequest) -> HttpResponse:
    """Leads to the newest evening; before the first, to the list."""
    day = queries.newest_played(timezone.now())
    return redirect("evenings:evening", day=day) if day else redirect("evenings:index")


@require_GET
def evening(request: MemberRequest, day: str) -> HttpResponse:
    shown = _day(day)
    rubbers = queries.rubbers_of(shown)
    context = {
        "day": shown,
        "matrix": queries.matrix_for(shown, rubbers),
        "sessions": sessions_of(shown),
        "in_play": [rubber for rubber in rubbers if not rubber.is_over],
        "before": queries.played_before(shown),
        "after": queries.played_after(shown),
    }
    return render(request, "evenings/evening_detail.html", context)


@require_GET
def evening_csv(request: MemberRequest, day: str) -> HttpResponse:
    """The same players in the same order as on the page."""
    shown = _day(day)
    header, rows = evening_table(queries.matrix_for(shown, queries.rubbers_of(shown)))
    return csv_response(f"evening-{shown:%Y-%m-%d}.csv", header, rows)


def _day(text: str) -> date:
    """Raises Http404 for what is no date such as 2026-11-21, or one at the ends of the calendar."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404("An evening is asked for by its date, such as 2026-11-21.") from error
    if text != day.isoformat() or not date.min.year < day.year < date.max.year:
        raise Http404("An evening is asked for by its date, such as 2026-11-21.")
    return day
