"""Sheets of LibreOffice's spreadsheets (.ods), read as a stream.

One element may stand for many equal cells or rows (`…-repeated`). Empty cells are counted, too, because otherwise all
following cells would be in a wrong column.
"""

from collections.abc import Iterator
from typing import Any
from zipfile import ZipFile

from defusedxml.ElementTree import iterparse

from clubscore.members.importing.spreadsheets.sheets import (
    LINES_READ,
    MOST_COLUMNS,
    RowsRead,
    SpreadsheetSheet,
    in_one_line,
    number_text,
)

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_OFFICE, _TABLE, _TEXT = (
    f"{{{_OASIS}{name}:1.0}}" for name in ("office", "table", "text")
)
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_PARAGRAPH = f"{_TEXT}p"
_BLANKS = frozenset(f"{_TEXT}{name}" for name in ("s", "tab", "line-break"))


def sheets_of(packed: ZipFile) -> Iterator[SpreadsheetSheet]:
    """The sheets of the file, in their order."""
    left = LINES_READ
    name, read = "", RowsRead(at_most=left)
    with packed.open("content.xml") as content:
        for event, element in iterparse(content, events=("start", "end")):
            if element.tag == f"{_TABLE}table":
                if event == "end":
                    left -= len(read.rows)
                    yield SpreadsheetSheet(name, read.rows)
                    element.clear()
                else:
                    name, read = (
                        element.get(f"{_TABLE}name", ""),
                        RowsRead(at_most=left),
                    )
            elif element.tag == f"{_TABLE}table-row" and event == "end":
                read.add(_texts(element), _repeated(element, "rows"))
                element.clear()


def _texts(row: Any) -> list[str]:
    """The text of each cell of a row."""
    cells: list[str] = []
    for cell in row:
        if cell.tag in _CELLS:
            times = min(_repeated(cell, "columns"), MOST_COLUMNS - len(cells))
            cells += [_text(cell)] * times
    return cells


def _repeated(element: Any, what: str) -> int:
    """The number of equal cells or rows for which the element stands. `what` is `columns` or `rows`."""
    return max(1, int(element.get(f"{_TABLE}number-{what}-repeated", "1")))


def _text(cell: Any) -> str:
    shown = in_one_line(
        " ".join(
            "".join(_words(paragraph))
            for paragraph in cell
            if paragraph.tag == _PARAGRAPH
        )
    )
    match cell.get(f"{_OFFICE}value-type"):
        case "date":
            return (
                str(cell.get(f"{_OFFICE}date-value", shown))
                .removesuffix("T00:00:00")
                .replace("T", " ")
            )
        case "float":
            return number_text(float(cell.get(f"{_OFFICE}value", "0")), shown)
        case "boolean":
            return str(cell.get(f"{_OFFICE}boolean-value", shown))
    return shown


def _words(element: Any) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag in _BLANKS:
            yield " "
        elif child.tag != f"{_OFFICE}annotation":
            yield from _words(child)
        yield child.tail or ""
