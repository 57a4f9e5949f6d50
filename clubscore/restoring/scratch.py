"""A restored club in a new SQLite database, migrated and checked, before it replaces another club."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
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
def scratch_club(
    found: RestorableFile, *, beside: Path, by: str | None, now: datetime
) -> Iterator[Path]:
    """The path of a new SQLite database with the club of the file `found`, as long as the block runs.

    Its audit has the restore already: see `note_on_scratch`.
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
        note_on_scratch(found, url=sqlite_url(path), by=by, now=now)
        in_one_file(path)
        yield path


def note_on_scratch(
    found: RestorableFile, *, url: str, by: str | None, now: datetime
) -> None:
    """Put the restore of the file into the audit of the club in the scratch database, before it takes its place.

    So a restored club never lacks it, whenever the restore is killed. `by` is the sign-in name of the member who asked
    for the restore; None if somebody typed it at the prompt.
    """
    words = [str(found.path), f"--now={now.isoformat()}"]
    if found.made_at:
        words.append(f"--made-at={found.made_at.isoformat()}")
    if by is not None:
        words.append(f"--by={by}")
    on_scratch("note_restore", *words, url=url, found=found)


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
