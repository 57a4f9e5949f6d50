"""How a change is noticed: through the database itself, whichever process wrote and whatever became of it."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connections

from clubscore.live.notify import CHANNEL

logger = logging.getLogger(__name__)

SQLITE_LOOKS_EVERY = 0.05
POSTGRESQL_ASKS_EVERY = 30
TRY_AGAIN_AFTER = 1.0


async def tell_of_changes(tell: Callable[[], None]) -> None:
    """Call `tell` after every commit of another connection, without end. A database that went away is tried again."""
    database = connections["default"]
    is_away = False

    def tell_and_note() -> None:
        nonlocal is_away
        if is_away:
            logger.info("The database is back; live pages follow it again.")
            is_away = False
        tell()

    while True:
        try:
            if database.vendor == "postgresql":
                await follow_postgresql(database.get_connection_params(), tell_and_note)
            else:
                await follow_sqlite(Path(database.settings_dict["NAME"]), tell_and_note)
        except Exception as error:  # whatever it was, the watchers are better served by another try
            if not is_away:
                logger.warning("Live pages cannot follow the database (%s); trying again.", error)
            is_away = True
            await asyncio.sleep(TRY_AGAIN_AFTER)


async def follow_sqlite(path: Path, tell: Callable[[], None]) -> None:
    """`PRAGMA data_version` differs once another connection has committed. Returns when the file was replaced."""
    file, version = _identity(path), None
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=0.05)) as database:
        while _identity(path) == file:
            (newest,) = database.execute("PRAGMA data_version").fetchone()
            if newest != version:
                version = newest
                tell()
            await asyncio.sleep(SQLITE_LOOKS_EVERY)


def _identity(path: Path) -> tuple[int, int]:
    """A backup that is put back is another file of the same name."""
    status = os.stat(path)
    return status.st_dev, status.st_ino


async def follow_postgresql(parameters: dict[str, Any], tell: Callable[[], None]) -> None:
    """The triggers of notify.py speak on the channel when a transaction commits."""
    import psycopg  # noqa: PLC0415 - only a club on PostgreSQL has it

    # Two of Django's parameters are for its own, blocking connections.
    ours = {name: value for name, value in parameters.items() if name not in {"cursor_factory", "context"}}
    async with await psycopg.AsyncConnection.connect(**ours, autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        tell()
        while True:
            async for _ in connection.notifies(timeout=POSTGRESQL_ASKS_EVERY):
                tell()
            await connection.execute("SELECT 1")  # finds out about a line that died without a word
