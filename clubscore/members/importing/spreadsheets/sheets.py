"""A sheet of a spreadsheet, with rows and columns at the positions that the spreadsheet program shows."""

from collections.abc import Sequence
from dataclasses import dataclass

LINES_READ = 20_000  # of all sheets of a file
LARGEST_GAP = 1_000  # empty rows; what formatting reaches ends in more of them: an empty sheet can have a million
MOST_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class SpreadsheetSheet:
    """A sheet with the text of each cell. Row 1 of the spreadsheet is `rows[0]`, even if it is empty."""

    name: str
    rows: list[list[str]]

    @property
    def has_rows(self) -> bool:
        return any(any(row) for row in self.rows)


def number_text(value: float, shown: str = "") -> str:
    """A number as it was typed: `42` for 42.0. The text `shown` is returned if it only adds zeros in front: `0042`."""
    text = (
        str(int(value))
        if float(value).is_integer() and abs(value) < 1e15
        else f"{value:.15g}"
    )
    return shown if shown.isdigit() and shown.lstrip("0") == text.lstrip("0") else text


def in_one_line(text: str) -> str:
    """The text without line breaks and tabs, which would end a line or a cell of the list."""
    return " ".join(text.split())


class RowsRead:
    """A collector of the rows of one sheet while the sheet is read.

    Empty rows at the end, and empty cells at the end of a row, are dropped. So is everything after a gap of more than
    LARGEST_GAP empty rows, and after `at_most` rows.
    """

    def __init__(self, *, at_most: int) -> None:
        self.rows: list[list[str]] = []
        self._empty = 0
        self._at_most = at_most

    @property
    def is_complete(self) -> bool:
        """True if all further rows of the sheet would be dropped, so that reading can end."""
        return self._empty > LARGEST_GAP or len(self.rows) >= self._at_most

    def add(self, row: Sequence[str], times: int = 1) -> None:
        """Add the next row of the sheet by the texts of its cells, or `times` equal rows."""
        filled = list(row[: _length(row)])
        if not filled:
            self._empty += times
        elif not self.is_complete:
            self.rows += [[]] * self._empty
            self.rows += [filled] * min(times, self._at_most)
            self._empty = 0
            del self.rows[self._at_most :]


def _length(row: Sequence[str]) -> int:
    """The number of cells up to the last with a value."""
    return next((number for number in range(len(row), 0, -1) if row[number - 1]), 0)
