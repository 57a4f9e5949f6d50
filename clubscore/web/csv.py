"""Tables as CSV files, for spreadsheets."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO, TextIOWrapper
from tempfile import TemporaryFile
from typing import TextIO

from django.http import FileResponse, HttpResponse

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes the file for Windows-1252

Cell = str | int | float | bool | None


class CsvWriter:
    """Writes a table into an open text file: UTF-8 with a byte order mark, RFC 4180, one header line of identifiers.

    Truth is 0 or 1, None is empty; a text that a spreadsheet would run as a formula gets a `'` in front.
    """

    def __init__(self, file: TextIO, header: Sequence[str]) -> None:
        file.write(_BYTE_ORDER_MARK)
        self._writer = csv.writer(file, lineterminator="\r\n")
        self._writer.writerow(header)

    def add(self, rows: Iterable[Sequence[Cell]]) -> None:
        self._writer.writerows([_cell(value) for value in row] for row in rows)


def csv_response(filename: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """A download, as CsvWriter writes it."""
    answer = HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{filename}"'
    return answer


def long_csv_response(filename: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> FileResponse:
    """The same for a table that grows with the club's history: written into a temporary file, so that it takes no more
    memory, and is whole when it is sent.
    """
    file = TemporaryFile()  # noqa: SIM115 - the answer closes it when it is sent
    text = TextIOWrapper(file, encoding="utf-8", newline="")
    CsvWriter(text, header).add(rows)
    text.flush()
    text.detach()
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=filename, content_type="text/csv; charset=utf-8")


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    written = StringIO()
    CsvWriter(written, header).add(rows)
    return written.getvalue()


def _cell(value: Cell) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def without_quote(text: str) -> str:
    """A text read from a CSV file as it was before `csv_text` guarded it."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


def rounded(average: float | None) -> float | None:
    """An average as it stands in a file: to the hundredth."""
    return None if average is None else round(average, 2)
