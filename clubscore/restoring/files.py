"""The files from which a club can be restored, told apart by their first bytes."""

import os
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import file_digest
from pathlib import Path

from clubscore.archive.reading import manifest_of
from clubscore.backups import postgresql_dump, sqlite_copy
from clubscore.backups.notes import Backup, read_note
from clubscore.refusals import Refused
from clubscore.upkeep.releases import require_known_migrations


class CannotRestore(Refused):
    """The refusal to restore a club. The message says why, and what to do."""


class FileKind(StrEnum):
    """The kind of a file from which a club can be restored. The value is a noun for people."""

    SQLITE = "a backup of an SQLite database"
    DUMP = "a backup of a PostgreSQL database"
    ARCHIVE = "an archive of everything that a club has"


BEGINNINGS = {
    b"SQLite format 3\0": FileKind.SQLITE,
    b"PGDMP": FileKind.DUMP,
    b"PK": FileKind.ARCHIVE,
}


@dataclass(frozen=True, slots=True)
class RestorableFile:
    """A file from which a club can be restored. `settings` are the settings that give its rows their meaning."""

    path: Path
    kind: FileKind
    settings: dict[str, str] | None
    """The settings by name; None if they are unknown, because the note beside the backup is missing."""
    made_at: datetime | None
    left_out: tuple[str, ...] = ()
    """Sentences about the rows that were left out of an archive."""

    @property
    def missing_settings(self) -> dict[str, str]:
        """The settings of the file that this installation has not set, by name. A restore sets them here."""
        return {
            name: value
            for name, value in (self.settings or {}).items()
            if value and name not in os.environ
        }


def look_at(path: Path) -> RestorableFile:
    """The description of a file from which a club can be restored, read from the note beside it or from its manifest.

    Raises CannotRestore if the file cannot be read, has no club or has changed since it was written; NewerDatabase for
    a backup of a newer version; UnusableArchive or UnreadableDatabase if it is damaged; ToolFailed if `pg_restore`
    cannot read it.
    """
    try:
        with path.open("rb") as file:
            beginning = file.read(16)
    except OSError as error:
        raise CannotRestore(f"{path} cannot be read: {error.strerror}.") from error
    kind = next(
        (kind for sign, kind in BEGINNINGS.items() if beginning.startswith(sign)), None
    )
    if kind is None:
        raise CannotRestore(
            f"{path} is none of what backup_club and export_club write: a database of SQLite, a dump of PostgreSQL, "
            "or a ZIP."
        )
    if kind is FileKind.ARCHIVE:
        # The import checks that it is not newer, in a database of its own.
        manifest = manifest_of(path)
        settings = _settings(manifest.club, manifest.time_zone, manifest.currency)
        return RestorableFile(
            path,
            kind,
            settings,
            datetime.fromisoformat(manifest.made_at),
            tuple(manifest.left_out),
        )
    note = read_note(path)
    _require_unchanged(path, note)
    reader = sqlite_copy if kind is FileKind.SQLITE else postgresql_dump
    migrations = reader.migrations_in(path)
    if not migrations:
        raise CannotRestore(f"{path} has no tables of Clubscore.")
    version = note.version if note else ""
    require_known_migrations(migrations, version, what="It")
    if note is None:
        return RestorableFile(path, kind, None, None)
    return RestorableFile(
        path, kind, _settings(note.club, note.time_zone, note.currency), note.made_at
    )


def _settings(club: str, time_zone: str, currency: str) -> dict[str, str]:
    return {"CLUB_NAME": club, "TIME_ZONE": time_zone, "CLUB_CURRENCY": currency}


def _require_unchanged(path: Path, note: Backup | None) -> None:
    """Raise CannotRestore if the checksum of a backup file differs from the checksum in the note about the backup.

    If `note` is None, nothing is checked.
    """
    if note is None:
        return
    with path.open("rb") as file:
        if file_digest(file, "sha256").hexdigest() != note.sha256:
            raise CannotRestore(
                f"{path} is not as it was written: its checksum is not that of {note.note.name}. Take another backup."
            )
