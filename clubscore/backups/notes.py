"""Backups as their notes tell of them: beside each backup lies a note, `<file>.json`, that says what it is."""

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
"""In the data folder: the last try by itself, if that failed."""


class BackupReason(StrEnum):
    NIGHTLY = "nightly"
    BY_HAND = "by hand"
    UPDATE = "before an update"


class BackupCheck(StrEnum):
    """The extent to which a backup was looked at after it was written."""

    AUDITED = "opened and audited"
    DIFFERS = "opened; the audits found mistakes in the books"
    READ = "opened and read, not audited"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that is whole. `made_at` is the moment that it shows; `sha256` is in hexadecimal."""

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
    """What was not checked, or what the audits found; empty where there is nothing to say."""

    @property
    def note(self) -> Path:
        return note_of(self.path)


@dataclass(frozen=True, slots=True)
class BackupFailure:
    """A try that came to nothing, and the reason in a sentence."""

    at: datetime
    why: str


def note_of(path: Path) -> Path:
    return path.with_name(path.name + ENDING)


def write_note(backup: Backup, *, beside: Path) -> None:
    """Write its note, whole or not at all, by way of the folder `beside` of the same disk."""
    facts = asdict(backup) | {
        "path": backup.path.name,
        "made_at": backup.made_at.isoformat(),
    }
    _write(backup.note, {"format": FORMAT, **facts}, beside=beside)


def read_note(path: Path) -> Backup | None:
    """The backup in this file, by its note; None where there is no note, or not one of ours."""
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
    """Those that Clubscore has made in this folder, the newest first. Other files are passed over."""
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
    """The newest in the folder of this installation; None where there is none. Reads files, asks no database."""
    return next(iter(backups_in(settings.BACKUP_FOLDER)), None)


def note_failure(*, at: datetime, why: str) -> None:
    """Note a try that came to nothing."""
    facts = asdict(BackupFailure(at, why)) | {"at": at.isoformat()}
    _write(settings.DATA_DIR / FAILURE, facts, beside=settings.DATA_DIR)


def forget_failure() -> None:
    """A backup has made it good. Who is killed before this is answered by `last_failure`."""
    (settings.DATA_DIR / FAILURE).unlink(missing_ok=True)


def last_failure(now: datetime) -> BackupFailure | None:
    """The failure that no later backup of this installation has made good; None for one that a wrong clock noted."""
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
    """`clubscore-2026-11-22T04-30-00`, by the club's clock."""
    return f"clubscore-{timezone.localtime(now):%Y-%m-%dT%H-%M-%S}"


def _write(path: Path, facts: dict[str, Any], *, beside: Path) -> None:
    unfinished = beside / f".{path.name}.{os.getpid()}"
    unfinished.touch(mode=0o600)
    unfinished.write_text(
        json.dumps(facts, indent=1, ensure_ascii=False), encoding="utf-8"
    )
    sync_file(unfinished)
    unfinished.replace(path)
