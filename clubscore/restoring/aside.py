"""Replacing a database by a new one in one step, with a copy of the old database kept aside."""

import os
import shutil
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from clubscore.backups.durable import sync_file, sync_folder

FOLDER = "aside"
PREFIX = ".restoring-"
"""The beginning of the names of a restore's temporary folders. Only a killed process leaves such a folder."""
_LOG = ("-wal", "-shm")
"""The endings of the names of files that SQLite keeps beside a database. These files are part of the database."""


def clear_working_folders(folder: Path) -> None:
    """Delete the temporary folders that killed restores have left in this folder.

    Call it only after a club was restored, while holding the lock of restores. Until then one of the temporary folders
    may have the last copy of the club, or the file that is being restored.
    """
    for left in folder.glob(f"{PREFIX}*"):
        shutil.rmtree(left, ignore_errors=True)


def put_aside(copy: Callable[[Path], None], *, beside: Path, now: datetime) -> Path:
    """Let `copy` write a copy of the club into a new folder, and return the final path of the folder.

    The folder is in `beside`/aside and is named for the time `now`. If `copy` ends early, as for lack of room, nothing
    is left there: a part of a club could pass for a whole one.
    """
    with TemporaryDirectory(dir=beside, prefix=PREFIX) as working:
        made = Path(working, FOLDER)
        made.mkdir()
        copy(made)
        sync_folder(made)
        (beside / FOLDER).mkdir(exist_ok=True)
        there = made.rename(_new_name(beside / FOLDER, now))
    for changed_folder in (there.parent, beside):
        sync_folder(changed_folder)
    return there


def _new_name(folder: Path, now: datetime) -> Path:
    """An unused path in the folder, named for the time."""
    name = f"{now:%Y-%m-%dT%H-%M-%S}"
    number, there = 1, folder / name
    while there.exists():
        number += 1
        there = folder / f"{name}-{number}"
    return there


def replace_database(database: Path, *, by: Path, now: datetime) -> Path | None:
    """Put the file `by`, on the same disk, in the place of an SQLite database that nobody has open.

    Returns the folder with a copy of the old database; None if there was none. If this ends early, for lack of room or
    by a power cut, either the old or the new database is in place, complete.
    """
    log = [Path(f"{database}{ending}") for ending in _LOG]
    there = [path for path in (database, *log) if path.exists()]
    aside = (
        put_aside(_copier_of(there), beside=database.parent, now=now) if there else None
    )
    sync_file(by)
    for path in log:
        # A log is only there beside a damaged file; SQLite would play it onto the new one.
        path.unlink(missing_ok=True)
    os.replace(by, database)
    sync_folder(database.parent)
    return aside


def _copier_of(files: Iterable[Path]) -> Callable[[Path], None]:
    def copy_into(folder: Path) -> None:
        for path in files:
            copy = folder / path.name
            shutil.copyfile(path, copy)
            sync_file(copy)
            # Its time says how new it is, not when it went aside.
            shutil.copystat(path, copy)

    return copy_into
