"""The backups to keep: the newest of each of 7 days, 5 weeks and 12 months, and three made before an update."""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime, timedelta, tzinfo
from itertools import islice
from pathlib import Path

from clubscore.backups.notes import ENDING, Backup, BackupReason, read_note

DAYS, WEEKS, MONTHS, UPDATES = 7, 5, 12, 3


def to_keep(backups: Iterable[Backup], zone: tzinfo) -> set[Backup]:
    """Those that stay, by the club's clock.

    Days, weeks and months count that have a backup: a club whose computer is on once a week has seven of its evenings.
    """
    newest_first = sorted(backups, key=lambda backup: backup.made_at, reverse=True)
    periods: tuple[tuple[int, Callable[[datetime], Hashable]], ...] = (
        (DAYS, datetime.date),
        (WEEKS, lambda at: at.isocalendar()[:2]),
        (MONTHS, lambda at: (at.year, at.month)),
    )
    kept = set(_before_updates(reversed(newest_first))[-UPDATES:])
    for count, period in periods:
        newest: dict[Hashable, Backup] = {}
        for backup in newest_first:
            newest.setdefault(period(backup.made_at.astimezone(zone)), backup)
        kept |= set(islice(newest.values(), count))
    return kept


def _before_updates(oldest_first: Iterable[Backup]) -> list[Backup]:
    """Those that were made before an update began, the oldest first.

    An update that was cut off makes another backup when it goes on, within a day. That has the version of the one
    before it and more migrations, so only the version that is being installed can read it.
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
    """Delete those that need not stay, with their notes. Returns them.

    A file that is not as long as its note says was put there by somebody else, and stays.
    """
    there = list(backups)
    kept = to_keep(there, zone)
    gone = [each for each in there if each not in kept and _is_as_written(each)]
    for each in gone:
        each.path.unlink(missing_ok=True)
        each.note.unlink(missing_ok=True)
    return gone


def forget_lone_notes(folder: Path) -> None:
    """Delete notes of Clubscore's whose backups are not there: the one or the other was cut off between the two."""
    for note in folder.glob(f"*{ENDING}"):
        path = note.with_name(note.name.removesuffix(ENDING))
        if not path.exists() and read_note(path):
            note.unlink(missing_ok=True)


def _is_as_written(backup: Backup) -> bool:
    return backup.path.is_file() and backup.path.stat().st_size == backup.size
