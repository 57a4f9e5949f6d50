"""Restore an archive in an empty installation: all of it, or nothing."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.color import no_style
from django.db import connection

from clubscore import __version__
from clubscore.archive.catalogue import archived_models
from clubscore.archive.manifest import (
    NAME,
    Manifest,
    UnusableArchive,
    label,
    migrations_here,
)
from clubscore.archive.reading import (
    bring_in,
    manifest_of,
    opened_archive,
    require_no_loose_ends,
)
from clubscore.archive.rows import reader_of
from clubscore.backups.addresses import SCRATCH, sqlite_url
from clubscore.backups.children import manage
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.upkeep.models import Demonstration


def unpack(*, path: Path) -> Manifest:
    """Import every row of an archive, with its former id, in one transaction. Returns the manifest.

    Only the row that marks a demonstration club is not imported. Raises UnusableArchive if the database has rows
    already, and for a file that is damaged, foreign, incomplete, changed by hand or
    made by a newer version.
    """
    _require_empty_database()
    with _as_of_this_version(path) as current, write_transaction():
        _require_empty_database()
        with opened_archive(current) as (packed, manifest):
            listed_models = [listed.model for listed in manifest.row_files]
            if listed_models != [label(model) for model in archived_models()]:
                raise UnusableArchive(
                    f"Its {NAME} does not list the rows that this version has: it was changed by hand."
                )
            for model, listed in zip(
                archived_models(), manifest.row_files, strict=True
            ):
                # No club that somebody brings along may be thrown away by a command.
                if model is not Demonstration:
                    bring_in(packed, model, listed, reader_of(model))
        _settle_keys()
        _require_names()
    return manifest


@contextmanager
def _as_of_this_version(path: Path) -> Iterator[Path]:
    """The path of the archive in the format of this version, as long as the block runs.

    It is `path` itself, or a temporary file if the archive of an earlier version had to be converted. Raises
    UnusableArchive if that fails.
    """
    manifest = manifest_of(path)
    if not is_older(manifest):
        yield path
        return
    with TemporaryDirectory(prefix="clubscore-") as folder:
        written = Path(folder, "club.zip")
        outcome = manage(
            *("update_archive", str(path.resolve()), str(written)),
            CLUB_DATA_DIR=folder,
            DATABASE_URL=sqlite_url(Path(folder, f"{SCRATCH}.sqlite3")),
            SECRET_KEY=secrets.token_urlsafe(50),
            CLUB_NAME=manifest.club,
            CLUB_CURRENCY=manifest.currency,
            TIME_ZONE=manifest.time_zone,  # days and evenings of rows that a migration works out hang on it
        )
        if outcome.code:
            raise UnusableArchive(
                f"It could not be brought up to date: {outcome.reason}"
            )
        yield written


def is_older(manifest: Manifest) -> bool:
    """True if this version has migrations that the archive does not have.

    Raises UnusableArchive if a newer version has made the archive.
    """
    here, there = set(migrations_here()), set(manifest.migrations)
    if unknown := sorted(there - here):
        maker = "a newer Clubscore"
        if manifest.version not in {"", __version__}:
            maker = f"Clubscore {manifest.version}"
        raise UnusableArchive(
            f"It was made by {maker}, and this is "
            f"Clubscore {__version__}, which does not know {', '.join(unknown)}. Install that version or a later one."
        )
    return there != here


def _require_empty_database() -> None:
    for model in archived_models():
        if model._base_manager.exists():
            raise UnusableArchive(
                f"There are {model._meta.verbose_name_plural} in this database already. An archive is brought only "
                "into an empty one: set another up with `manage.py migrate`, and create nobody in it."
            )


def _settle_keys() -> None:
    """Check that every foreign key points to a row, and let new rows get ids above the highest id.

    Raises UnusableArchive for a key without its row.
    """
    require_no_loose_ends()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(
            no_style(), archived_models()
        ):
            cursor.execute(statement)


def _require_names() -> None:
    """Require that every member has a name, because pages show its first word. Raises UnusableArchive."""
    if not all(name.strip() for name in Member.objects.values_list("name", flat=True)):
        raise UnusableArchive("A member in it has no name: it was changed by hand.")
