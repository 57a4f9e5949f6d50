"""The state of the backups in words, for people and monitors."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from clubscore.backups.notes import (
    Backup,
    BackupCheck,
    BackupFailure,
    last_failure,
    newest_backup,
)

LATE = timedelta(hours=50)  # two nights and a little


@dataclass(frozen=True, slots=True)
class BackupState:
    """The state of the backups, as the office page shows it."""

    newest: Backup | None
    failure: BackupFailure | None
    is_late: bool
    is_made_here: bool
    """True if Clubscore makes the backups; False if another program does."""
    folder: Path
    is_beside_the_club: bool
    """True if the backups are in the data folder, so that they would be lost with it."""

    @property
    def is_checked(self) -> bool:
        return self.newest is not None and self.newest.check is BackupCheck.AUDITED

    @property
    def has_mistakes(self) -> bool:
        return self.newest is not None and self.newest.check is BackupCheck.DIFFERS


def backup_state(now: datetime) -> BackupState:
    newest, folder = newest_backup(), Path(settings.BACKUP_FOLDER)
    return BackupState(
        newest=newest,
        failure=last_failure(now),
        is_late=newest is None or now - newest.made_at > LATE,
        is_made_here=settings.BACKUP_AT is not None,
        folder=folder,
        is_beside_the_club=folder.is_relative_to(settings.DATA_DIR),
    )


def age_in_seconds() -> float | None:
    """The age of the newest backup in seconds; None if there is none."""
    newest = newest_backup()
    return (
        max((timezone.now() - newest.made_at).total_seconds(), 0.0) if newest else None
    )


def health_at(now: datetime) -> str:
    """Words about the newest backup for monitors: its age in hours, and `checked` or `not checked`.

    An example is `5 hours old, checked`; it is checked if the audits ran on it. The words are `none` if there is no
    backup. They name no path and no reason.
    """
    if not (newest := newest_backup()):
        return "none"
    hours = max(now - newest.made_at, timedelta()) // timedelta(hours=1)
    checked = "checked" if newest.check is BackupCheck.AUDITED else "not checked"
    return f"{hours} hour{'' if hours == 1 else 's'} old, {checked}"
