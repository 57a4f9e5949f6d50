"""Locks on files by which processes exclude each other. A lock ends when the process that holds it ends.

They are the locks of SQLite, on empty databases. A server holds a shared lock as long as it serves; a restore needs the
lock for itself alone.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

SERVED = "served"
SHARED, ALONE = "BEGIN; SELECT count(*) FROM sqlite_master", "BEGIN EXCLUSIVE"


class LockHeld(Exception):
    """The error that a lock cannot be taken because another process holds it."""


def place_of_service() -> Path:
    """The path of the file that a server of this club locks: beside the SQLite database, else in the data folder."""
    if connection.vendor == "sqlite":
        return Path(f"{connection.settings_dict['NAME']}.{SERVED}")
    return Path(settings.DATA_DIR) / SERVED


def take(path: Path, how: str) -> sqlite3.Connection:
    """Take the lock on the file `path` without waiting. Closing the returned connection releases the lock.

    `how` is SHARED, which other shared locks allow, or ALONE. Raises LockHeld if a lock of another process forbids it,
    OSError if the file cannot be made.
    """
    holder = None
    try:
        holder = sqlite3.connect(
            path, timeout=0, isolation_level=None, check_same_thread=False
        )
        for statement in how.split(";"):
            holder.execute(statement).fetchall()
    except sqlite3.OperationalError as error:
        if holder:
            holder.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise LockHeld(str(path)) from error
        raise OSError(f"{path}: {error}") from error
    return holder


@contextmanager
def held(path: Path, how: str) -> Iterator[None]:
    """Hold a lock on the file `path` during the block. `how` is SHARED or ALONE.

    Raises LockHeld if another process holds the lock, OSError if the file cannot be made.
    """
    with closing(take(path, how)):
        yield
