"""A club as a new SQLite database, up to date and looked at, before it takes anybody's place."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from clubscore.backups.addresses import SCRATCH, sqlite_url
from clubscore.backups.children import manage
from clubscore.backups.sqlite_copy import copy_without_sessions, in_one_file, refuse_damaged
from clubscore.restoring.files import CannotRestore, Found, Kind


@contextmanager
def scratch_club(found: Found, *, beside: Path) -> Iterator[Path]:
    """The club of this file in a database of this version, in the folder `beside`, as long as the block runs.

    Raises CannotRestore, UnreadableDatabase.
    """
    beside.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(dir=beside, prefix=".restoring-") as folder:
        path = Path(folder, f"{SCRATCH}.sqlite3")
        if found.kind is Kind.SQLITE:
            copy_without_sessions(found.path, path)  # which also reads a log that may lie beside it
            refuse_damaged(path)
        on_scratch("migrate", "--verbosity=0", path=path, found=found)
        if found.kind is Kind.ARCHIVE:
            on_scratch("import_club", str(found.path), path=path, found=found)
        in_one_file(path)
        yield path


def on_scratch(*words: str, path: Path, found: Found) -> None:
    """Run a command on a scratch database, with the settings that the club will have. Raises CannotRestore."""
    must_succeed(*words, environment=found.missing_settings | {"DATABASE_URL": sqlite_url(path)})


def must_succeed(*words: str, environment: Mapping[str, str]) -> None:
    """Run a command that asks nobody for a backup first. Raises CannotRestore with what it says."""
    outcome = manage(*words, **{"SECRET_KEY": secrets.token_urlsafe(50), "BACKUP_AT": "never", **environment})
    if outcome.code:
        raise CannotRestore(outcome.reason)
