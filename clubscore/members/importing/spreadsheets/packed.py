"""Safe opening of spreadsheets, which are ZIP files: their size is checked before anything is parsed."""

from io import BytesIO
from zipfile import ZipFile

from django.utils.translation import gettext as _

from clubscore.refusals import Refused

MOST_PARTS = 2_000
# Of XML, unpacked: five thousand members with every column full are half of it.
MOST_BYTES = 16 * 1024 * 1024
MOST_TAGS = (
    700_000  # the same; it is the elements, not their bytes, that take the memory
)
# Bytes: each is an object of some kB, and no cell needs them.
MOST_STYLES = 2 * 1024 * 1024
CHUNK = 64 * 1024


class UnreadableList(Refused):
    """The refusal of a list that cannot be read at all. The message says why, and what to do."""


def opened(content: bytes) -> ZipFile:
    """The ZIP file with this content, opened after a check that its unpacked XML is not too large.

    Raises UnreadableList for a file that would fill the memory, and the exceptions of `zipfile` for a damaged file.
    """
    packed = ZipFile(BytesIO(content))
    parts = [
        part for part in packed.infolist() if part.filename.endswith((".xml", ".rels"))
    ]
    styles = sum(
        part.file_size for part in parts if part.filename.endswith("styles.xml")
    )
    if (
        len(packed.infolist()) > MOST_PARTS
        or sum(part.file_size for part in parts) > MOST_BYTES
    ):
        raise _too_much()
    tags = 0
    for part in parts:
        with packed.open(part) as file:
            while chunk := file.read(CHUNK):
                tags += chunk.count(b"<")
                if tags > MOST_TAGS:
                    raise _too_much()
    if styles > MOST_STYLES:
        raise UnreadableList(
            _(
                "The file is full of cell styles: copy the members into a new spreadsheet, values only."
            )
        )
    return packed


def _too_much() -> UnreadableList:
    return UnreadableList(
        _(
            "The file unpacks to far more than a list of members: copy the members into a new spreadsheet, values only."
        )
    )
