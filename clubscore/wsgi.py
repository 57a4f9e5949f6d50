"""The pages as a WSGI application; `clubscore.asgi` runs it in threads beside the event stream."""

import contextlib
import os
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")


class PageRequest(WSGIRequest):
    """A request that can be made whatever it says; the middleware refuses what it cannot read."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """Django fails here, where nothing catches it, for a charset in which no text is written, such as `hex`."""
        with contextlib.suppress(LookupError, ValueError):
            super()._set_content_type_params(meta)  # type: ignore[misc]  # not in the stubs


class PageHandler(WSGIHandler):
    request_class = PageRequest


django.setup(set_prefix=False)
application = PageHandler()
