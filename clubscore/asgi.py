"""The entry of the server: `/live/…` is the event stream, everything else is Django in a fixed set of threads."""

import asyncio
import gc
import sys
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import connections
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from clubscore.wsgi import application as django  # first, because it sets Django up

# isort: split
from clubscore.live.hub import hub
from clubscore.live.stream import Receive, Scope, Send, stream
from clubscore.live.workers import close_connections
from clubscore.rubbers.agreement.auto_post import DueThread
from clubscore.server.allowance import allowance_of
from clubscore.server.page_threads import PageThreads
from clubscore.upkeep.releases import NewerDatabase, refuse_newer_database

# Seconds that a busy thread may keep the interpreter while others wait for it; Python's own value is 0.005. The event
# loop and the page that is nearly done wait that long for each thread that is rendering.
SWITCH_INTERVAL = 0.001

PAGE_THREADS = 8


async def _allowance(scope: Scope) -> int:
    return await asyncio.get_running_loop().run_in_executor(pages.executor, allowance_of, scope)


pages = PageThreads(django, threads=PAGE_THREADS, allowance=_allowance)


async def _club(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _run_lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith("/live/"):
        await stream(scope, receive, send)
    else:
        await pages(scope, receive, send)


application: Any = _club
if settings.TRUSTED_PROXIES:
    application = ProxyHeadersMiddleware(_club, settings.TRUSTED_PROXIES)  # type: ignore[arg-type]  # its own names


def _refuse_newer_database() -> None:
    """In a thread of its own, whose connection nobody else would close."""
    try:
        refuse_newer_database()
    finally:
        connections.close_all()


async def _run_lifespan(receive: Receive, send: Send) -> None:
    """Start and stop what runs as long as the server does."""
    await receive()
    try:
        await asyncio.to_thread(_refuse_newer_database)
    except NewerDatabase as error:
        await send({"type": "lifespan.startup.failed", "message": str(error)})
        return
    sys.setswitchinterval(SWITCH_INTERVAL)
    freeze_loaded_code()
    hub.start()
    due = DueThread()
    due.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await hub.stop()
    await asyncio.to_thread(due.stop)
    await asyncio.to_thread(close_connections, pages.executor, PAGE_THREADS)
    await send({"type": "lifespan.shutdown.complete"})


@cache
def freeze_loaded_code() -> None:
    """Load the views, and exempt all that is loaded from garbage collection. Once a process.

    Nothing of it ever becomes garbage; but every full collection looked through it, and all requests waited 0.2 s.
    """
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
