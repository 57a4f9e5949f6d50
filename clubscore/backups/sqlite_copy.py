"""A copy of the club's SQLite database, made by SQLite while the club plays."""

import sqlite3
from contextlib import closing
from pathlib import Path

from clubscore.members.models import OpenSession
from clubscore.refusals import Refused


class UnreadableDatabase(Refused):
    """A file is no SQLite database, or a damaged one."""


def copy_without_sessions(database: Path, copy: Path) -> None:
    """Write what the database has at this moment into a new file, but nobody's session. Writers do not wait.

    Raises UnreadableDatabase, also where there is no database.
    """
    try:
        there = f"{database.resolve().as_uri()}?mode=rw"  # not made where there is none
        with (
            closing(sqlite3.connect(there, uri=True)) as live,
            closing(sqlite3.connect(copy)) as written,
        ):
            live.backup(written)
            _forget_sessions(written)
        in_one_file(copy)
    except sqlite3.Error as error:
        raise UnreadableDatabase(f"{database} cannot be read: {error}.") from error


def in_one_file(path: Path) -> None:
    """Bring back what stands in the write-ahead log of a database that nobody has open, and do without one."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def require_undamaged(path: Path) -> None:
    """Raises UnreadableDatabase: SQLite finds something wrong with the file, or rows point to none."""
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        ) as database:
            found = [
                str(row[0]) for row in database.execute("PRAGMA integrity_check(3)")
            ]
            if found != ["ok"]:
                raise UnreadableDatabase(f"{path} is damaged: {'; '.join(found)}.")
            if database.execute("PRAGMA foreign_key_check").fetchone():
                raise UnreadableDatabase(
                    f"{path} has rows that point to rows that are not there."
                )
    except sqlite3.Error as error:
        raise UnreadableDatabase(f"{path} cannot be read: {error}.") from error


def migrations_in(path: Path) -> frozenset[tuple[str, str]]:
    """The migrations that this database has, app and name. Raises UnreadableDatabase: it is not Clubscore's."""
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        ) as database:
            return frozenset(
                database.execute("SELECT app, name FROM django_migrations")
            )
    except sqlite3.Error as error:
        raise UnreadableDatabase(
            f"{path} is no database of Clubscore: {error}."
        ) from error


def _forget_sessions(written: sqlite3.Connection) -> None:
    """Also those that were closed before: their remains lie in pages that are free."""
    written.execute("PRAGMA journal_mode=DELETE")
    table = OpenSession._meta.db_table
    if written.execute(
        "SELECT 1 FROM sqlite_master WHERE name = ?", [table]
    ).fetchone():
        written.execute(f"DELETE FROM {table}")
        written.commit()
    written.execute("VACUUM")
