"""Pages for the list of evenings, and for one evening with players against rubbers."""

from collections.abc import Sequence
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
    """The page that lists the evenings of one year: the year of `?year=`, or without a valid year the newest."""
    years = queries.years_played()
    chosen = request.GET.get("year", "")
    known = {str(year): year for year in years}
    year = known.get(chosen) or _newest(years)
    evenings = queries.played_in(year) if year else ()
    page = uncounted_page(evenings, request.GET.get("page"), PAGE_SIZE)
    return render(
        request,
        "evenings/evening_list.html",
        {"years": years, "year": year, "page": page},
    )


def _newest(years: Sequence[int]) -> int | None:
    """The newest of these years that has begun; if none has begun, the earliest; None without years."""
    if not years:
        return None
    this_year = evening_of(timezone.now()).year
    return next((year for year in years if year <= this_year), years[-1])


@require_GET
def newest(request: MemberRequest) -> HttpResponse:
    """Redirect to the newest evening, or to the list if there is no evening."""
    day = queries.newest_played(timezone.now())
    if day is None:
        return redirect("evenings:index")
    return redirect("evenings:evening", day=day)


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
    """The matrix of the evening as a CSV file, in the order of the page."""
    shown = _day(day)
    matrix = queries.matrix_for(shown, queries.rubbers_of(shown))
    header, rows = evening_table(matrix)
    return csv_response(f"evening-{shown:%Y-%m-%d}.csv", header, rows)


def _day(text: str) -> date:
    """The date in an address such as 2026-11-21.

    Raises Http404 for other texts, and for the first and the last year of the calendar.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404(
            "An evening is asked for by its date, such as 2026-11-21."
        ) from error
    if text != day.isoformat() or not date.min.year < day.year < date.max.year:
        raise Http404("An evening is asked for by its date, such as 2026-11-21.")
    return day
