"""The entry of the server: `/live/…` is the event stream, everything else is Django in a fixed set of threads."""

import asyncio
import gc
import logging
import sys
from functools import cache
from importlib import import_module
from sqlite3 import Connection
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from clubscore.wsgi import application as django  # first, because it sets Django up

# isort: split
from clubscore.backups.held import SHARED, LockHeld, place_of_service, take
from clubscore.backups.nightly import AskedBackupThread, BackupThread
from clubscore.database.served_file import serve_this_file
from clubscore.live.hub import hub
from clubscore.live.stream import Receive, Scope, Send, stream
from clubscore.live.workers import close_connections
from clubscore.refusals import Refused
from clubscore.restoring.lost_club import require_no_lost_club
from clubscore.rubbers.agreement.auto_post import due_thread
from clubscore.server.allowance import allowance_of
from clubscore.server.observer import Observer
from clubscore.server.page_threads import PageThreads
from clubscore.upkeep.new_database import require_tables
from clubscore.upkeep.nightly import nightly_thread
from clubscore.upkeep.releases import require_no_newer_database
from clubscore.upkeep.repeating import RepeatingThread

logger = logging.getLogger(__name__)

# Seconds that a busy thread may keep the interpreter while others wait for it; Python's own value is 0.005. The event
# loop and the page that is nearly done wait that long for each thread that is rendering.
SWITCH_INTERVAL = 0.001

# New objects after which Python looks for those that only refer to each other; its own value is 700. A large page makes
# eight thousand, and gives them back at its end: it was looked through twelve times while it was made, in vain.
NEW_OBJECTS = 10_000

PAGE_THREADS = 8


async def _allowance(scope: Scope) -> int:
    return await asyncio.get_running_loop().run_in_executor(
        pages.executor, allowance_of, scope
    )


pages = PageThreads(django, threads=PAGE_THREADS, allowance=_allowance)


async def _club(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _run_lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith("/live/"):
        await stream(scope, receive, send)
    else:
        await pages(scope, receive, send)


application: Any = Observer(_club, logs=settings.REQUEST_LOG)
if settings.TRUSTED_PROXIES:
    application = ProxyHeadersMiddleware(application, settings.TRUSTED_PROXIES)


def _require_usable_database() -> None:
    """Require a database that this version can serve. Raises Refused if it cannot, DatabaseError if there is no answer.

    Call the function in a thread: the thread opens a connection of its own, and closes it.
    """
    try:
        require_no_lost_club()
        require_tables()
        require_no_newer_database()
    finally:
        connections.close_all()


async def _run_lifespan(receive: Receive, send: Send) -> None:
    """Start the background work when the server starts, and stop it when the server stops."""
    await receive()
    try:
        await asyncio.to_thread(_require_usable_database)
    except (Refused, DatabaseError, OSError) as error:
        await send({"type": "lifespan.startup.failed", "message": str(error)})
        return
    try:
        served = _served()
    except LockHeld:
        await send(
            {
                "type": "lifespan.startup.failed",
                "message": "A backup is being restored: start again after it.",
            }
        )
        return
    serve_this_file()
    sys.setswitchinterval(SWITCH_INTERVAL)
    freeze_loaded_code()
    gc.set_threshold(NEW_OBJECTS)
    hub.start()
    threads: list[RepeatingThread] = [
        due_thread(),
        nightly_thread(),
        BackupThread(),
        AskedBackupThread(),
    ]
    for thread in threads:
        thread.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await hub.stop()
    await asyncio.gather(*(asyncio.to_thread(thread.stop) for thread in threads))
    await asyncio.to_thread(close_connections, pages.executor, PAGE_THREADS)
    if served:
        served.close()
    await send({"type": "lifespan.shutdown.complete"})


def _served() -> Connection | None:
    """Take the shared lock of a server, which keeps `restore_club` away. Raises LockHeld during a restore.

    Returns the connection that holds the lock; None on a disk that cannot be written.
    """
    try:
        return take(place_of_service(), SHARED)
    except OSError as error:
        logger.warning(
            "%s: so restore_club cannot know that the club is served.", error
        )
        return None


@cache
def freeze_loaded_code() -> None:
    """Load the views, and exempt all loaded objects from garbage collection. Each process calls it once.

    Otherwise every full collection would examine these objects, which never become garbage, and all requests would wait
    0.2 s for it.
    """
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
