"""The backups to keep: the newest of each of 7 days, 5 weeks and 12 months, and three made before an update."""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime, tzinfo
from itertools import islice

from clubscore.backups.notes import Backup, Why

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
    kept = set(islice((each for each in newest_first if each.why is Why.UPDATE), UPDATES))
    for count, period in periods:
        newest: dict[Hashable, Backup] = {}
        for backup in newest_first:
            newest.setdefault(period(backup.made_at.astimezone(zone)), backup)
        kept |= set(islice(newest.values(), count))
    return kept


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


def _is_as_written(backup: Backup) -> bool:
    return backup.path.is_file() and backup.path.stat().st_size == backup.size
