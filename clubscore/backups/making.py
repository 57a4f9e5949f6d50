"""Making a backup: it is written into a temporary folder, checked, and then moved to its name."""

import shutil
from datetime import datetime
from hashlib import file_digest
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from clubscore.backups import postgresql_dump, sqlite_copy
from clubscore.backups.checking import Result, check_dump, check_sqlite
from clubscore.backups.durable import sync_file, sync_folder
from clubscore.backups.notes import (
    Backup,
    BackupReason,
    backups_in,
    forget_failure,
    words_of_name,
    write_note,
)
from clubscore.backups.rotation import rotate
from clubscore.backups.unfinished import clean_up, folder_beside
from clubscore.refusals import Refused
from clubscore.upkeep.new_database import require_tables
from clubscore.upkeep.releases import newest_release, ours_applied

ENDINGS = {"sqlite": ".sqlite3", "postgresql": ".pgdump"}
SPARE = 50_000_000  # bytes of the disk that are left to others


class BackupFailed(Refused):
    """The error that a backup could not be made. The message says why, and what to do."""


def make_backup(
    *, folder: Path, why: BackupReason, now: datetime, spared: Backup | None = None
) -> Backup:
    """Write a backup of the club into the folder, check it, and delete backups that are no longer needed.

    `spared` is a backup that stays in any case, because it is to be restored. Returns the new backup. Raises
    BackupFailed if it could not be made.
    """
    try:
        _make_ready(folder, now)
        with folder_beside(folder) as beside:
            name = words_of_name(now) + ENDINGS[connection.vendor]
            unfinished = beside / name
            unfinished.touch(mode=0o600)
            check = _write_and_check(unfinished, now=now)
            sync_file(unfinished)
            with unfinished.open("rb") as file:
                digest = file_digest(file, "sha256").hexdigest()
            path = _free_name(folder / name)
            backup = _described(
                path, unfinished.stat().st_size, digest, check, why=why, now=now
            )
            # Before the file, which would count for nothing without it.
            write_note(backup, beside=beside)
            unfinished.rename(path)
        sync_folder(folder)
    except (OSError, DatabaseError, Refused) as error:
        raise BackupFailed(
            f"No backup was made: {' '.join(str(error).split())}"
        ) from error
    others = [each for each in backups_in(folder) if each != spared]
    rotate(others, timezone.get_default_timezone())
    if folder == settings.BACKUP_FOLDER:
        forget_failure()
    return backup


def _make_ready(folder: Path, now: datetime) -> None:
    """Create the folder of a backup if it is missing, and delete what killed processes have left in it.

    Raises EmptyDatabase if the database has no tables. Raises BackupFailed if the disk of the folder has too little
    room, or if BACKUP_FOLDER names a missing folder outside the data folder, whose disk may not be connected.
    """
    require_tables()
    if (
        folder == settings.BACKUP_FOLDER
        and folder.parent != settings.DATA_DIR
        and not folder.is_dir()
    ):
        raise BackupFailed(
            f"the folder {folder} is not there. Is its disk connected? BACKUP_FOLDER names it."
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    clean_up(folder, now=now)
    needed, free = _bytes_needed(), shutil.disk_usage(folder).free
    if free < needed:
        raise BackupFailed(
            f"the disk of {folder} has {free / 1e6:,.0f} MB left, and {needed / 1e6:,.0f} MB are needed. Make room."
        )


def _bytes_needed() -> int:
    """The number of bytes that must be free on the disk for a backup.

    SQLite writes its copy a second time without unused pages, so twice the size of the database must be free. A
    dump of PostgreSQL is compressed, so half the size is enough. A reserve is added.
    """
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        beside = Path(f"{database}-wal")
        there = sum(path.stat().st_size for path in (database, beside) if path.exists())
        return 2 * there + SPARE
    return postgresql_dump.size_in_bytes() // 2 + SPARE


def _write_and_check(path: Path, *, now: datetime) -> Result:
    if connection.vendor == "sqlite":
        sqlite_copy.copy_without_sessions(Path(connection.settings_dict["NAME"]), path)
        return check_sqlite(path)
    postgresql_dump.dump_without_sessions(connection.settings_dict, path)
    return check_dump(path, now=now)


def _described(
    path: Path,
    size: int,
    digest: str,
    check: Result,
    *,
    why: BackupReason,
    now: datetime,
) -> Backup:
    return Backup(
        path=path,
        made_at=now,
        why=why,
        database=connection.vendor,
        version=newest_release(),
        migrations=tuple(f"{app}.{name}" for app, name in sorted(ours_applied())),
        club=settings.CLUB_NAME,
        time_zone=settings.TIME_ZONE,
        currency=settings.CLUB_CURRENCY,
        size=size,
        sha256=digest,
        check=check[0],
        remark=check[1],
    )


def _free_name(path: Path) -> Path:
    """The path, or a similar unused path if it exists, as when the clock was set back."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free
