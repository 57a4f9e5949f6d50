"""Replacing the club of this installation, whatever its database is."""

from datetime import datetime
from pathlib import Path

from django.db import connection

from clubscore.restoring.files import RestorableFile
from clubscore.restoring.onto_postgresql import (
    require_no_other_connection,
    restore_onto_postgresql,
)
from clubscore.restoring.onto_sqlite import require_closed, restore_onto_sqlite


def require_unused() -> None:
    """Require that no other process, such as a server, has the database open. Raises CannotRestore."""
    if connection.vendor == "sqlite":
        require_closed(Path(connection.settings_dict["NAME"]))
    else:
        require_no_other_connection()


def restore_in_place(
    found: RestorableFile, *, by: str | None, now: datetime
) -> Path | None:
    """Replace the club by the club of the file `found`. Returns the folder with a copy of the old database, if any.

    `by` is the sign-in name of the member who asked for it, for the audit; None at the prompt.
    Raises RestoreUnfinished if the club is back without its settings, another Refused or OSError if nothing changed.
    """
    if connection.vendor == "sqlite":
        return restore_onto_sqlite(
            found, Path(connection.settings_dict["NAME"]), by=by, now=now
        )
    return restore_onto_postgresql(found, by=by, now=now)
