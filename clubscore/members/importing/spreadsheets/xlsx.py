"""Reading the sheets of Excel's workbooks (.xlsx) as rows of texts."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from io import BytesIO
from typing import Any

from openpyxl import load_workbook
from openpyxl.cell.read_only import EMPTY_CELL

from clubscore.members.importing.spreadsheets.sheets import (
    LINES_READ,
    MOST_COLUMNS,
    RowsRead,
    SpreadsheetSheet,
    in_one_line,
    number_text,
)


def sheets_of(content: bytes) -> Iterator[SpreadsheetSheet]:
    """The sheets in their order. A cell with a formula has the value that was computed last."""
    book = load_workbook(
        BytesIO(content), read_only=True, data_only=True, keep_links=False
    )
    left = LINES_READ
    try:
        for sheet in book.worksheets:
            read = RowsRead(at_most=left)
            for line in sheet.iter_rows(max_col=MOST_COLUMNS):
                if read.is_complete:
                    break
                read.add(_texts(line))
            left -= len(read.rows)
            yield SpreadsheetSheet(sheet.title, read.rows)
    finally:
        book.close()


def _texts(line: Sequence[Any]) -> list[str]:
    """The text of each cell. Empty for a row without cells, which the library fills with empty cells."""
    if all(cell is EMPTY_CELL for cell in line):
        return []
    return [_text(cell) for cell in line]


def _text(cell: Any) -> str:
    match cell.value:
        case None:
            return ""
        case bool() as value:
            return str(value).lower()
        case int() | float() as value:
            return number_text(value, _with_zeros(value, cell.number_format or ""))
        case datetime() as value if value.time() == time():
            return value.date().isoformat()
        case datetime() as value:
            return value.isoformat(" ", "minutes")
        case date() | time() as value:
            return value.isoformat()
        case value:
            return in_one_line(str(value))


def _with_zeros(number: float, number_format: str) -> str:
    """The number with the zeros in front that a format such as `0000` asks for; empty for any other format."""
    if not re.fullmatch("0+", number_format):
        return ""
    return f"{number:0{len(number_format)}.0f}"
