"""Reports from the database that it has changed, whichever process has written.

After a commit of its own process the hub does not wait for such a report: `write_transaction` calls the hub.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connections

from clubscore.database.served_file import require_served_file
from clubscore.live.notify import CHANNEL

logger = logging.getLogger(__name__)

SQLITE_POLL_EVERY = 0.05  # seconds, as the others
POSTGRESQL_CHECK_EVERY = 30
RETRY_AFTER = 1.0


async def report_changes(report: Callable[[], None]) -> None:
    """Call `report` after every commit of another connection, forever. Reconnect after the connection is lost."""
    database = connections["default"]
    is_away = False

    def note_and_report() -> None:
        nonlocal is_away
        if is_away:
            logger.info("The database is back; live pages follow it again.")
            is_away = False
        report()

    while True:
        try:
            if database.vendor == "postgresql":
                await follow_postgresql(
                    database.get_connection_params(), note_and_report
                )
            else:
                await follow_sqlite(
                    Path(database.settings_dict["NAME"]), note_and_report
                )
        except (
            Exception
        ) as error:  # whatever it was, another attempt serves the watchers best
            if not is_away:
                logger.warning(
                    "Live pages cannot follow the database (%s); trying again.", error
                )
            is_away = True
            await asyncio.sleep(RETRY_AFTER)


async def follow_sqlite(path: Path, report: Callable[[], None]) -> None:
    """Call `report` at once and after each commit of another connection. Return when the file at `path` is replaced.

    It polls `PRAGMA data_version`, which such a commit changes. Raises OperationalError if another file has already
    replaced the served file when the function is called.
    """
    file, version = _identity(path), None
    require_served_file()
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(
        sqlite3.connect(address, uri=True, isolation_level=None, timeout=0.05)
    ) as database:
        while _identity(path) == file:
            (newest,) = database.execute("PRAGMA data_version").fetchone()
            if newest != version:
                version = newest
                report()
            await asyncio.sleep(SQLITE_POLL_EVERY)


def _identity(path: Path) -> tuple[int, int]:
    """The device and inode of the file. They change if a restored backup replaces the file under its name."""
    status = os.stat(path)
    return status.st_dev, status.st_ino


async def follow_postgresql(
    parameters: dict[str, Any], report: Callable[[], None]
) -> None:
    """Call `report` at once and after each commit that the triggers of notify.py announce.

    It never returns: it raises the error with which the connection ends.
    """
    import psycopg  # noqa: PLC0415 - only a club on PostgreSQL has it

    # Two of Django's parameters are for its own, blocking connections only.
    ours = {
        name: value
        for name, value in parameters.items()
        if name not in {"cursor_factory", "context"}
    }
    async with await psycopg.AsyncConnection.connect(
        **ours, autocommit=True
    ) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        report()
        while True:
            async for _ in connection.notifies(timeout=POSTGRESQL_CHECK_EVERY):
                report()
            # Fails when the connection was lost silently.
            await connection.execute("SELECT 1")
