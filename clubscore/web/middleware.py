"""Middleware: security policy, caching, language, compression, and redirects to sign-in or to the page above."""

import logging
import re
import secrets
from collections.abc import Callable
from gzip import GzipFile
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from clubscore.languages.spoken import spoken

Handler = Callable[[HttpRequest], HttpResponseBase]

logger = logging.getLogger(__name__)

UNREADABLE = (
    BadRequest,
    SuspiciousOperation,
    MultiPartParserError,
    ValueError,
    LookupError,
)
LEAST_TO_COMPRESS = 1_000  # bytes: anything shorter fits into one packet
LEVEL = 4  # a third of the time of level 6, for a twentieth more bytes
MOST_PADDING = 100  # bytes


def content_security_policy(get_response: Handler) -> Handler:
    """Middleware that sends the security policy of the setting SECURE_CSP in the header Content-Security-Policy.

    SECURE_CSP is a setting of Django 6, whose own middleware will replace this one.
    """
    policy = "; ".join(
        f"{directive} {' '.join(sources)}"
        for directive, sources in settings.SECURE_CSP.items()
    )

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers["Content-Security-Policy"] = policy
        return response

    return answer


def keep_private(get_response: Handler) -> Handler:
    """Middleware that forbids proxies and browsers to store a page, unless its view has set Cache-Control.

    On a device that several members share, the Back button must not show another member's pages.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer


class LanguageOfReader:
    """Middleware that shows pages in the language that the member has chosen, else in the browser's language.

    Pages that are open without signing in are always in the browser's language, and do not read the member.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with translation.override(translation.get_language_from_request(request)):
            return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: Any,
        kwargs: Any,
    ) -> None:
        """Switch to the language that the member has chosen, unless the page is open without signing in."""
        if getattr(view, "login_required", True) and (
            chosen := spoken(getattr(request.user, "language", ""))
        ):
            translation.activate(chosen)


def compress_html(get_response: Handler) -> Handler:
    """Middleware that compresses pages and fragments by gzip, but no streams and no downloads (decision 0017)."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_html = response.headers.get("Content-Type", "").startswith("text/html")
        if not is_html or not isinstance(response, HttpResponse):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        accepts = re.search(r"\bgzip\b", request.headers.get("Accept-Encoding", ""))
        if (
            accepts
            and len(response.content) >= LEAST_TO_COMPRESS
            and "Content-Encoding" not in response.headers
        ):
            response.content = _gzipped(response.content)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Length"] = str(len(response.content))
        return response

    return answer


def _gzipped(html: bytes) -> bytes:
    """The page in gzip, with a file name of random length, so that the length reveals less of the content (BREACH)."""
    packed = BytesIO()
    padding = "x" * secrets.randbelow(MOST_PADDING + 1)
    with GzipFile(padding, "wb", compresslevel=LEVEL, fileobj=packed, mtime=0) as file:
        file.write(html)
    return packed.getvalue()


class SignInRequired(LoginRequiredMiddleware):
    """Django's LoginRequiredMiddleware, which does not read the session on pages that are open without signing in.

    It answers a request of htmx so that the browser opens the sign-in page, instead of putting it into a fragment.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        *args: Any,
    ) -> HttpResponseBase | None:
        """Return None, so that the view is called, for a view that is open to everybody; else ask Django's middleware.

        Django's middleware would read the session even for a view that is open to everybody.
        """
        if not getattr(view_func, "login_required", True):
            return None
        return super().process_view(request, view_func, *args)

    def handle_no_permission(  # type: ignore[override]  # the stubs know of no other answer than Django's own
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponseBase:
        htmx = request.htmx  # type: ignore[attr-defined]  # of django_htmx's middleware
        if not htmx:
            return super().handle_no_permission(request, view_func)
        page = urlsplit(htmx.current_url_abs_path or "/").path
        sign_in = redirect_to_login(
            page, self.get_login_url(view_func), self.get_redirect_field_name(view_func)
        ).url
        answer = HttpResponseClientRedirect(sign_in)
        # The status tells the entry form that its deal was not recorded.
        answer.status_code = HTTPStatus.UNAUTHORIZED
        return answer


def refuse_unreadable(get_response: Handler) -> Handler:
    """Middleware that answers 400 to a form, a query or an address from htmx that cannot be parsed.

    Otherwise the code that reads it would fail, and the error page would, too.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            urlsplit(request.headers.get("HX-Current-URL", ""))
            request.GET, request.POST  # noqa: B018 - parsed once, at the first look
        except UNREADABLE as error:
            logger.info(
                "%s %s could not be read: %r",
                request.method,
                ascii(request.path_info),
                str(error),
            )
            return HttpResponse(
                render_to_string("400.html"), status=HTTPStatus.BAD_REQUEST
            )
        return get_response(request)

    return answer


def redirect_to_page_above(get_response: Handler) -> Handler:
    """Middleware that redirects a GET of a POST-only address to the page above: /tables/3/rubbers/ to /tables/3/.

    The page above is the nearest that can be shown. Such requests come from signing in again after a form was sent
    without a session, and from reloading the response to a form.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if (
            request.method == "GET"
            and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
        ):
            return redirect(_above(request.path_info))
        return response

    return answer


def _above(path: str) -> str:
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        break
    return path
