"""Answers that browsers and proxies may keep, as long as their ETag is valid.

The content of an answer is made once for all its readers.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language, override

from clubscore import __version__
from clubscore.languages.spoken import spoken

FOR_ALL = "public, max-age=30"
FOR_ONE = "private, no-cache"  # of a link that may be taken back at any moment
EVERY = timedelta(minutes=5)
MOST = 64  # answers kept in a process, of some tens of kilobytes each

HTML = "text/html; charset=utf-8"
JSON = "application/json"

# The answers of this process by their ETags, shared by its threads. For one too many, the one read longest ago goes.
drawn = LocMemCache(
    "public answers",
    {"TIMEOUT": None, "OPTIONS": {"MAX_ENTRIES": MOST, "CULL_FREQUENCY": MOST}},
)


def etag_of(request: HttpRequest, state: Sequence[object], now: datetime) -> str:
    """An ETag of the host and path, the reader's language, and the values of `state`, on which the answer depends.

    The ETag changes at least once in the time EVERY. So a change that `state` does not show, such as a member's new
    name, is seen after that time at the latest.
    """
    # A template may have been edited since.
    length = timedelta.resolution if settings.DEBUG else EVERY
    part = int(now.timestamp() // length.total_seconds())
    whole = "\n".join(
        map(
            str,
            (
                __version__,
                request.get_host(),
                request.path,
                get_language(),
                part,
                *state,
            ),
        )
    )
    return f'W/"{sha256(whole.encode()).hexdigest()[:32]}"'


def in_language_asked(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view decorator for files: the file is in the language of `?language=` if the pages have that language.

    The header `Content-Language` names the file's language.

    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with override(spoken(request.GET.get("language", "")) or get_language()):
            response = view(request, *args, **kwargs)
            response.headers.setdefault("Content-Language", get_language())
        return response

    return guarded


def answer(
    request: HttpRequest,
    draw: Callable[[], str],
    *,
    state: Sequence[object],
    now: datetime,
    content_type: str = HTML,
    cache_control: str = FOR_ALL,
    is_indexed: bool = False,
) -> HttpResponse:
    """A response with the content that `draw` returns; 304 if the browser has the content in this state already.

    `state` are the values on which the content depends. No cookie is read or set. The content is in the browser's
    language, and the header `Vary` says so to caches. Search engines may list the page only if `is_indexed` is true.
    """
    etag = etag_of(request, state, now)
    found = get_conditional_response(request, etag=etag)
    response = found or HttpResponse(
        drawn.get_or_set(etag, lambda: draw().encode()), content_type=content_type
    )
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = cache_control
    patch_vary_headers(response, ["Accept-Language"])
    if not is_indexed:
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
