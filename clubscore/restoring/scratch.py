"""A restored club in a new SQLite database, migrated and checked, before it replaces another club."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from clubscore.backups.addresses import SCRATCH, sqlite_url
from clubscore.backups.children import manage
from clubscore.backups.sqlite_copy import (
    copy_without_sessions,
    in_one_file,
    require_undamaged,
)
from clubscore.restoring.aside import PREFIX
from clubscore.restoring.files import CannotRestore, FileKind, RestorableFile


@contextmanager
def scratch_file(*, beside: Path) -> Iterator[Path]:
    """The path for a new SQLite database, in a temporary folder in `beside` that is deleted after the block."""
    beside.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(dir=beside, prefix=PREFIX) as folder:
        yield Path(folder, f"{SCRATCH}.sqlite3")


@contextmanager
def scratch_club(found: RestorableFile, *, beside: Path) -> Iterator[Path]:
    """The path of a new SQLite database with the club of the file `found`, as long as the block runs.

    The database has the tables of this version, and is in a temporary folder in `beside`. Raises CannotRestore if the
    club cannot be brought up to date or imported, UnreadableDatabase if an SQLite file is damaged.
    """
    with scratch_file(beside=beside) as path:
        if found.kind is FileKind.SQLITE:
            # Which also reads a log that may lie beside it.
            copy_without_sessions(found.path, path)
            require_undamaged(path)
        on_scratch("migrate", "--verbosity=0", url=sqlite_url(path), found=found)
        if found.kind is FileKind.ARCHIVE:
            on_scratch(
                "import_club", str(found.path), url=sqlite_url(path), found=found
            )
        in_one_file(path)
        yield path


def on_scratch(*words: str, url: str, found: RestorableFile) -> None:
    """Run a command of `manage.py` on the scratch database at `url`, with the settings that the club will have.

    The command does not make a backup first. If it fails, CannotRestore is raised with its error.
    """
    environment = {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "BACKUP_AT": "never",
        **found.missing_settings,
    }
    outcome = manage(*words, **environment | {"DATABASE_URL": url})
    if outcome.code:
        raise CannotRestore(outcome.reason)
