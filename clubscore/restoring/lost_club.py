"""An empty database in a place where a club was: nobody makes a new one there by mistake.

A club may be away because a restore of an earlier version was cut off, because its disk is not connected, because
somebody moved a file. A start that made an empty club there would look like the loss of everything.
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
"""The setting that each club has which was set up, and that nobody needs for anything else."""


class ClubIsAway(Refused):
    """There is no club where there was one. The message says what is left of it, and how it comes back."""


def require_no_lost_club() -> None:
    """Raises ClubIsAway: the database is empty, and there are traces of a club. Raises RestoreUnfinished.

    A scratch database may always be filled.
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
    """The file that was written last, of the newest backup and what is aside; None where there is none."""
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
    """The folders in which restores work: that of the data, and that of an SQLite database."""
    folders = [Path(settings.DATA_DIR)]
    if connection.vendor == "sqlite":
        folders.append(Path(connection.settings_dict["NAME"]).parent)
    return list(dict.fromkeys(folders))


def _aside(folder: Path) -> list[Path]:
    """The folders of what was moved aside, the newest first."""
    return sorted((folder / FOLDER).glob("*"), reverse=True)


def _databases_in(folder: Path) -> list[Path]:
    """The SQLite database of this installation or a dump of PostgreSQL, without what SQLite keeps beside it."""
    return [*folder.glob("*.sqlite3"), *folder.glob("*.pgdump")]


def _left_by_restores(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"{PREFIX}*"))
