"""A copy of the club's SQLite database, made by SQLite while the club plays."""

import sqlite3
from contextlib import closing
from pathlib import Path

from clubscore.members.models import OpenSession
from clubscore.refusals import Refused


class UnreadableDatabase(Refused):
    """The error that a file is not an SQLite database, or that the database is damaged."""


def copy_without_sessions(database: Path, copy: Path) -> None:
    """Copy the database at this moment, without its sessions, into a new file. Writers do not wait.

    Raises UnreadableDatabase if the database is missing or SQLite cannot copy it.
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
    """Merge the write-ahead log of a database that nobody has open into its file, and switch the log off."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def require_undamaged(path: Path) -> None:
    """Require that SQLite finds no damage, and that every foreign key points to a row. Raises UnreadableDatabase."""
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
    """The migrations of this database, as app and name. Raises UnreadableDatabase if it has no table of migrations."""
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
    """Delete all sessions from the copy, and what earlier sessions have left in unused pages of the file."""
    written.execute("PRAGMA journal_mode=DELETE")
    table = OpenSession._meta.db_table
    if written.execute(
        "SELECT 1 FROM sqlite_master WHERE name = ?", [table]
    ).fetchone():
        written.execute(f"DELETE FROM {table}")
        written.commit()
    written.execute("VACUUM")
