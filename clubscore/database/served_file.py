"""The SQLite file of a running server. If another file replaces it, nothing is written, because deals would be lost.

Threads that have the old file open would write where nobody reads any more. Threads that open the new file would apply
the old file's log to it. If there is no file, SQLite makes an empty one and deletes the log beside it, which has the
last deals. So nothing is opened while the served file is away: a refusal after opening would be too late.
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
    """Remember the present file as the served file, with which `require_served_file` compares."""
    if connection.vendor == "sqlite":
        path = str(connection.settings_dict["NAME"])
        _served[:] = [_File(path, _identity(path))]


def require_served_file() -> None:
    """Raise OperationalError unless the file at the path of the database is the served file."""
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
    """A connection for Django. In a server, opening it raises OperationalError if its file was replaced."""

    def __init__(self, database: str, **options: Any) -> None:
        if not (_served and database == _served[0].path):
            super().__init__(database, **options)
            return
        require_served_file()
        # Not made where there is none.
        super().__init__(f"{Path(database).absolute().as_uri()}?mode=rw", **options)
        try:
            require_served_file()  # it may have been replaced just now; SQLite reads nothing before the first statement
        except OperationalError:
            self.close()
            raise


def is_file_there() -> bool:
    """True if a new connection would open the served file. Always true for PostgreSQL, and outside a server."""
    return not _served or _is_there(_served[0])


def _is_there(served: _File) -> bool:
    return _identity(served.path) == served.identity


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
