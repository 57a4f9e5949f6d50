"""Refusal of truncated forms: every form ends with its CSRF token, and a form without that end is refused.

A truncated form may look complete: a deal without its honours, a member number without its last digit.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import CSRF_TOKEN_LENGTH
from django.shortcuts import render
from django.utils.log import log_response

TOKEN = "csrfmiddlewaretoken"


class WholeForms:
    """Middleware that refuses a form that does not end with its CSRF token.

    It comes before Django's CsrfViewMiddleware, which compares the token. A token in the header X-CSRFToken says
    nothing about the body, so it is not enough.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponse | None:
        # Django's mark of a test client.
        is_checked = not getattr(request, "_dont_enforce_csrf_checks", False)
        if request.method != "POST" or not is_checked or ends_with_token(request):
            return None
        answer = render(request, "form_cut_off.html", status=HTTPStatus.BAD_REQUEST)
        log_response(
            "A form without its end: %s", request.path, response=answer, request=request
        )
        return answer


def ends_with_token(request: HttpRequest) -> bool:
    """True if the last field of the form is a token of full length.

    In a form with files, the last field that is not a file counts, because Django keeps files separately.
    """
    if request.content_type == "application/x-www-form-urlencoded":
        name, _, token = (
            request.body.decode("latin-1").rpartition("&")[2].partition("=")
        )
    else:
        name = next(reversed(list(request.POST)), "")
        token = request.POST.get(TOKEN, "")
    return name == TOKEN and len(token) == CSRF_TOKEN_LENGTH
