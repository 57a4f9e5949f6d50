"""The check of a new backup: it is opened, and the audits run on it."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from django.db import connection

from clubscore.backups import postgresql_dump, sqlite_copy
from clubscore.backups.addresses import postgresql_url, sqlite_url
from clubscore.backups.children import manage
from clubscore.backups.notes import BackupCheck
from clubscore.upkeep.releases import known_migrations, ours_among

Result = tuple[BackupCheck, str]
"""The result of a check: its extent, and a remark about checks that were left out or about errors."""


def check_sqlite(path: Path) -> Result:
    """Read a copy of an SQLite database, and run the audits on it. Returns the result of the check.

    The audits are left out for a database of an earlier version. Raises UnreadableDatabase if the copy is damaged.
    """
    sqlite_copy.require_undamaged(path)
    if before := _before_this_version(sqlite_copy.migrations_in(path)):
        return before
    try:
        return audited(sqlite_url(path))
    finally:
        sqlite_copy.in_one_file(path)


def check_dump(path: Path, *, now: datetime) -> Result:
    """Check a dump: read it, restore it into a scratch database, and run the audits on that database.

    If the database user may not create databases, the dump is only read. A dump of an earlier version is not audited.

    Raises ToolFailed if the dump cannot be read or restored.
    """
    # Reads all of it.
    before = _before_this_version(postgresql_dump.migrations_in(path))
    try:
        with postgresql_dump.scratch_database(now=now) as name:
            postgresql_dump.fill_from_dump(name, path)
            return before or audited(
                postgresql_url(connection.settings_dict, name=name)
            )
    except postgresql_dump.NoScratchDatabase as error:
        return BackupCheck.READ, (
            f"It was read, but neither restored nor audited: that needs a database to try it in ({error}). "
            "ALTER ROLE … CREATEDB allows that."
        )


def audited(url: str) -> Result:
    """Run the audits on the database of this address, in a separate process. Returns the result."""
    outcome = manage("audit_club", DATABASE_URL=url)
    return (
        (BackupCheck.DIFFERS, outcome.errors[-500:])
        if outcome.code
        else (BackupCheck.AUDITED, "")
    )


def _before_this_version(applied: Iterable[tuple[str, str]]) -> Result | None:
    """The result for a database of an earlier version, which the audits cannot read; None for this version."""
    if ours_among(applied) == ours_among(known_migrations()):
        return None
    return (
        BackupCheck.READ,
        "It is as the version before had it, so the audits of this version were not run on it.",
    )
