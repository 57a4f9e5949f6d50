"""A list of members as a table of texts: cells between commas, semicolons or tabs, or names, one a line."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import StringIO

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from openpyxl.utils import get_column_letter

from clubscore.languages.spoken import figure
from clubscore.members.importing.columns import is_heading_row
from clubscore.members.importing.footers import is_footer
from clubscore.members.importing.spreadsheets.packed import UnreadableList
from clubscore.members.importing.spreadsheets.sheets import MOST_COLUMNS
from clubscore.web.csv import without_quote

MOST_CHARACTERS = 2_000_000
SEARCHED = 10  # rows with something in them, among which the headings are looked for
ONE_CELL = "\x1f"  # parts nothing: no list has it


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row that is not empty. `number` is its line in the spreadsheet, from 1."""

    number: int
    cells: list[str]
    problem: str = ""
    """A sentence about an error of the whole row; empty without an error."""

    def cell(self, position: int) -> str:
        return self.cells[position] if position < len(self.cells) else ""

    @property
    def words(self) -> str:
        """The cells with a value in one text, such as `Total · 1`."""
        return " · ".join(filter(None, self.cells))


@dataclass(frozen=True, slots=True)
class ListTable:
    """A list of members as a table: the headings, and the rows below the headings.

    A list that has only names (`is_of_names`) gets one heading from Clubscore.
    """

    headings: list[str]
    rows: list[ListRow]
    is_of_names: bool = False
    footers: list[ListRow] = field(default_factory=list)
    """The rows below the headings that are no members, such as a total."""

    def values(self) -> list[set[str]]:
        """The different values in each column, without the blank ones."""
        found: list[set[str]] = [set() for _heading in self.headings]
        for row in self.rows:
            for values, cell in zip(found, row.cells, strict=False):
                values.add(cell)
        return [values - {""} for values in found]

    def place(self, row: int, position: int) -> str:
        """The name of a cell in a spreadsheet, such as `B7`; for a list of names, words for the line of the row."""
        return (
            _("Line %(number)s") % {"number": row}
            if self.is_of_names
            else f"{letter_of(position)}{row}"
        )


def letter_of(position: int) -> str:
    """The letter that a spreadsheet shows over a column: `A` for position 0."""
    return get_column_letter(position + 1)


def table_of(text: str) -> ListTable:
    """Parse a list with headings above the members. Rows above the headings are ignored.

    Raises UnreadableList for a text that cannot be read, is far too long or has too many columns.
    """
    text = _checked(text)
    sign = _delimiter(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=sign)
    try:
        rows = list(_rows(reader))
    except csv.Error as error:
        raise UnreadableList(
            _("Line %(number)s cannot be read: %(error)s.")
            % {"number": reader.line_num, "error": error}
        ) from error
    top = _top(rows)
    headings = rows[top].cells if rows else []
    under, footers = _members_and_footers(rows[top + 1 :])
    if sign != "\t":  # a comma inside a name would move all cells behind it
        under = [_with_surplus_noted(row, len(headings)) for row in under]
    width = max([len(headings), *(len(row.cells) for row in under)])
    if width > MOST_COLUMNS:
        raise UnreadableList(
            _(
                "There are %(number)s columns: leave out those that are not about members."
            )
            % {"number": figure(f"{width:,}")}
        )
    headings = [*headings, *[""] * (width - len(headings))]
    return ListTable(headings, under, footers=footers)


def _members_and_footers(
    rows: Iterable[ListRow],
) -> tuple[list[ListRow], list[ListRow]]:
    """The rows that can be members, and the rows that cannot."""
    members: list[ListRow] = []
    footers: list[ListRow] = []
    for row in rows:
        kind = footers if is_footer(row.cells) else members
        kind.append(row)
    return members, footers


def _top(rows: list[ListRow]) -> int:
    """The index of the row of headings: a row with known headings, else the first row with more than one cell."""
    first = rows[:SEARCHED]
    known = (place for place, row in enumerate(first) if is_heading_row(row.cells))
    several = (
        place
        for place, row in enumerate(first)
        if len(list(filter(None, row.cells))) > 1
    )
    return next(known, next(several, 0))


def _with_surplus_noted(row: ListRow, width: int) -> ListRow:
    surplus = any(row.cells[width:])
    if not surplus:
        return row
    words = ngettext(
        "%(cells)s cells, but %(width)s column.",
        "%(cells)s cells, but %(width)s columns.",
        width,
    )
    return replace(row, problem=words % {"cells": len(row.cells), "width": width})


def table_of_names(text: str) -> ListTable:
    """Parse a list of names, one on each line: `Ruth Abel` or `Abel, Ruth`.

    Raises UnreadableList if the text is far too long.
    """
    lines = enumerate((_plain(line) for line in _checked(text).splitlines()), start=1)
    rows = [ListRow(number, [line]) for number, line in lines if line]
    members, footers = _members_and_footers(rows)
    return ListTable(["name"], members, is_of_names=True, footers=footers)


def _checked(text: str) -> str:
    if len(text) > MOST_CHARACTERS:
        raise UnreadableList(
            _(
                "That is too much at once: leave out the columns that are not needed, or import it in two parts."
            )
        )
    return text.removeprefix("\ufeff").replace("\0", "")


def _delimiter(text: str) -> str:
    """The sign between the cells: a sign that splits a line into known headings, else the most frequent sign."""
    lines = [line for line in text.splitlines()[: 5 * SEARCHED] if line.strip()][
        :SEARCHED
    ]
    for line in lines:
        for sign in "\t;,":
            cells = [cell.strip(' "') for cell in line.split(sign)]
            if is_heading_row(cells):
                return sign if len(cells) > 1 else ONE_CELL
    return max(",;\t", key="\n".join(lines).count)


def _rows(reader: Iterable[list[str]]) -> Iterator[ListRow]:
    for row in reader:
        cells = [_plain(cell) for cell in row]
        if any(cells):
            yield ListRow(reader.line_num, cells)  # type: ignore[attr-defined]  # a cell may hold several lines


def _plain(cell: str) -> str:
    """The cell without blanks around it, and without the quote that guards against formulas: `'=1+1` becomes `=1+1`."""
    return without_quote(cell.strip(" \u00a0\r\n\t"))
