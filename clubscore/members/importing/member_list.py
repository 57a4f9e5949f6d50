"""A list of members from a spreadsheet: cells between commas, semicolons or tabs; the first line names the columns."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO

from clubscore.refusals import Refused
from clubscore.web.csv import without_quote

COLUMNS = (
    "external_id", "first_name", "last_name", "nickname", "email", "phone",
    "role", "status", "joined_on", "national_id", "language", "note",
)  # fmt: skip
OF_OURS = ("member_id", "other_ids")  # in lists written by Clubscore: its own ids, which mean nothing elsewhere
REQUIRED = ("first_name", "last_name")
MORE_NAMES = {
    "id": "external_id", "number": "external_id", "member_number": "external_id", "firstname": "first_name",
    "forename": "first_name", "given_name": "first_name", "surname": "last_name", "lastname": "last_name",
    "family_name": "last_name", "e_mail": "email", "mail": "email", "email_address": "email",
    "telephone": "phone", "mobile": "phone", "joined": "joined_on", "notes": "note",
}  # fmt: skip
MOST_ROWS = 5_000


class UnreadableList(Refused):
    """The list as a whole cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One row under the header: `number` is its line in the file, from 1; `cells` are by column."""

    number: int
    cells: Mapping[str, str]
    problem: str = ""
    """What is wrong with the row as a whole, in a sentence."""


def text_of(content: bytes) -> str:
    """An uploaded file as text: UTF-8 with or without its mark, else what Excel writes on Windows."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def read_list(text: str) -> list[ImportRow]:
    """Return the rows that are not empty.

    Raises UnreadableList for a list without a header that names first and last name, or with too many rows.
    """
    text = text.removeprefix("\ufeff").replace("\0", "")
    reader = csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        header = _columns(next(reader, []))
        rows = list(_rows(reader, header))
    except csv.Error as error:
        raise UnreadableList(f"Line {reader.line_num} cannot be read: {error}.") from error
    if len(rows) > MOST_ROWS:
        raise UnreadableList(f"At most {MOST_ROWS:,} members at once; these are {len(rows):,}.")
    return rows


def _delimiter(text: str) -> str:
    first = text.lstrip().partition("\n")[0]
    return max(",;\t", key=first.count)


def _columns(header: list[str]) -> list[str]:
    names = ["_".join(cell.strip().lower().replace("-", " ").split()) for cell in header]
    columns = [MORE_NAMES.get(name, name) for name in names]
    if missing := [name for name in REQUIRED if name not in columns]:
        raise UnreadableList(f"The first line must name the columns; missing: {', '.join(missing)}.")
    if unknown := [name for name in columns if name and name not in COLUMNS + OF_OURS]:
        raise UnreadableList(f"Unknown columns: {', '.join(unknown)}. Known are {', '.join(COLUMNS)}.")
    if len(set(filter(None, columns))) < len(list(filter(None, columns))):
        raise UnreadableList("Two columns have the same name.")
    return columns


def _rows(reader: Iterator[list[str]], columns: list[str]) -> Iterator[ImportRow]:
    for row in reader:
        number = reader.line_num  # type: ignore[attr-defined]  # a cell may hold several lines
        cells = [_plain(cell) for cell in row]
        if not any(cells):
            continue
        named = {name: cell for name, cell in zip(columns, cells, strict=False) if name}
        surplus = any(cells[len(columns) :])
        yield ImportRow(number, named, f"{len(cells)} cells, but {len(columns)} columns." if surplus else "")


def _plain(cell: str) -> str:
    """The cell without blanks around it, and without the quote that guards against formulas: `'=1+1` is `=1+1`."""
    return without_quote(cell.strip(" \u00a0\r\n"))
