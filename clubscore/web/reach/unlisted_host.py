"""The page under an address that is not in ALLOWED_HOSTS. It tells the person at the computer what to set.

Anybody may see this page, so it shows nothing but the typed address.
"""

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.views.defaults import bad_request

LONGEST = 253  # characters: no name is longer


def answer_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request, or a request for a host that is not allowed (handler400)."""
    host = _typed(request) if isinstance(exception, DisallowedHost) else ""
    if not host:
        return bad_request(request, exception)
    return HttpResponse(
        render_to_string("unlisted_host.html", {"host": host}), status=400
    )


def _typed(request: HttpRequest) -> str:
    """The host of the request in the form for ALLOWED_HOSTS; "" for a host that is not valid there."""
    host, _ = split_domain_port(request.META.get("HTTP_HOST", ""))
    return host if len(host) <= LONGEST and not host.startswith(".") else ""
