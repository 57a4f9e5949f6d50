"""What happens to every request and answer: the policy, the packing, and the way on for whoever may not or cannot."""

import re
import secrets
from collections.abc import Callable
from gzip import GzipFile
from http import HTTPStatus
from io import BytesIO
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

Handler = Callable[[HttpRequest], HttpResponseBase]

LEAST_TO_COMPRESS = 1_000  # bytes: less than that is one packet anyhow
LEVEL = 4  # a third of the time of level 6, for a twentieth more bytes
MOST_PADDING = 100  # bytes


def content_security_policy(get_response: Handler) -> Handler:
    """Send SECURE_CSP with every answer, written as in Django 6, which brings a middleware of its own for it."""
    policy = "; ".join(f"{directive} {' '.join(sources)}" for directive, sources in settings.SECURE_CSP.items())

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers["Content-Security-Policy"] = policy
        return response

    return answer


def keep_private(get_response: Handler) -> Handler:
    """Let browsers keep a page but ask for it again, and proxies not keep it, unless its view says otherwise."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answer


def compress_html(get_response: Handler) -> Handler:
    """Send pages and fragments gzipped; downloads and static files have their own way (decision 0017)."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_html = response.headers.get("Content-Type", "").startswith("text/html")
        if not is_html or not isinstance(response, HttpResponse):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        accepts = re.search(r"\bgzip\b", request.headers.get("Accept-Encoding", ""))
        if accepts and len(response.content) >= LEAST_TO_COMPRESS and "Content-Encoding" not in response.headers:
            response.content = _gzipped(response.content)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Length"] = str(len(response.content))
        return response

    return answer


def _gzipped(html: bytes) -> bytes:
    """With a file name of random length in its head, so that the length of the answer tells less of what is in it."""
    packed = BytesIO()
    padding = "x" * secrets.randbelow(MOST_PADDING + 1)
    with GzipFile(padding, "wb", compresslevel=LEVEL, fileobj=packed, mtime=0) as file:
        file.write(html)
    return packed.getvalue()


class SignInRequired(LoginRequiredMiddleware):
    """Django's, except that htmx is told to open the sign-in page instead of putting it into a fragment."""

    def handle_no_permission(  # type: ignore[override]  # the stubs know of no other answer than Django's own
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponseBase:
        htmx = request.htmx  # type: ignore[attr-defined]  # of django_htmx's middleware
        if not htmx:
            return super().handle_no_permission(request, view_func)
        page = urlsplit(htmx.current_url_abs_path or "/").path
        sign_in = redirect_to_login(page, self.get_login_url(view_func), self.get_redirect_field_name(view_func)).url
        answer = HttpResponseClientRedirect(sign_in)
        answer.status_code = HTTPStatus.UNAUTHORIZED  # so that an entry on its way knows that it was not recorded
        return answer


def lead_up_from_forms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Who opens an address that only takes a form comes to the page that it belongs to.

    That happens after signing in again, when the form was sent without a session, and by loading anew the answer to a
    form. The page is the nearest address above: of /tables/3/rubbers/ it is /tables/3/.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "GET" and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
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
