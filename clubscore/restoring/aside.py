"""A new database in the place of the one that is there, in one step; of what was there, a copy aside."""

import os
import shutil
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from clubscore.backups.durable import sync_file, sync_folder

FOLDER = "aside"
PREFIX = ".restoring-"
"""The names of folders in which a restore works begin so. Only a process that was killed leaves one."""
_LOG = ("-wal", "-shm")
"""The files that SQLite may keep beside a database, by how their names end. They belong to it."""


def clear_working_folders(folder: Path) -> None:
    """Delete what restores that were killed have left in the folder, once another club is in place.

    Not before: one of them may be the last copy, and the file that is being restored. The caller holds the lock of the
    restores.
    """
    for left in folder.glob(f"{PREFIX}*"):
        shutil.rmtree(left, ignore_errors=True)


def put_aside(copy: Callable[[Path], None], *, beside: Path, now: datetime) -> Path:
    """Call `copy` with a new folder, and return it as it is named then: for the moment, in `beside`/aside.

    Whatever ends that early, such as a lack of room, leaves nothing there: a part of a club would pass for one.
    """
    with TemporaryDirectory(dir=beside, prefix=PREFIX) as working:
        made = Path(working, FOLDER)
        made.mkdir()
        copy(made)
        sync_folder(made)
        (beside / FOLDER).mkdir(exist_ok=True)
        there = made.rename(_new_name(beside / FOLDER, now))
    for each in (there.parent, beside):
        sync_folder(each)
    return there


def _new_name(folder: Path, now: datetime) -> Path:
    """A path in the folder where nothing is, named for the moment."""
    name = f"{now:%Y-%m-%dT%H-%M-%S}"
    number, there = 1, folder / name
    while there.exists():
        number += 1
        there = folder / f"{name}-{number}"
    return there


def replace_database(database: Path, *, by: Path, now: datetime) -> Path | None:
    """Put the file `by`, of the same disk, in the place of an SQLite database that nobody has open.

    Returns the folder with a copy of what was there; None where nothing was. Whatever ends this early, a lack of
    room or of current, leaves the one or the other at the place, and it is whole.
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
