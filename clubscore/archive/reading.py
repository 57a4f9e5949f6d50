"""Reading an archive from an untrusted source: its manifest, and its rows as values for `insert`."""

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO
from zipfile import BadZipFile, ZipFile

from django.db import DatabaseError, IntegrityError, connection
from django.db.models import Model

from clubscore.archive.manifest import NAME, Manifest, RowFile, UnusableArchive
from clubscore.archive.rows import AT_ONCE, Row, UnreadableRow, Values, insert

MANIFEST_AT_MOST = 1_000_000  # bytes
LINE_AT_MOST = 1_000_000
IS_ENCRYPTED = 1  # a bit of a ZIP entry's flags
MANY_TIMES = 500  # no honest row file becomes so much larger by unpacking
MOST_ENTRIES = 20_000  # an archive has some forty, and one more a month


@contextmanager
def opened_archive(path: Path) -> Iterator[tuple[ZipFile, Manifest]]:
    """Open an archive. The block gets the ZIP and the manifest.

    Raises UnusableArchive if the file is no archive or is damaged, even if only the code of the block finds the damage.
    """
    with _damage_explained(path), ZipFile(path) as packed:
        _require_plain_entries(packed)
        yield packed, _manifest(packed)


def manifest_of(path: Path) -> Manifest:
    """The manifest of the archive at this path. Raises UnusableArchive if the file is no archive or is damaged."""
    with opened_archive(path) as (_, manifest):
        return manifest


def bring_in(
    packed: ZipFile, model: type[Model], listed: RowFile, read: Callable[[Row], Values]
) -> None:
    """Insert the rows of the file `listed` into the table of the model.

    `read` is the parser that `reader_of` returns. Raises UnusableArchive if a row cannot be read or inserted, or if the
    rows differ from the manifest.
    """
    rows = _rows(packed, listed, read)
    while portion := list(islice(rows, AT_ONCE)):
        try:
            insert(model, portion)
        except (DatabaseError, ValueError, OverflowError) as error:
            raise UnusableArchive(
                f"Rows of {listed.name} are refused by the database: {error}"
            ) from error


def require_no_loose_ends() -> None:
    """Require that every foreign key points to an existing row. Raises UnusableArchive."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise UnusableArchive(f"Its rows do not fit together: {error}") from error


@contextmanager
def _damage_explained(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise UnusableArchive(f"There is no file {path}.") from error
    except OSError as error:
        raise UnusableArchive(f"{path} cannot be read: {error.strerror}.") from error
    except (BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise UnusableArchive(
            f"{path} is no ZIP file, or a damaged one: {error}."
        ) from error


def _require_plain_entries(packed: ZipFile) -> None:
    """Require at most MOST_ENTRIES files in the ZIP, all with different names. Raises UnusableArchive."""
    names = packed.namelist()
    if len(names) > MOST_ENTRIES:
        raise UnusableArchive(
            f"There are {len(names):,} files in this ZIP: it was not written by Clubscore."
        )
    if len(set(names)) < len(names):
        raise UnusableArchive(
            "Two files in this ZIP have the same name: it was changed by hand."
        )


def _manifest(packed: ZipFile) -> Manifest:
    if NAME not in packed.namelist():
        raise UnusableArchive(
            f"There is no {NAME} in this ZIP: it was not written by Clubscore."
        )
    with _opened(packed, NAME) as file:
        content = file.read(MANIFEST_AT_MOST + 1)
    if len(content) > MANIFEST_AT_MOST:
        raise UnusableArchive(
            f"Its {NAME} is far too long: this was not written by Clubscore."
        )
    return Manifest.from_json(content)


def _rows(
    packed: ZipFile, listed: RowFile, read: Callable[[Row], Values]
) -> Iterator[Values]:
    """The rows of the file. After the last row, their number and checksum are compared with the manifest.

    Raises UnusableArchive if a row cannot be read, or if the number or the checksum differs.
    """
    checksum, number = sha256(), 0
    with _opened(packed, listed.name) as file:
        while line := file.readline(LINE_AT_MOST):
            checksum.update(line)
            number += 1
            try:
                yield read(json.loads(line))
            except (UnreadableRow, ValueError, RecursionError) as error:
                raise UnusableArchive(
                    f"Line {number} of {listed.name} cannot be brought in: {error}."
                ) from error
    if number != listed.rows:
        raise UnusableArchive(
            f"{listed.name} has {number} rows, not {listed.rows}: the archive is not whole."
        )
    if checksum.hexdigest() != listed.sha256:
        raise UnusableArchive(
            f"{listed.name} is not as it was written: its checksum differs."
        )


def _opened(packed: ZipFile, name: str) -> IO[bytes]:
    try:
        entry = packed.getinfo(name)
    except KeyError:
        raise UnusableArchive(
            f"{name} is missing from the ZIP: the archive is not whole."
        ) from None
    if entry.flag_bits & IS_ENCRYPTED:
        raise UnusableArchive(
            f"{name} is locked with a password: unlock the ZIP first."
        )
    # What the entry says may be a lie.
    packed_size = min(entry.compress_size, Path(str(packed.filename)).stat().st_size)
    if entry.file_size > LINE_AT_MOST + MANY_TIMES * packed_size:
        raise UnusableArchive(
            f"{name} would become absurdly large by unpacking: this was not written by Clubscore."
        )
    return packed.open(entry)
