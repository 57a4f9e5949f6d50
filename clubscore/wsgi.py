"""The pages as a WSGI application; `clubscore.asgi` runs it in threads beside the event stream."""

import contextlib
import os
from typing import Any

import django
from django.conf import settings
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http.request import split_domain_port

from clubscore.own_addresses import is_own_address

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")


class PageRequest(WSGIRequest):
    """A request that can be made from any input. The middleware refuses a request that cannot be read."""

    def get_host(self) -> str:
        """The host of the request: an allowed host, or this computer's own IP number in a network.

        Raises DisallowedHost for any other host. Behind a proxy the proxy names the host, and only allowed hosts count.
        """
        try:
            return super().get_host()
        except DisallowedHost:
            host = self._get_raw_host()  # type: ignore[attr-defined]  # not in the stubs
            if settings.TRUSTED_PROXIES or not is_own_address(
                split_domain_port(host)[0], self.META["SERVER_NAME"]
            ):
                raise
            return host

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """Set the content type; Django's errors are ignored here.

        The errors are an unusable charset, such as `hex`, and an address with too many fields, which Django reads when
        it sets a charset. A page that reads such an address answers 400.
        """
        with contextlib.suppress(LookupError, ValueError, SuspiciousOperation):
            super()._set_content_type_params(meta)  # type: ignore[misc]  # not in the stubs


class PageHandler(WSGIHandler):
    request_class = PageRequest

    def get_response(self, request: Any) -> Any:
        """Return the response; note the request's route and member for `clubscore.server.observer`."""
        response = super().get_response(request)
        state = request.environ.get("clubscore.state", {})
        if request.resolver_match:
            state["route"] = request.resolver_match.view_name
        state["member"] = getattr(getattr(request, "session", None), "member_id", None)
        return response


django.setup(set_prefix=False)
application = PageHandler()
