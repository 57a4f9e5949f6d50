"""Writing of a ZIP: its files one after the other, each with its checksum, without holding a whole file in memory."""

import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from tempfile import TemporaryFile
from typing import IO, TextIO, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils import timezone

READABLE_BY_THE_OWNER = 0o600 << 16
# No ZIP can name an earlier time; a computer without a battery may think it is 1970.
OLDEST = (
    1980,
    1,
    1,
    0,
    0,
    0,
)


class ZipWriter:
    """A context manager that writes a ZIP into an open file. `checksums` has each finished file's checksum (hex)."""

    def __init__(self, file: IO[bytes], *, now: datetime) -> None:
        self._zip = ZipFile(file, "w")
        self._stamp = max(timezone.localtime(now).timetuple()[:6], OLDEST)
        self.checksums: dict[str, str] = {}

    @contextmanager
    def text(self, name: str) -> Iterator[TextIO]:
        """Open a text file inside the ZIP. It must be closed before the next file is opened."""
        entry = ZipInfo(name, self._stamp)
        entry.compress_type, entry.external_attr = ZIP_DEFLATED, READABLE_BY_THE_OWNER
        with self._zip.open(entry, "w", force_zip64=True) as packed:
            tally = _Tally(packed)
            with io.TextIOWrapper(
                io.BufferedWriter(tally, 1 << 16), encoding="utf-8", newline=""
            ) as text:
                yield text
        self.checksums[name] = tally.hash.hexdigest()

    def copy(self, name: str, written: TextIO) -> None:
        """Add the text of a temporary file to the ZIP under this name."""
        written.seek(0)
        with self.text(name) as text:
            shutil.copyfileobj(written, text)

    def __enter__(self) -> "ZipWriter":
        return self

    def __exit__(self, *error: object) -> None:
        self._zip.close()


class _Tally(io.RawIOBase):
    """A binary stream that passes everything on to another stream, and computes the SHA-256 checksum (`hash`)."""

    def __init__(self, onto: IO[bytes]) -> None:
        self._onto = onto
        self.hash = sha256()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        content = bytes(cast(bytes, data))
        self.hash.update(content)
        self._onto.write(content)
        return len(content)


@contextmanager
def put_aside() -> Iterator[TextIO]:
    """A temporary text file as long as the block runs, for text that `ZipWriter.copy` adds to the ZIP later.

    It is needed because only one file of a ZIP can be open at a time.
    """
    with TemporaryFile("w+", encoding="utf-8", newline="") as file:
        yield cast(TextIO, file)
