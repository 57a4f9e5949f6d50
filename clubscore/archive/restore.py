"""Restore an archive in an empty installation: all of it, or nothing."""

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO
from zipfile import BadZipFile, ZipFile

from django.core.management.color import no_style
from django.db import DatabaseError, IntegrityError, connection
from django.db.models import Model

from clubscore.archive.catalogue import archived_models
from clubscore.archive.manifest import NAME, Manifest, RowFile, UnusableArchive, label, migrations_here
from clubscore.archive.rows import AT_ONCE, UnreadableRow, Values, insert, reader_of
from clubscore.members.models import Member
from clubscore.write_lock import write_transaction

MANIFEST_AT_MOST = 1_000_000  # bytes
LINE_AT_MOST = 1_000_000
IS_ENCRYPTED = 1  # a bit of a ZIP entry's flags
MANY_TIMES = 500  # no honest row file becomes so much larger by unpacking
MOST_ENTRIES = 20_000  # an archive has some forty, and one more a month


def unpack(*, path: Path) -> Manifest:
    """Bring everything in, with the keys it had, in one transaction.

    Raises UnusableArchive where there are rows already, and for a file that is damaged, foreign, incomplete or made by
    another version.
    """
    with write_transaction():
        _require_empty_database()
        with _damage_explained(path), ZipFile(path) as packed:
            _refuse_odd_entries(packed)
            manifest = _manifest(packed)
            _refuse_another_version(manifest)
            for model, listed in zip(archived_models(), manifest.row_files, strict=True):
                _bring_in(packed, model, listed)
        _settle_keys()
        _refuse_blank_names()
    return manifest


def _require_empty_database() -> None:
    for model in archived_models():
        if model._base_manager.exists():
            raise UnusableArchive(
                f"There are {model._meta.verbose_name_plural} in this database already. An archive is brought only "
                "into an empty one: set another up with `manage.py migrate`, and create nobody in it."
            )


@contextmanager
def _damage_explained(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise UnusableArchive(f"There is no file {path}.") from error
    except OSError as error:
        raise UnusableArchive(f"{path} cannot be read: {error.strerror}.") from error
    except (BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise UnusableArchive(f"{path} is no ZIP file, or a damaged one: {error}.") from error


def _refuse_odd_entries(packed: ZipFile) -> None:
    """Refuse what programs would read differently, and what is made to fill the memory."""
    names = packed.namelist()
    if len(names) > MOST_ENTRIES:
        raise UnusableArchive(f"There are {len(names):,} files in this ZIP: it was not written by Clubscore.")
    if len(set(names)) < len(names):
        raise UnusableArchive("Two files in this ZIP have the same name: it was changed by hand.")


def _manifest(packed: ZipFile) -> Manifest:
    if NAME not in packed.namelist():
        raise UnusableArchive(f"There is no {NAME} in this ZIP: it was not written by Clubscore.")
    with _opened(packed, NAME) as file:
        content = file.read(MANIFEST_AT_MOST + 1)
    if len(content) > MANIFEST_AT_MOST:
        raise UnusableArchive(f"Its {NAME} is far too long: this was not written by Clubscore.")
    return Manifest.from_json(content)


def _refuse_another_version(manifest: Manifest) -> None:
    here, there = set(migrations_here()), set(manifest.migrations)
    if unknown := sorted(there - here):
        raise UnusableArchive(
            f"It was made by a newer Clubscore, which has {', '.join(unknown)}. Update this installation first."
        )
    if missing := sorted(here - there):
        raise UnusableArchive(
            f"It was made by an older Clubscore, without {', '.join(missing)}. Install that version, bring the archive "
            "in there, then update."
        )
    if [listed.model for listed in manifest.row_files] != [label(model) for model in archived_models()]:
        raise UnusableArchive(f"Its {NAME} does not list the rows that this version has: it was changed by hand.")


def _bring_in(packed: ZipFile, model: type[Model], listed: RowFile) -> None:
    rows = _rows(packed, model, listed)
    while portion := list(islice(rows, AT_ONCE)):
        try:
            insert(model, portion)
        except (DatabaseError, ValueError, OverflowError) as error:
            raise UnusableArchive(f"Rows of {listed.name} are refused by the database: {error}") from error


def _rows(packed: ZipFile, model: type[Model], listed: RowFile) -> Iterator[Values]:
    """The rows of the file. After the last one, their number and checksum are compared with the manifest."""
    checksum, number, read = sha256(), 0, reader_of(model)
    with _opened(packed, listed.name) as file:
        while line := file.readline(LINE_AT_MOST):
            checksum.update(line)
            number += 1
            try:
                yield read(json.loads(line))
            except (UnreadableRow, ValueError, RecursionError) as error:
                raise UnusableArchive(f"Line {number} of {listed.name} cannot be brought in: {error}.") from error
    if number != listed.rows:
        raise UnusableArchive(f"{listed.name} has {number} rows, not {listed.rows}: the archive is not whole.")
    if checksum.hexdigest() != listed.sha256:
        raise UnusableArchive(f"{listed.name} is not as it was written: its checksum differs.")


def _opened(packed: ZipFile, name: str) -> IO[bytes]:
    try:
        entry = packed.getinfo(name)
    except KeyError:
        raise UnusableArchive(f"{name} is missing from the ZIP: the archive is not whole.") from None
    if entry.flag_bits & IS_ENCRYPTED:
        raise UnusableArchive(f"{name} is locked with a password: unlock the ZIP first.")
    packed_size = min(
        entry.compress_size, Path(str(packed.filename)).stat().st_size
    )  # what the entry says may be a lie
    if entry.file_size > LINE_AT_MOST + MANY_TIMES * packed_size:
        raise UnusableArchive(f"{name} would become absurdly large by unpacking: this was not written by Clubscore.")
    return packed.open(entry)


def _settle_keys() -> None:
    """Every row points to one that is there; new rows count on from the highest key."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise UnusableArchive(f"Its rows do not fit together: {error}") from error
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), archived_models()):
            cursor.execute(statement)


def _refuse_blank_names() -> None:
    """Every page calls members by the first word of the name."""
    if not all(name.strip() for name in Member.objects.values_list("name", flat=True)):
        raise UnusableArchive("A member in it has no name: it was changed by hand.")
