"""The tables of a PBN file: rows of cells under named columns."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from scoring.said import said
from scoring.text.hands.pbn_tags import PbnText, Tag
from scoring.text.lines import InvalidLine

_COLUMN: Final = re.compile(r"[+-]?(?P<name>[^\\]*?)(?:\\[0-9]*[LR]?)?")
_CELL: Final = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"|(\S+)')
_ESCAPED: Final = re.compile(r"\\(.)")
_NOTHING: Final = ("-", "?")
_ARTIFICIAL: Final = "^"
MOST_ROWS: Final = 5_000


class TableRow(NamedTuple):
    """A row of a table."""

    cells: Mapping[str, str]
    """The texts by the names of their columns, in small letters; empty for what is not known or does not exist."""
    artificial: frozenset[str]
    """The columns with the mark of an artificial score."""
    line: int

    def text(self, *names: str) -> str:
        """The text of the first of these columns that has one; empty without."""
        for name in names:
            if text := self.cells.get(name.lower()):
                return text
        return ""


def table_rows(text: PbnText, tag: Tag) -> Iterator[TableRow]:
    """Yield the rows of the table that a tag begins.

    Cells are divided by blanks. A row is a line; if no line has as many cells as there are columns, the cells of all
    lines are taken together.

    Raises:
        InvalidLine: for a row with too few or too many cells, and for too many rows.
    """
    columns = _columns(tag)
    lines: list[tuple[int, list[str]]] = []
    for line, words in text.section_after(tag):
        if len(lines) == MOST_ROWS:
            message = said("A table has at most {most} rows.", most=MOST_ROWS)
            raise InvalidLine(message, line=line, column=1)
        lines.append((line, list(_cells(words))))

    if lines and not any(len(cells) == len(columns) for _, cells in lines):
        flat = [cell for _, cells in lines for cell in cells]
        if len(flat) % len(columns) == 0:
            first = lines[0][0]
            lines = []
            for start in range(0, len(flat), len(columns)):
                lines.append((first, flat[start : start + len(columns)]))

    for line, cells in lines:
        yield _row(columns, cells, line)


def _columns(tag: Tag) -> list[str]:
    """The names of the columns in small letters. Raises InvalidLine for a table without columns."""
    names = []
    for text in tag.value.split(";"):
        column = _COLUMN.fullmatch(text.strip())
        if column is None:
            tag.refuse(said("“{text}” is no column of a table.", text=text[:20]))
        names.append(column["name"].strip().lower())
    return names


def _cells(text: str) -> Iterator[str]:
    for quoted, plain in _CELL.findall(text):
        yield plain or _ESCAPED.sub(r"\1", quoted)


def _row(columns: list[str], cells: list[str], line: int) -> TableRow:
    """The row of a line. Raises InvalidLine unless it has a cell for each column.

    Names without quotes may have blanks: if the last column has names, it takes what is left.
    """
    if len(cells) > len(columns) and columns[-1].startswith("names"):
        last = len(columns) - 1
        cells = [*cells[:last], " ".join(cells[last:])]
    if len(cells) != len(columns):
        form = "This table has {columns} columns, and this row has {cells}."
        message = said(form, columns=len(columns), cells=len(cells))
        raise InvalidLine(message, line=line, column=1)

    texts, artificial = {}, set()
    for name, cell in zip(columns, cells, strict=True):
        if cell.startswith(_ARTIFICIAL):
            artificial.add(name)
            cell = cell[1:]
        texts[name] = "" if cell in _NOTHING else cell.strip()
    return TableRow(texts, frozenset(artificial), line)


def names_of(text: str) -> tuple[str, ...]:
    """The players that a cell or a tag names, divided by semicolons, dashes or ampersands.

    >>> names_of("Ann Smith;Bob"), names_of("Ann - Bob"), names_of("")
    (('Ann Smith', 'Bob'), ('Ann', 'Bob'), ())
    """
    for divider in (";", " - ", " & ", " / ", "/", "&", "–"):
        if divider in text:
            return tuple(_stripped(text.split(divider)))
    return tuple(_stripped([text]))


def _stripped(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if name.strip():
            yield " ".join(name.split())
