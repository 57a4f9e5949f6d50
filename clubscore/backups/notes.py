"""Notes about backups: each backup has a note beside it, `<file>.json`, that describes it."""

import json
import os
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from clubscore.backups.durable import sync_file

ENDING = ".json"
FORMAT = "clubscore backup 1"
FAILURE = "backup_failed.json"
"""The name of the file in the data folder that notes the failure of the last nightly backup."""


class BackupReason(StrEnum):
    NIGHTLY = "nightly"
    BY_HAND = "by hand"
    UPDATE = "before an update"
    RESTORE = "before a restore"


class BackupCheck(StrEnum):
    """The extent to which a backup was checked after it was written."""

    AUDITED = "opened and audited"
    DIFFERS = "opened; the audits found mistakes in the books"
    READ = "opened and read, not audited"


@dataclass(frozen=True, slots=True)
class Backup:
    """A complete backup, as its note describes it.

    `made_at` is the time when the backup was begun, `size` is the size of its file in bytes, and `sha256` is the
    checksum of the file in hexadecimal.
    """

    path: Path
    made_at: datetime
    why: BackupReason
    database: str
    """`sqlite` or `postgresql`."""
    version: str
    migrations: tuple[str, ...]
    club: str
    time_zone: str
    currency: str
    size: int
    sha256: str
    check: BackupCheck
    remark: str
    """A remark about checks that were left out, or about errors that the audits found; may be empty."""

    @property
    def note(self) -> Path:
        return note_of(self.path)


@dataclass(frozen=True, slots=True)
class BackupFailure:
    """A backup that failed: the time, and the reason in a sentence."""

    at: datetime
    why: str


def note_of(path: Path) -> Path:
    return path.with_name(path.name + ENDING)


def write_note(backup: Backup, *, beside: Path) -> None:
    """Write the note of a backup, completely or not at all.

    The note is first written in the folder `beside`, which is on the same disk.
    """
    facts = asdict(backup) | {
        "path": backup.path.name,
        "made_at": backup.made_at.isoformat(),
    }
    _write(backup.note, {"format": FORMAT, **facts}, beside=beside)


def read_note(path: Path) -> Backup | None:
    """The backup that the note beside this file describes; None if there is no note, or no note of Clubscore."""
    try:
        facts: dict[str, Any] = json.loads(note_of(path).read_text(encoding="utf-8"))
        if facts.pop("format") != FORMAT:
            return None
        facts |= {
            "path": path,
            "made_at": datetime.fromisoformat(facts["made_at"]),
            "why": BackupReason(facts["why"]),
            "check": BackupCheck(facts["check"]),
            "migrations": tuple(facts["migrations"]),
        }
        return Backup(**facts)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def backups_in(folder: Path) -> list[Backup]:
    """The backups of Clubscore in this folder, the newest first. Other files are ignored."""
    try:
        names = [
            path.with_name(path.name.removesuffix(ENDING))
            for path in folder.glob(f"*{ENDING}")
        ]
        found = [read_note(path) for path in names if path.is_file()]
    except OSError:
        return []
    return sorted(filter(None, found), key=lambda backup: backup.made_at, reverse=True)


def newest_backup() -> Backup | None:
    """The newest backup in the folder of this installation; None if there is none. Reads files, not the database."""
    return next(iter(backups_in(settings.BACKUP_FOLDER)), None)


def note_failure(*, at: datetime, why: str) -> None:
    """Note that a backup failed, and the reason."""
    facts = asdict(BackupFailure(at, why)) | {"at": at.isoformat()}
    _write(settings.DATA_DIR / FAILURE, facts, beside=settings.DATA_DIR)


def forget_failure() -> None:
    """Delete the note about the last failed backup, because a later backup has succeeded.

    Even if the note is not deleted, `last_failure` ignores it.
    """
    (settings.DATA_DIR / FAILURE).unlink(missing_ok=True)


def last_failure(now: datetime) -> BackupFailure | None:
    """The last failed backup, if no backup was made after it; else None. A failure dated in the future is ignored."""
    try:
        facts = json.loads((settings.DATA_DIR / FAILURE).read_text(encoding="utf-8"))
        failure = BackupFailure(datetime.fromisoformat(facts["at"]), facts["why"])
    except (OSError, ValueError, TypeError, KeyError):
        return None
    if failure.at > now:
        return None
    moments = (backup.made_at for backup in backups_in(settings.BACKUP_FOLDER))
    return None if any(failure.at < moment <= now for moment in moments) else failure


def words_of_name(now: datetime) -> str:
    """The file name of a backup made now, without its ending, by the club's clock: `clubscore-2026-11-22T04-30-00`."""
    return f"clubscore-{timezone.localtime(now):%Y-%m-%dT%H-%M-%S}"


def _write(path: Path, facts: dict[str, Any], *, beside: Path) -> None:
    unfinished = beside / f".{path.name}.{os.getpid()}"
    unfinished.touch(mode=0o600)
    unfinished.write_text(
        json.dumps(facts, indent=1, ensure_ascii=False), encoding="utf-8"
    )
    sync_file(unfinished)
    unfinished.replace(path)
