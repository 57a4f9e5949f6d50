"""The API, version 1 (docs/api.md), and the admins' page of its tokens."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.ledger.models import Season
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import admin_required
from clubscore.public.api import documents, services
from clubscore.public.api.access import for_programs
from clubscore.public.api.forms import TokenForm
from clubscore.public.api.frame import Document
from clubscore.public.api.session_documents import (
    session_document,
    session_state,
    sessions_document,
)
from clubscore.public.choices.queries import CurrentChoice
from clubscore.public.models import ApiToken
from clubscore.public.pages import queries
from clubscore.public.pages.answers import FOR_ONE, JSON, answer
from clubscore.public.pages.evenings import (
    evening_state,
    list_mark,
    listed_evenings,
    listed_years,
)
from clubscore.public.pages.sessions import (
    publications_in,
    session_years,
    sessions_mark,
)
from clubscore.public.pages.views import day_or_404
from clubscore.public.tokens import open_tokens
from clubscore.standings.duplicate.context import DUPLICATE
from clubscore.web.forms.http import form_page
from scoring import SYSTEMS


def _answer(
    request: HttpRequest,
    state: Sequence[object],
    now: datetime,
    document: Callable[[], Document],
) -> HttpResponse:
    return answer(
        request,
        lambda: json.dumps(document(), ensure_ascii=False),
        state=state,
        now=now,
        content_type=JSON,
        cache_control=FOR_ONE,
    )


@for_programs
def room(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The JSON of the tables tonight."""
    now = timezone.now()
    state = (current.mark, queries.room_mark(now))
    return _answer(
        request, state, now, lambda: documents.room_document(current.choice, now)
    )


@for_programs
def evenings(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The JSON of the evenings of one year: the year of `?year=`, else the newest."""
    now = timezone.now()
    years = listed_years(now, with_sessions=True)
    year = _year(request, years)
    state = (current.mark, list_mark(with_sessions=True), year)

    def document() -> Document:
        listed = listed_evenings(year, with_sessions=True)
        return documents.evenings_document(year, years, listed)

    return _answer(request, state, now, document)


def _year(request: HttpRequest, years: list[int]) -> int | None:
    """The year of `?year=`; if the address has no year, the first of `years`, or None if `years` is empty.

    Raises Http404 if `?year=` is not in `years`.
    """
    chosen = request.GET.get("year", "")
    if not chosen:
        return years[0] if years else None
    if chosen not in map(str, years):
        raise Http404
    return int(chosen)


@for_programs
def evening(request: HttpRequest, current: CurrentChoice, day: str) -> HttpResponse:
    """The JSON of one evening: its finished rubbers, and the points of each player in them. 404 if nobody played."""
    now = timezone.now()
    state = evening_state(day_or_404(day), now, with_sessions=True)
    if not state.mark:
        raise Http404

    def document() -> Document:
        return documents.evening_document(current.choice, state, now)

    return _answer(request, (current.mark, state.mark), now, document)


@for_programs
def sessions(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The JSON of the published sessions of one year: the year of `?year=`, else the newest."""
    now = timezone.now()
    years = session_years(now)
    year = _year(request, years)
    publications = publications_in(year)
    marks = [
        f"{publication.pk} {is_final(publication.session, publication, now)}"
        for publication in publications
    ]
    state = (current.mark, sessions_mark(), year, *marks)

    def document() -> Document:
        return sessions_document(year, years, publications, now)

    return _answer(request, state, now, document)


@for_programs
def session(request: HttpRequest, current: CurrentChoice, pk: int) -> HttpResponse:
    """The JSON of a session's results as they were last published. 404 for a session without published results."""
    now = timezone.now()
    shown = get_object_or_404(Session.objects.current(), pk=pk)
    publication = newest_publication(pk)
    if publication is None:
        raise Http404
    publication.session = shown
    state = (current.mark, *session_state(current.choice, publication, now))

    def document() -> Document:
        return session_document(current.choice, publication, now)

    return _answer(request, state, now, document)


@for_programs
def seasons(request: HttpRequest, current: CurrentChoice) -> HttpResponse:
    """The JSON of all seasons, newest first."""
    seasons = queries.all_seasons()
    marks = [f"{season.pk} {season.closed_at}" for season in seasons]
    state = (current.mark, *marks)
    return _answer(
        request, state, timezone.now(), lambda: documents.seasons_document(seasons)
    )


@for_programs
def standings(request: HttpRequest, current: CurrentChoice, slug: str) -> HttpResponse:
    """The JSON of the standings of a season in the game of `?game=`, else in the season's first game.

    Raises Http404 for an unknown season or game.
    """
    season = get_object_or_404(Season, slug=slug)
    game = request.GET.get("game", "")
    if game and game not in {*SYSTEMS, DUPLICATE}:
        raise Http404
    now = timezone.now()
    state = (current.mark, queries.standings_mark(season, now), game)

    def document() -> Document:
        return documents.standings_document(current.choice, season, game, now)

    return _answer(request, state, now, document)


# --- for admins ---


@require_http_methods(["GET", "POST"])
@admin_required
def tokens(request: MemberRequest) -> HttpResponse:
    """GET shows the valid tokens. POST makes a token; its answer is the only page that ever shows the secret."""
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        secret = services.make_token(
            **form.cleaned_data, by=request.user, now=timezone.now()
        )
        form = TokenForm()
    context = {"form": form, "secret": secret, "tokens": open_tokens()}
    return form_page(request, "public/token_list.html", context, form)


@require_POST
@admin_required
def token_revocation(request: MemberRequest, pk: int) -> HttpResponse:
    """Revoke the token with this id, and redirect to the list of tokens."""
    token = get_object_or_404(ApiToken, pk=pk)
    services.revoke_token(token=token, by=request.user, now=timezone.now())
    messages.success(
        request,
        _("The token of %(token)s opens nothing any more.") % {"token": token.name},
    )
    return redirect("public:tokens")
