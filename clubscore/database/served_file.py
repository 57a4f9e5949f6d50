"""The SQLite file that a server serves. One that is put in its place while it runs takes no row: deals would be lost.

Threads that have the old file open would write where nobody looks any more, and those that open the new one would play
the log of the old one onto it. Where there is no file, SQLite makes an empty one and deletes the log beside it, which
has the last deals. So while the served file is away nothing is opened: a connection that is refused afterwards has
already done the harm.
"""

import os
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from django.db import OperationalError, connection


class _File(NamedTuple):
    path: str
    identity: tuple[int, int] | None


_served: list[_File] = []  # one, in a server on SQLite


def serve_this_file() -> None:
    """From now on require_served_file compares with the file that there is now."""
    if connection.vendor == "sqlite":
        path = str(connection.settings_dict["NAME"])
        _served[:] = [_File(path, _identity(path))]


def require_served_file() -> None:
    """Raises OperationalError: the file at the path of the database is not the one that is served, or there is none."""
    if (
        _served
        and connection.settings_dict["NAME"] == _served[0].path
        and not _is_there(_served[0])
    ):
        raise OperationalError(
            f"{_served[0].path} was moved or replaced while the club is served. Stop the server; "
            "`restore_club` brings a backup back, and `mv` brings back what was moved."
        )


class ServedFileConnection(sqlite3.Connection):
    """A connection of Django. In a server it opens the served file or nothing: it raises as require_served_file."""

    def __init__(self, database: str, **options: Any) -> None:
        if not (_served and database == _served[0].path):
            super().__init__(database, **options)
            return
        require_served_file()
        super().__init__(
            f"{Path(database).absolute().as_uri()}?mode=rw", **options
        )  # not made where there is none
        try:
            require_served_file()  # it may have been replaced just now; SQLite reads nothing before the first statement
        except OperationalError:
            self.close()
            raise


def is_file_there() -> bool:
    """Whether a new connection would open the file that is served. True for PostgreSQL, and where nobody serves."""
    return not _served or _is_there(_served[0])


def _is_there(served: _File) -> bool:
    return _identity(served.path) == served.identity


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
