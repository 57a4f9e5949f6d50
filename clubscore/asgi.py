"""The one entry of the server: `/live/…` is the event stream, all else is Django in a fixed set of threads."""

import asyncio

from a2wsgi import WSGIMiddleware

from clubscore.wsgi import application as wsgi_application  # first, because it sets Django up

# isort: split
from clubscore.live.hub import hub
from clubscore.live.stream import Receive, Scope, Send, stream
from clubscore.live.workers import close_connections
from clubscore.rubbers.agreement.auto_post import DueThread

PAGE_THREADS = 8

pages = WSGIMiddleware(wsgi_application, workers=PAGE_THREADS)  # type: ignore[arg-type]  # its own names for WSGI types


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _live_and_die(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith("/live/"):
        await stream(scope, receive, send)
    else:
        await pages(scope, receive, send)  # type: ignore[arg-type]  # its own names for ASGI types


async def _live_and_die(receive: Receive, send: Send) -> None:
    """The server's start and end, as ASGI tells them."""
    await receive()
    hub.start()
    due = DueThread()
    due.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await hub.stop()
    await asyncio.to_thread(due.stop)
    await asyncio.to_thread(close_connections, pages.executor, PAGE_THREADS)
    await send({"type": "lifespan.shutdown.complete"})
