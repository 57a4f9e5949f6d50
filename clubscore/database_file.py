"""The SQLite file that a server serves. One that is put in its place while it runs takes no row: deals would be lost.

Threads that have the old file open would write where nobody looks any more, and those that open the new one would play
the log of the old one onto it.
"""

import os
from typing import Any, NamedTuple

from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


class _File(NamedTuple):
    path: str
    identity: tuple[int, int] | None


_served: list[_File] = []  # one, in a server on SQLite


def serve_this_file() -> None:
    """From now on refuse_other_file compares with the file that there is now."""
    if connection.vendor == "sqlite":
        path = str(connection.settings_dict["NAME"])
        _served[:] = [_File(path, _identity(path))]
        connection_created.connect(_refuse_new_connection, dispatch_uid="clubscore.database_file")


def refuse_other_file() -> None:
    """Raises OperationalError: the file at the path of the database is not the one that is served, or there is none."""
    if _served and connection.settings_dict["NAME"] == _served[0].path and not _is_there(_served[0]):
        raise OperationalError(
            f"{_served[0].path} was moved or replaced while the club is served. Stop the server; "
            "`restore_club` brings a backup back, and `mv` brings back what was moved."
        )


def _refuse_new_connection(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """SQLite makes a file where there is none: whoever opened that one would ask an empty club from then on."""
    try:
        refuse_other_file()
    except OperationalError:
        connection.close()
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
