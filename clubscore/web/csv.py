"""CSV files for spreadsheets."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO, TextIOWrapper
from tempfile import TemporaryFile
from typing import TextIO

from django.http import FileResponse, HttpResponse

# Where a cell begins in some spreadsheet, with what begins a formula there: some part cells at semicolons, and some
# take the wide signs of East Asia for the narrow ones.
_BEGINS, _FORMULA = r"(^|[;\t\r\n])", r"(?=[=+\-@\t\r＝＋－＠])"
_UNGUARDED, _GUARDED = (
    re.compile(_BEGINS + _FORMULA),
    re.compile(f"{_BEGINS}'{_FORMULA}"),
)
_BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes the file for Windows-1252

Cell = str | int | float | bool | None


class CsvWriter:
    """Writer of one table into a text file: RFC 4180, UTF-8 with a byte order mark, one header line of identifiers.

    Booleans are 0 or 1, None is empty. Text that a spreadsheet would run as a formula gets a `'` in front: at the
    beginning of a cell, and after a semicolon, a tab or a line break in the cell.
    """

    def __init__(self, file: TextIO, header: Sequence[str]) -> None:
        file.write(_BYTE_ORDER_MARK)
        self._writer = csv.writer(file, lineterminator="\r\n")
        self._writer.writerow(header)

    def add(self, rows: Iterable[Sequence[Cell]]) -> None:
        for row in rows:
            self._writer.writerow([_cell(value) for value in row])


def csv_response(
    filename: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> HttpResponse:
    """A download of a table in the format of CsvWriter."""
    answer = HttpResponse(
        csv_text(header, rows), content_type="text/csv; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{filename}"'
    return answer


def long_csv_response(
    filename: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> FileResponse:
    """A download of a table that grows with the club's history.

    It is written into a temporary file first: this bounds the memory, and an error does not leave half a file.
    """
    file = TemporaryFile()  # noqa: SIM115 - the response closes it after sending
    text = TextIOWrapper(file, encoding="utf-8", newline="")
    CsvWriter(text, header).add(rows)
    text.flush()
    text.detach()
    file.seek(0)
    return FileResponse(
        file,
        as_attachment=True,
        filename=filename,
        content_type="text/csv; charset=utf-8",
    )


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    written = StringIO()
    CsvWriter(written, header).add(rows)
    return written.getvalue()


def _cell(value: Cell) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, bool):
        return int(value)
    return _UNGUARDED.sub(r"\1'", value) if isinstance(value, str) else value


def without_quote(text: str) -> str:
    """Text from a CSV file without the `'` that CsvWriter put in front of a formula."""
    return _GUARDED.sub(r"\1", text)


def rounded(average: float | None) -> float | None:
    """An average rounded to hundredths, for a file; None if there is no average."""
    return None if average is None else round(average, 2)
