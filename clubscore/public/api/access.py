"""Access to the API: each request needs a token, the requests of a minute are limited, and there are no cookies."""

import re
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.public.api.rate import MOST, rate
from clubscore.public.api.services import note_use
from clubscore.public.choices.queries import CurrentChoice, current_choice
from clubscore.public.models import ApiToken, PublicChoice
from clubscore.public.naming import Naming
from clubscore.public.pages.answers import FOR_ONE, in_language_asked
from clubscore.public.tokens import digest_of

View = Callable[..., HttpResponse]
_BEARER = re.compile(r"Bearer ([\w-]{20,100})", re.IGNORECASE | re.ASCII)


def for_programs(view: View) -> View:
    """A view decorator: it answers 401 without a valid token, and 429 after too many requests with the same token.

    The view gets the club's choice of what is public; members are named as the token allows. Names and sentences for
    people are in the language of `?language=` or of the header `Accept-Language`.
    """

    @require_safe
    @login_not_required
    @in_language_asked
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = _answered(view, request, *args, **kwargs)
        response.headers["Cache-Control"] = FOR_ONE
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        return response

    return guarded


def _answered(
    view: View, request: HttpRequest, *args: Any, **kwargs: Any
) -> HttpResponse:
    token = _token_of(request)
    if token is None:
        refused = _error(
            HTTPStatus.UNAUTHORIZED,
            _("Send the header “Authorization: Bearer …” with a token of the club."),
        )
        refused.headers["WWW-Authenticate"] = 'Bearer realm="Clubscore"'
        return refused
    if wait := rate.wait(token.pk):
        words = _("At most %(most)s requests a minute: wait %(wait)s seconds.") % {
            "most": MOST,
            "wait": wait,
        }
        refused = _error(HTTPStatus.TOO_MANY_REQUESTS, words)
        refused.headers["Retry-After"] = str(wait)
        return refused
    note_use(token=token, now=timezone.now())
    try:
        return view(request, _choice_for(token), *args, **kwargs)
    except Http404:
        return _error(HTTPStatus.NOT_FOUND, _("There is none such."))


def _token_of(request: HttpRequest) -> ApiToken | None:
    bearer = _BEARER.fullmatch(request.headers.get("Authorization", ""))
    if bearer is None:
        return None
    return ApiToken.objects.filter(digest=digest_of(bearer[1]), revoked_at=None).first()


def _choice_for(token: ApiToken) -> CurrentChoice:
    """The choice of what a program with this token sees: the form of the names, and whether rubbers in play are shown.

    If the token has full names, the names are full; else they have the form that the club has chosen for the public.
    Rubbers in play are shown if the club shows them to the public, and boards if the club has chosen them for programs.
    The club need not have public pages, because it
    has given the program access by making the token.
    """
    current = current_choice()
    naming = Naming.FULL if token.has_full_names else Naming(current.choice.naming)
    choice = PublicChoice(
        naming=naming,
        shows_play=current.choice.shows_play,
        boards=current.choice.boards,
    )
    return CurrentChoice(choice, f"{current.mark} {naming}")


def _error(status: HTTPStatus, words: str) -> JsonResponse:
    return JsonResponse(
        {"error": words}, status=status, json_dumps_params={"ensure_ascii": False}
    )
