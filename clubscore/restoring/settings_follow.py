"""The settings of a restored club, which are written after its database. A mark file exists between the two writes.

A database with another club's clock and currency would be neither club, so no server starts while the mark is there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from clubscore.backups.durable import sync_file, sync_folder
from clubscore.configuration import club_env
from clubscore.configuration.places import restore_as_typed_here
from clubscore.refusals import Refused
from clubscore.restoring.files import RestorableFile
from clubscore.upkeep.restore_mark import MARK, restore_mark


class RestoreUnfinished(Refused):
    """The error that a restore has replaced the database, but not written its settings. The message says what to do."""


@contextmanager
def settings_follow(found: RestorableFile) -> Iterator[None]:
    """After the block, which restores the club of the file `found`, write the club's settings that are missing here.

    If settings are missing, the mark exists from before the block until they are written, so a killed process leaves
    it. If the block fails, nothing was changed, and the mark stays only if an earlier restore had left it. Raises
    RestoreUnfinished if the settings cannot be written.
    """
    mark = restore_mark()
    was_unfinished = mark.exists()
    try:
        if found.missing_settings:
            _leave_mark(found.path)
        yield
    except Exception:
        if not was_unfinished:
            mark.unlink(missing_ok=True)
        raise
    _write(found, mark)


def _leave_mark(source: Path) -> None:
    """Write the mark of a restore that is not finished, completely or not at all. `source` is the restored file."""
    mark = restore_mark()
    beside = mark.with_name(f"{MARK}.new")
    try:
        beside.write_text(f"{source}\n", encoding="utf-8", errors="surrogateescape")
        sync_file(beside)
        beside.replace(mark)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(mark.parent)


def _write(found: RestorableFile, mark: Path) -> None:
    """Store the settings of the file that are missing here, and remove the mark.

    Raises RestoreUnfinished if that fails.
    """
    try:
        if found.missing_settings:
            sync_file(club_env.write(settings.DATA_DIR, found.missing_settings))
        mark.unlink(missing_ok=True)
        sync_folder(mark.parent)
    except (OSError, ValueError) as error:
        raise _unfinished(
            f"The club is back, but its settings cannot be written: {error}.",
            found.path,
        ) from error


def require_finished_restore() -> None:
    """Require that no earlier restore ended before its settings were written. Raises RestoreUnfinished."""
    mark = restore_mark()
    if not mark.exists():
        return
    source = Path(mark.read_text(encoding="utf-8", errors="surrogateescape").strip())
    raise _unfinished(
        "A restore was cut off in its last step: the club may have the clock of another.",
        source,
    )


def _unfinished(what: str, source: Path) -> RestoreUnfinished:
    again = restore_as_typed_here(source)
    return RestoreUnfinished(
        f"{what} Do it again: {again}. Or go on with the club as it is, and delete {restore_mark()}"
    )
