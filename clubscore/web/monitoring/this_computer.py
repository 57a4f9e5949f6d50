"""Requests that were made on the server's own computer: by a monitor, or by the health check of a container."""

from collections.abc import Callable
from ipaddress import ip_address

from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.urls import resolve

Handler = Callable[[HttpRequest], HttpResponseBase]

PATHS = frozenset({"/healthz", "/metrics"})
NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
OF_PROXIES = ("HTTP_X_FORWARDED", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


def is_from_this_computer(request: HttpRequest) -> bool:
    """True if the request comes from a loopback address, not through a proxy, and under a name of this computer.

    The check of the name keeps out other sites whose name was made to point here (DNS rebinding).
    """
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    domain, _ = split_domain_port(request.META.get("HTTP_HOST", ""))
    return (
        address.is_loopback
        and domain in NAMES
        and not any(name.startswith(OF_PROXIES) for name in request.META)
    )


def answer_this_computer(get_response: Handler) -> Handler:
    """Middleware that answers monitoring requests of this computer without the checks of ALLOWED_HOSTS and HTTPS."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path_info not in PATHS or not is_from_this_computer(request):
            return get_response(request)
        request.resolver_match = resolve(request.path_info)
        return request.resolver_match.func(request)

    return answer
