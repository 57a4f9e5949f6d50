"""Locks on files that end with the process that holds them, on every system: SQLite's own, on empty databases.

A server holds one shared as long as it serves, and a restore holds the same one alone.
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
    """Another process holds the lock."""


def place_of_service() -> Path:
    """The file that tells whether this club is served: beside its SQLite database, else in the data folder."""
    if connection.vendor == "sqlite":
        return Path(f"{connection.settings_dict['NAME']}.{SERVED}")
    return Path(settings.DATA_DIR) / SERVED


def take(path: Path, how: str) -> sqlite3.Connection:
    """Take the lock, SHARED or ALONE, without waiting. Closing what is returned gives it back.

    Raises LockHeld; and OSError, where there can be no such file.
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
    """Hold the lock during the block. Raises as `take`."""
    with closing(take(path, how)):
        yield
