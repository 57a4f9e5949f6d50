"""Recognising an empty database where a club was before, so that nobody makes a new club there by mistake.

A club may be missing because a restore of an earlier version was interrupted, because its disk is not connected, or
because somebody moved a file. A start that made an empty club there would look like the loss of everything.
"""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from clubscore.backups.addresses import SCRATCH
from clubscore.backups.notes import newest_backup
from clubscore.configuration import club_env
from clubscore.configuration.places import as_typed_here, restore_as_typed_here
from clubscore.refusals import Refused
from clubscore.restoring.aside import FOLDER, PREFIX
from clubscore.restoring.settings_follow import require_finished_restore
from clubscore.upkeep.new_database import is_empty_database

OF_A_CLUB = "CLUB_NAME"
"""The setting that shows that a club was set up here: every club has it after its setup."""


class ClubIsAway(Refused):
    """The error that this installation's club is missing. The message says what is left, and how to restore it."""


def require_no_lost_club() -> None:
    """Require that the database is not empty if there are traces of an earlier club, such as a backup.

    A scratch database is always allowed. Raises ClubIsAway if the earlier club is missing, RestoreUnfinished if a
    restore ended before it had written the settings.
    """
    name = str(connection.settings_dict["NAME"])
    if SCRATCH in name:
        return
    require_finished_restore()
    if not is_empty_database():
        return
    if not (traces := list(_traces())):
        return
    raise ClubIsAway(
        f"The database {name} is empty, and a club was here: there is {', '.join(traces)}. "
        "If its database is elsewhere, put it back, or say in DATABASE_URL or CLUB_DATA_DIR where it is. "
        f"Else bring the club back: {restore_as_typed_here(_newest_copy())}. "
        f"Only a new and empty club is made by {as_typed_here('club')}. Nothing was changed."
    )


def _traces() -> Iterator[str]:
    if OF_A_CLUB in club_env.values_of(settings.DATA_DIR / club_env.FILE):
        yield str(settings.DATA_DIR / club_env.FILE)
    if newest := newest_backup():
        yield f"the backup {newest.path}"
    for folder in _folders():
        yield from map(str, _aside(folder)[:1])
        yield from map(str, _left_by_restores(folder)[:1])


def _newest_copy() -> Path | None:
    """The newest file from which the club can be restored: the newest backup or a copy put aside; None without any."""
    copies = [
        file
        for folder in _folders()
        for moved in _aside(folder)
        for file in _databases_in(moved)
    ]
    if newest := newest_backup():
        copies.append(newest.path)
    return max(copies, key=lambda file: file.stat().st_mtime, default=None)


def _folders() -> list[Path]:
    """The folders in which restores work: the data folder, and the folder of an SQLite database."""
    folders = [Path(settings.DATA_DIR)]
    if connection.vendor == "sqlite":
        folders.append(Path(connection.settings_dict["NAME"]).parent)
    return list(dict.fromkeys(folders))


def _aside(folder: Path) -> list[Path]:
    """The folders with databases that were put aside, the newest first."""
    return sorted((folder / FOLDER).glob("*"), reverse=True)


def _databases_in(folder: Path) -> list[Path]:
    """The SQLite databases and PostgreSQL dumps in the folder, without SQLite's own files beside them."""
    return [*folder.glob("*.sqlite3"), *folder.glob("*.pgdump")]


def _left_by_restores(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"{PREFIX}*"))
