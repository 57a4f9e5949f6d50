"""The way on for those who are signed out, and for those who open an address that only takes a form."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django_htmx.http import HttpResponseClientRedirect


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
