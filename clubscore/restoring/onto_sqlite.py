"""Replacing the club in an SQLite file by a restored club."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.db import connection

from clubscore.restoring.aside import clear_working_folders, replace_database
from clubscore.restoring.files import CannotRestore, FileKind, RestorableFile
from clubscore.restoring.scratch import scratch_club
from clubscore.restoring.settings_follow import settings_follow


def require_closed(database: Path) -> None:
    """Require that no other process, such as a server, has the database open. Raises CannotRestore.

    The test is to end SQLite's write-ahead log, which fails while anybody else has the database open. A missing or
    damaged database passes.
    """
    connection.close()
    if not database.exists():
        return
    try:
        with closing(
            sqlite3.connect(
                f"{database.resolve().as_uri()}?mode=rw", uri=True, timeout=1
            )
        ) as last:
            last.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise CannotRestore(
                f"{database} is open in another program: stop the server first."
            ) from error
        # Else it is damaged, which may be why somebody is here.


def restore_onto_sqlite(
    found: RestorableFile, database: Path, *, by: str | None, now: datetime
) -> Path | None:
    """Replace the SQLite database by the club of the file `found`.

    Returns the folder with a copy of the old database; None if there was none. The new club is first completed beside
    the old one, and then takes its place in one step.

    Raises CannotRestore or UnreadableDatabase if the file cannot be restored or the database is open elsewhere, OSError
    if the disk has too little room, RestoreUnfinished if the settings of the club cannot be written afterwards.
    """
    if found.kind is FileKind.DUMP:
        raise CannotRestore(
            "Only a server of PostgreSQL reads this file. Set DATABASE_URL to an empty database there, restore it onto "
            "that, and write an archive with export_club: restore_club brings the archive back onto SQLite."
        )
    with scratch_club(found, beside=database.parent, by=by, now=now) as made:
        require_closed(database)
        with settings_follow(found):
            aside = replace_database(database, by=made, now=now)
    clear_working_folders(database.parent)
    return aside
