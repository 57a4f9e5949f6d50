"""Backups made from their notes alone, for tests that need nothing more of a backup."""

from datetime import datetime
from pathlib import Path

from clubscore.backups.notes import Backup, BackupCheck, BackupReason, write_note


def noted(
    folder: Path,
    made_at: datetime,
    *,
    why: BackupReason = BackupReason.NIGHTLY,
    check: BackupCheck = BackupCheck.AUDITED,
    migrations: tuple[str, ...] = ("members.0001_first",),
) -> Backup:
    """Write a file into the folder with the note that it is a backup made at this moment, and return the backup."""
    path = folder / f"clubscore-{made_at:%Y-%m-%dT%H-%M-%S}.sqlite3"
    path.write_bytes(b"a club")
    backup = Backup(
        path=path,
        made_at=made_at,
        why=why,
        database="sqlite",
        version="1.0.0",
        migrations=migrations,
        club="Fenwick",
        time_zone="Europe/London",
        currency="",
        size=6,
        sha256="",
        check=check,
        remark="",
    )
    write_note(backup, beside=folder)
    return backup
