"""The ASGI end of one watcher: GET /live/<topic>/<id>/<view>, answered with server-sent events.

It runs beside Django, because Django keeps a thread, and after a query a database connection, for the time of a
response. So this module checks the host and the session, as the middleware does for pages. It never compresses.
"""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error as DatabaseError
from django.http.request import split_domain_port, validate_host

from clubscore.languages.spoken import spoken_or_own
from clubscore.live.feeds import FeedEnded, FeedKey, Watcher
from clubscore.live.frames import beat_event, retry_field
from clubscore.live.hub import DatabaseAway, hub
from clubscore.live.stream_limits import (
    LimitReached,
    StreamCounter,
    StreamLimits,
    limits,
)
from clubscore.live.topics import find_topic
from clubscore.own_addresses import is_own_address

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_PATH = re.compile(r"/live/([a-z-]+)/([0-9]{1,18})/([A-Za-z-]+)")
_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx must pass on every event at once
    (b"x-content-type-options", b"nosniff"),
]
# What Django allows under DEBUG when ALLOWED_HOSTS is empty.
_LOCAL_HOSTS = [
    ".localhost",
    "127.0.0.1",
    "[::1]",
]

counter = StreamCounter()


class StreamRefused(Exception):
    """The refusal to open a stream, with an HTTP status; the page polls and tries again later."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one watcher until the browser leaves, the thing is deleted, the lifetime is over or the server stops."""
    with ExitStack() as held:
        try:
            watcher = await _admit(scope, held)
        except StreamRefused as refused:
            await _refuse(refused.status, send)
        except (
            asyncio.CancelledError
        ):  # the server stops; a complete answer leaves it nothing to log
            await _refuse(HTTPStatus.SERVICE_UNAVAILABLE, send)
        else:
            await _serve(watcher, receive, send)


async def _admit(scope: Scope, held: ExitStack) -> Watcher:
    """The watcher that the request asks for. It is removed, and no longer counted, when the caller closes `held`.

    Raises StreamRefused if the request is not allowed, the thing does not exist, too many streams are open, or the
    database does not answer.
    """
    headers = _headers(scope)
    key = _key(scope, headers)
    scope.setdefault("state", {})["route"] = f"live:{key.topic}"
    try:
        member = await hub.authentication.member_of(headers.get("cookie", ""))
        if member is None:
            raise StreamRefused(HTTPStatus.FORBIDDEN)
        scope.setdefault("state", {})["member"] = member
        held.enter_context(counter.count(member, limits()))
        watcher = await hub.join(key, _seen(scope, headers))
    except FeedEnded:
        raise StreamRefused(HTTPStatus.NOT_FOUND) from None
    except (LimitReached, DatabaseAway, DatabaseError):
        raise StreamRefused(HTTPStatus.SERVICE_UNAVAILABLE) from None
    held.callback(hub.leave, watcher)
    return watcher


def _headers(scope: Scope) -> dict[str, str]:
    return {
        name.decode("latin-1"): value.decode("latin-1")
        for name, value in scope["headers"]
    }


def _key(scope: Scope, headers: dict[str, str]) -> FeedKey:
    """The key of the feed that the request wants to watch.

    Raises StreamRefused if the host, method or address is not allowed, or if too many streams are open.
    """
    domain, _ = split_domain_port(headers.get("host", ""))
    hosts = settings.ALLOWED_HOSTS or (_LOCAL_HOSTS if settings.DEBUG else [])
    arrived_at, _ = scope.get("server") or ("", None)
    is_own = not settings.TRUSTED_PROXIES and is_own_address(domain, arrived_at)
    if not domain or not (validate_host(domain, hosts) or is_own):
        raise StreamRefused(HTTPStatus.BAD_REQUEST)
    if scope["method"] != "GET":
        raise StreamRefused(HTTPStatus.METHOD_NOT_ALLOWED)
    path = _PATH.fullmatch(scope["path"])
    if path is None or find_topic(path[1], path[3]) is None:
        raise StreamRefused(HTTPStatus.NOT_FOUND)
    # Before the session is looked up, which costs more than a refusal.
    if counter.total >= limits().total:
        raise StreamRefused(HTTPStatus.SERVICE_UNAVAILABLE)
    return FeedKey(
        path[1], int(path[2]), path[3], spoken_or_own(_asked(scope, "language") or "")
    )


def _seen(scope: Scope, headers: dict[str, str]) -> str | None:
    """The revision that the browser shows; None if the request does not say.

    It is the header Last-Event-ID if the browser reconnects by itself, else the parameter `revision` of the address.
    """
    if "last-event-id" in headers:
        return headers["last-event-id"].encode("latin-1").decode(errors="replace")
    return _asked(scope, "revision")


def _asked(scope: Scope, name: str) -> str | None:
    """The parameter of the address with this name; None if it is missing."""
    return parse_qs(scope["query_string"].decode("latin-1")).get(name, [None])[0]


async def _serve(watcher: Watcher, receive: Receive, send: Send) -> None:
    limit = limits()
    parting = asyncio.create_task(_wait_for_parting(receive, watcher))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await _send_part(retry_field() + beat_event(limit.beat), send)
        await _send_frames(watcher, limit, send)
        await send({"type": "http.response.body", "body": b""})
    except asyncio.CancelledError:
        pass  # the server stops, and has waited long enough for a browser that reads nothing
    finally:
        parting.cancel()


async def _wait_for_parting(receive: Receive, watcher: Watcher) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.end()


async def _send_frames(watcher: Watcher, limit: StreamLimits, send: Send) -> None:
    """Send the frames of the watcher as they come, and beats, until the feed or the lifetime of the stream ends.

    Sending an event waits until the browser has read the earlier events.
    """
    loop = asyncio.get_running_loop()
    # Random, or those who came back together after a restart would do so for ever.
    ends_at = loop.time() + limit.lifetime * random.uniform(0.9, 1)
    while (left := ends_at - loop.time()) > 0:
        # One timer a beat, not one a frame. Random, because ten thousand beats at once would hold up everything else.
        timer = loop.call_later(
            min(left, limit.beat * random.uniform(0.9, 1)), watcher.beat
        )
        try:
            while frame := await watcher.next_frame():
                await _send_part(frame.event, send)
        except (
            FeedEnded,
            asyncio.CancelledError,
        ):  # cancelled: the server stops, and the stream is closed in good order
            return
        finally:
            timer.cancel()
        await _send_part(beat_event(limit.beat), send)


async def _send_part(body: bytes, send: Send) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _refuse(status: HTTPStatus, send: Send) -> None:
    body = status.phrase.encode()
    headers = [
        (b"content-type", b"text/plain"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
