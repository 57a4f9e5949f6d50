"""A new database in the place of the one that is there, in one step; of what was there, a copy aside."""

import os
import shutil
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from clubscore.backups.durable import sync_file, sync_folder

FOLDER = "aside"
_LOG = ("-wal", "-shm")
"""The files that SQLite may keep beside a database, by how their names end. They belong to it."""


def new_folder_aside(*, beside: Path, now: datetime) -> Path:
    """A new folder in `beside`/aside, named for the moment."""
    name = f"{now:%Y-%m-%dT%H-%M-%S}"
    number, there = 1, beside / FOLDER / name
    while there.exists():
        number += 1
        there = beside / FOLDER / f"{name}-{number}"
    there.mkdir(parents=True)
    return there


def replace_database(database: Path, *, by: Path, now: datetime) -> Path | None:
    """Put the file `by`, of the same disk, in the place of an SQLite database that nobody has open.

    Returns the folder with a copy of what was there; None where nothing was. Whatever ends this early, a lack of
    room or of current, leaves the one or the other at the place, and it is whole.
    """
    log = [Path(f"{database}{ending}") for ending in _LOG]
    there = [path for path in (database, *log) if path.exists()]
    aside = _copied_aside(there, beside=database.parent, now=now) if there else None
    sync_file(by)
    for path in log:
        path.unlink(missing_ok=True)  # a log is only there beside a damaged file; SQLite would play it onto the new one
    os.replace(by, database)
    sync_folder(database.parent)
    return aside


def _copied_aside(files: Iterable[Path], *, beside: Path, now: datetime) -> Path:
    folder = new_folder_aside(beside=beside, now=now)
    for path in files:
        copy = folder / path.name
        shutil.copyfile(path, copy)
        sync_file(copy)
    for each in (folder, folder.parent, beside):
        sync_folder(each)
    return folder
