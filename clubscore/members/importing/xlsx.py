"""Sheets of Excel's workbooks (.xlsx)."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from io import BytesIO
from typing import Any

from openpyxl import load_workbook
from openpyxl.cell.read_only import EMPTY_CELL

from clubscore.members.importing.sheets import (
    LINES_READ,
    MOST_COLUMNS,
    RowsRead,
    Sheet,
    in_one_line,
    number_text,
)


def sheets_of(content: bytes) -> Iterator[Sheet]:
    """The sheets in their order. A formula is the value that was last worked out."""
    book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
    left = LINES_READ
    try:
        for sheet in book.worksheets:
            read = RowsRead(at_most=left)
            for line in sheet.iter_rows(max_col=MOST_COLUMNS):
                if read.is_complete:
                    break
                read.add(_texts(line))
            left -= len(read.rows)
            yield Sheet(sheet.title, read.rows)
    finally:
        book.close()


def _texts(line: Sequence[Any]) -> list[str]:
    """The text of each cell; of a row without a cell, which the library fills up with empty ones, nothing."""
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
            zeros = re.fullmatch("0+", cell.number_format or "")
            return number_text(value, f"{value:0{len(zeros[0])}.0f}" if zeros else "")
        case datetime() as value if value.time() == time():
            return value.date().isoformat()
        case datetime() | date() | time() as value:
            return value.isoformat(*([" ", "minutes"] if isinstance(value, datetime) else []))
        case value:
            return in_one_line(str(value))
