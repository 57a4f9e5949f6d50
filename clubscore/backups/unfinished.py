"""Temporary folders in which backups are written, and the removal of folders that killed processes have left."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from clubscore.backups.held import ALONE, LockHeld, held, take
from clubscore.backups.rotation import forget_lone_notes

PREFIX = ".unfinished-"
MAKER = "maker"
"""The name of the file in a temporary folder that the writing process keeps locked."""
LONG_AGO = timedelta(hours=20)
"""The age at which a temporary folder counts as abandoned, whether it is locked or not. No backup takes longer."""


@contextmanager
def folder_beside(folder: Path) -> Iterator[Path]:
    """A new temporary folder in `folder`, kept as long as the block runs, and locked if the disk has locks.

    Raises OSError if the folder cannot be made.
    """
    with TemporaryDirectory(dir=folder, prefix=PREFIX) as made:
        beside = Path(made)
        try:
            holder = take(beside / MAKER, ALONE)
        except (
            OSError,
            LockHeld,
        ):  # nobody else can hold it, so its disk knows no locks: it is told by its age
            yield beside
            return
        with closing(holder):
            yield beside


def clean_up(folder: Path, *, now: datetime) -> None:
    """Delete the temporary folders in `folder` that processes left when they were killed during a backup.

    If no other process is making a backup there, notes without a backup file are deleted, too.
    """
    there = list(folder.glob(f"{PREFIX}*"))
    abandoned = [
        working_folder for working_folder in there if _is_abandoned(working_folder, now)
    ]
    for working_folder in abandoned:
        shutil.rmtree(working_folder, ignore_errors=True)
    if abandoned == there:  # else a note may be one whose backup follows at once
        forget_lone_notes(folder)


def _is_abandoned(unfinished: Path, now: datetime) -> bool:
    try:
        if (unfinished / MAKER).exists():
            with held(unfinished / MAKER, ALONE):
                return True
    except (OSError, LockHeld):
        pass
    return now.timestamp() - unfinished.stat().st_mtime > LONG_AGO.total_seconds()
