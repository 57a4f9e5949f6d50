"""The rows of a list of members, with their cells by the meaning of the column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from django.utils.translation import gettext as _

from clubscore.languages.spoken import figure
from clubscore.members.importing.columns import (
    NAME,
    PASSED_OVER,
    SURNAME_FIRST,
    ListColumn,
)
from clubscore.members.importing.spreadsheets.packed import UnreadableList
from clubscore.members.importing.tables import ListTable

REQUIRED = ("first_name", "last_name")
MOST_ROWS = 5_000


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One row of a list of members, below the headings.

    `number` is its line in the spreadsheet, from 1; `cells` are the texts by the meaning of the column.
    """

    number: int
    cells: Mapping[str, str]
    places: Mapping[str, str] = field(default_factory=dict)
    """The name of each cell in the spreadsheet, such as `B7`, by the meaning of its column."""
    problem: str = ""
    """A sentence about an error of the whole row; empty without an error."""

    def at(self, column: str, sentence: str) -> str:
        """The sentence with the name of the row's cell in this column in front, if the list has the column: `B7: …`."""
        return (
            f"{self.places[column]}: {sentence}" if column in self.places else sentence
        )


def rows_of(table: ListTable, columns: Sequence[ListColumn]) -> list[ImportRow]:
    """The rows with a value in any needed column. Raises UnreadableList if there are too many rows."""
    # From right to left: of several columns with one meaning the leftmost with a value counts.
    meant = [column for column in columns if column.meaning != PASSED_OVER][::-1]
    rows = list(_rows(table, meant))
    if len(rows) > MOST_ROWS:
        raise UnreadableList(
            _("At most %(most)s members at once; these are %(number)s.")
            % {"most": figure(f"{MOST_ROWS:,}"), "number": figure(f"{len(rows):,}")}
        )
    return rows


def _rows(table: ListTable, columns: Sequence[ListColumn]) -> Iterator[ImportRow]:
    for row in table.rows:
        cells: dict[str, str] = {}
        places: dict[str, str] = {}
        for column in columns:
            cell = row.cell(column.position)
            if cell or not cells.get(column.meaning):
                cells[column.meaning] = cell
                places[column.meaning] = table.place(row.number, column.position)
        if any(cells.values()):
            found = ImportRow(row.number, cells, places, row.problem)
            yield _with_prefix(_with_both_names(found))


def _with_prefix(row: ImportRow) -> ImportRow:
    """The row with the prefix of the surname, such as `van der`, in the cell of the surname."""
    if "surname_prefix" not in row.cells:
        return row
    cells, places = dict(row.cells), dict(row.places)
    places.pop("surname_prefix")
    prefix, last_name = cells.pop("surname_prefix"), cells.get("last_name", "")
    if prefix and last_name:
        cells["last_name"] = f"{prefix} {last_name}"
    return ImportRow(row.number, cells, places, row.problem)


def _with_both_names(row: ImportRow) -> ImportRow:
    """The row with a cell for the first name and a cell for the surname, if it had one cell for both."""
    whole = NAME if NAME in row.cells else SURNAME_FIRST
    if whole not in row.cells:
        return row
    cells, places = dict(row.cells), dict(row.places)
    first_name, last_name, problem = parted(
        cells.pop(whole), surname_first=whole == SURNAME_FIRST
    )
    place = places.pop(whole)
    cells |= {"first_name": first_name, "last_name": last_name}
    places |= dict.fromkeys(REQUIRED, place)
    return ImportRow(
        row.number, cells, places, row.problem or (problem and f"{place}: {problem}")
    )


def parted(name: str, *, surname_first: bool = False) -> tuple[str, str, str]:
    """First name and surname of `Ruth Abel` or `Abel, Ruth`, and a sentence about an error in the name, if any.

    With `surname_first` a name without a comma is `Abel Ruth` or `VAN DER BERG Jan`.
    """
    last_name, comma, first_name = (part.strip() for part in name.partition(","))
    if comma:
        if "," not in first_name and first_name and last_name:
            return first_name, last_name, ""
    elif not surname_first:
        first_name, _blank, last_name = name.partition(" ")
        return first_name, last_name.strip(), ""
    else:
        words = name.split()
        length = _length_of_surname(words)
        if length is not None:
            return " ".join(words[length:]), " ".join(words[:length]), ""
    words_for_it = _("“%(name)s” cannot be parted; write it as Abel, Ruth.")
    if not surname_first:
        words_for_it = _(
            "“%(name)s” cannot be parted; write it as Ruth Abel or Abel, Ruth."
        )
    return "", "", words_for_it % {"name": name}


def _length_of_surname(words: Sequence[str]) -> int | None:
    """The number of words at the beginning that are the surname; None if nobody can know.

    They are the words in capitals, or the first of two words. A single word is a first name.
    """
    capitals = len(list(takewhile(str.isupper, words)))
    if 0 < capitals < len(words):
        return capitals
    if len(words) <= len(REQUIRED):
        return len(words) - 1
    return None
