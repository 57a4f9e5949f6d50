"""The backups to keep: of each of 7 days, 5 weeks and 12 months, and three from before updates and restores."""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime, timedelta, tzinfo
from itertools import islice
from pathlib import Path

from clubscore.backups.notes import ENDING, Backup, BackupReason, read_note

DAYS, WEEKS, MONTHS, UPDATES, RESTORES = 7, 5, 12, 3, 3


def to_keep(backups: Iterable[Backup], zone: tzinfo) -> set[Backup]:
    """The backups to keep. Days, weeks and months follow the clock of the zone.

    Only days, weeks and months with a backup count: a club whose computer is on once a week keeps seven evenings.
    """
    newest_first = sorted(backups, key=lambda backup: backup.made_at, reverse=True)
    periods: tuple[tuple[int, Callable[[datetime], Hashable]], ...] = (
        (DAYS, datetime.date),
        (WEEKS, lambda at: at.isocalendar()[:2]),
        (MONTHS, lambda at: (at.year, at.month)),
    )
    kept = set(_before_updates(reversed(newest_first))[-UPDATES:])
    before_restores = (
        each for each in newest_first if each.why is BackupReason.RESTORE
    )
    kept |= set(islice(before_restores, RESTORES))
    for count, period in periods:
        newest: dict[Hashable, Backup] = {}
        for backup in newest_first:
            newest.setdefault(period(backup.made_at.astimezone(zone)), backup)
        kept |= set(islice(newest.values(), count))
    return kept


def _before_updates(oldest_first: Iterable[Backup]) -> list[Backup]:
    """The backups that were made before an update began, the oldest first.

    If an update is interrupted and goes on within a day, it makes a second backup, which is left out here. That backup
    names the earlier version, but has newer migrations. Only the version that is being installed can read it.
    """
    found: list[Backup] = []
    for backup in oldest_first:
        if backup.why is BackupReason.UPDATE and not (
            found and _is_amid_the_update(backup, begun_at=found[-1])
        ):
            found.append(backup)
    return found


def _is_amid_the_update(backup: Backup, *, begun_at: Backup) -> bool:
    goes_on = backup.version == begun_at.version and set(backup.migrations) > set(
        begun_at.migrations
    )
    return goes_on and backup.made_at - begun_at.made_at < timedelta(days=1)


def rotate(backups: Iterable[Backup], zone: tzinfo) -> list[Backup]:
    """Delete the backups that need not stay, with their notes. Returns the deleted backups.

    A file whose length differs from its note was put there by somebody else, and stays.
    """
    there = list(backups)
    kept = to_keep(there, zone)
    gone = [backup for backup in there if backup not in kept and _is_as_written(backup)]
    for backup in gone:
        backup.path.unlink(missing_ok=True)
        backup.note.unlink(missing_ok=True)
    return gone


def forget_lone_notes(folder: Path) -> None:
    """Delete each note that has no backup file: an interrupted backup or an interrupted deletion has left it."""
    for note in folder.glob(f"*{ENDING}"):
        path = note.with_name(note.name.removesuffix(ENDING))
        if not path.exists() and read_note(path):
            note.unlink(missing_ok=True)


def _is_as_written(backup: Backup) -> bool:
    return backup.path.is_file() and backup.path.stat().st_size == backup.size
