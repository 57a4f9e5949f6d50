"""The sheet of a spreadsheet that has the members, with its rows and columns where the person sees them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LINES_READ = 20_000  # far below the last row that formatting reaches: an empty sheet can have a million
MOST_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of each cell. Row 1 of the spreadsheet is `rows[0]`, also when it is empty."""

    name: str
    rows: list[list[str]]

    @property
    def has_rows(self) -> bool:
        return any(any(row) for row in self.rows)


def number_text(value: float, shown: str = "") -> str:
    """A number as it was typed: 42 for 42.0. `shown` counts where it is that number with zeros in front: 0042."""
    text = str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else f"{value:.15g}"
    return shown if shown.isdigit() and shown.lstrip("0") == text.lstrip("0") else text


def in_one_line(text: str) -> str:
    """The text without what ends a line or a cell in the list that is made of the sheet."""
    return " ".join(text.split())


def without_empty_end(rows: Iterable[list[str]]) -> list[list[str]]:
    """The rows up to the last with a value, each up to its last."""
    kept = [row[: _length(row)] for row in rows]
    return kept[: _length(kept)]


def _length(parts: Sequence[object]) -> int:
    """The number of the parts up to the last that is not empty."""
    return next((number for number in range(len(parts), 0, -1) if parts[number - 1]), 0)
