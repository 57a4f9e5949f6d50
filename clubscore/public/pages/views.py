"""The public pages. A page that the club has not chosen answers 404."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.ledger.models import Season
from clubscore.public.choices.queries import CurrentChoice, current_choice
from clubscore.public.pages import context, queries, sessions
from clubscore.public.pages.answers import answer
from clubscore.public.pages.evenings import evening_state, list_mark, listed_years
from clubscore.standings.duplicate.context import DUPLICATE
from clubscore.standings.queries import current_of
from scoring import SYSTEMS

View = Callable[..., HttpResponse]

REFRESH = 30  # seconds
KINDS = ("room", "evenings", "duplicate", "standings")


def where_chosen(kind: str) -> Callable[[View], View]:
    """A view decorator: everybody may see the page if the club has chosen this kind of page; else 404.

    `kind` is a field of PublicChoice, such as `room`, or `is_open`, which is true if anything is public. The view gets
    the club's choice.
    """

    def guard(view: View) -> View:
        @require_safe
        @login_not_required
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            current = current_choice()
            if not getattr(current.choice, kind):
                raise Http404
            return view(request, current, *args, **kwargs)

        return guarded

    return guard


@where_chosen("is_open")
def index(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """Redirect to the first page that is public; 404 if nothing is public."""
    kinds = [kind for kind in KINDS if getattr(current.choice, kind)]
    return redirect(f"public:{kinds[0]}")


@where_chosen("room")
def room(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The page of the tables tonight. It reloads itself without scripts, because the rubbers are in play."""
    now = timezone.now()
    choice = current.choice
    response = answer(
        request,
        lambda: context.room_page(choice, now),
        state=(current.mark, queries.room_mark(now)),
        now=now,
        is_indexed=choice.is_indexed,
    )
    response.headers["Refresh"] = str(REFRESH)
    return response


@where_chosen("evenings")
def evenings(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The page that lists the evenings of one year: the year in the address, else the newest."""
    now = timezone.now()
    choice = current.choice
    years = listed_years(now, with_sessions=choice.duplicate)
    year = _year(request, years)
    return answer(
        request,
        lambda: context.evenings_page(choice, years, year),
        state=(current.mark, list_mark(with_sessions=choice.duplicate), year),
        now=now,
        is_indexed=choice.is_indexed,
    )


def _year(request: HttpRequest, years: list[int]) -> int | None:
    """The year in the address, if it is one of `years`; else the first of `years`, or None if `years` is empty."""
    chosen = request.GET.get("year", "")
    for year in years:
        if str(year) == chosen:
            return year
    return years[0] if years else None


@where_chosen("evenings")
def evening(request: HttpRequest, current: CurrentChoice, day: str) -> HttpResponse:
    """The page of one evening: a table of the points of each player in each rubber, and the sessions of duplicate.

    It has the published sessions if the club has made duplicate public. 404 if nobody played.
    """
    now, choice = timezone.now(), current.choice
    state = evening_state(day_or_404(day), now, with_sessions=choice.duplicate)
    if not state.mark:
        raise Http404
    return answer(
        request,
        lambda: context.evening_page(choice, state, now),
        state=(current.mark, state.mark),
        now=now,
        is_indexed=choice.is_indexed,
    )


def day_or_404(text: str) -> date:
    """The date of a text such as 2026-11-21. Raises Http404 for other text, and for the years 1 and 9999."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    if text != day.isoformat() or not date.min.year < day.year < date.max.year:
        raise Http404
    return day


@where_chosen("duplicate")
def duplicate(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The page that lists the published sessions of duplicate of one year: the year in the address, else the newest."""
    now = timezone.now()
    choice, years = current.choice, sessions.session_years(now)
    year = _year(request, years)
    return answer(
        request,
        lambda: context.duplicate_page(choice, years, year),
        state=(current.mark, sessions.sessions_mark(), year),
        now=now,
        is_indexed=choice.is_indexed,
    )


@where_chosen("duplicate")
def session(request: HttpRequest, current: CurrentChoice, pk: int) -> HttpResponse:
    """The page of a session's results, as they were last published.

    It answers 404 if no results are published, or if the session is cancelled.
    """
    now, choice = timezone.now(), current.choice
    shown = get_object_or_404(Session.objects.current(), pk=pk)
    publication = newest_publication(pk)
    if publication is None:
        raise Http404
    return answer(
        request,
        lambda: context.session_page(choice, shown, publication, now),
        state=(
            current.mark,
            publication.pk,
            is_final(shown, publication, now),
            shown.is_friendly,
        ),
        now=now,
        is_indexed=choice.is_indexed,
    )


@where_chosen("standings")
def standings(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The page of the current season's standings; without a current season, a page that says that there are none."""
    now = timezone.now()
    season = current_of(queries.all_seasons(), now)
    if season is None:
        return answer(
            request,
            lambda: context.no_standings_page(current.choice),
            state=(current.mark,),
            now=now,
        )
    return _standings(request, current, season)


@where_chosen("standings")
def season(request: HttpRequest, current: CurrentChoice, slug: str) -> HttpResponse:
    return _standings(request, current, get_object_or_404(Season, slug=slug))


def _standings(
    request: HttpRequest, current: CurrentChoice, shown: Season
) -> HttpResponse:
    now = timezone.now()
    choice = current.choice
    game = request.GET.get("game", "")
    if game not in {*SYSTEMS, DUPLICATE}:
        game = ""
    return answer(
        request,
        lambda: context.standings_page(choice, shown, game, now),
        state=(current.mark, queries.standings_mark(shown, now), shown.slug, game),
        now=now,
        is_indexed=choice.is_indexed,
    )
