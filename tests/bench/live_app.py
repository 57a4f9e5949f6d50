"""The server that bench_live.py measures: the club's own server, with a bare stream and a form of one insert added.

`/bare/stream` sends its readers whatever is posted to `/bare/push`, and does nothing else. `/bench/insert/` writes one
row for the signed-in member. Answers say in X-Committed when their transaction was committed, by the clock of
`time.monotonic`, which all processes of a machine share.
"""

import asyncio
import threading
import time

from clubscore import asgi

# isort: split
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.http import require_POST

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Attempt

settings.LIVE_STREAMS_IN_ALL = 20_000
settings.ROOT_URLCONF = __name__

STREAM_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
]


@require_POST
def insert(request: HttpRequest) -> HttpResponse:
    with write_transaction():
        Attempt.objects.create(key=str(request.user.pk), at=timezone.now())
    return HttpResponse("written")


urlpatterns = [path("bench/insert/", insert), path("", include("clubscore.urls"))]

_last_commit = threading.local()
_commit = BaseDatabaseWrapper._commit


def _noted_commit(self):
    answer = _commit(self)
    _last_commit.at = time.monotonic()
    return answer


BaseDatabaseWrapper._commit = _noted_commit
_pages = asgi.pages.application


def _pages_that_say_when(environ, start_response):
    def started(status, headers, *rest):
        return start_response(
            status,
            [*headers, ("X-Committed", str(getattr(_last_commit, "at", 0)))],
            *rest,
        )

    return _pages(environ, started)


asgi.pages.application = _pages_that_say_when

_waiting: set[asyncio.Future[bytes]] = set()


async def application(scope, receive, send):
    if scope["type"] != "http" or not scope["path"].startswith("/bare/"):
        await asgi.application(scope, receive, send)
    elif scope["path"] == "/bare/push":
        event = (await receive())["body"]
        for future in _waiting:
            if not future.done():
                future.set_result(event)
        _waiting.clear()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})
    else:
        await _bare_stream(receive, send)


async def _bare_stream(receive, send):
    await send(
        {"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS}
    )
    await send(
        {
            "type": "http.response.body",
            "body": b"event: beat\ndata: 1\n\n",
            "more_body": True,
        }
    )
    sending = asyncio.create_task(_send_what_is_pushed(send))
    while (await receive())["type"] != "http.disconnect":
        pass
    sending.cancel()


async def _send_what_is_pushed(send):
    while True:
        future = asyncio.get_running_loop().create_future()
        _waiting.add(future)
        await send(
            {"type": "http.response.body", "body": await future, "more_body": True}
        )
