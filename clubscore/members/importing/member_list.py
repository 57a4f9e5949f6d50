"""The rows of a list of members, with their cells by the meaning of the column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext

from clubscore.languages.spoken import figure
from clubscore.members.importing.columns import NAME, PASSED_OVER, ListColumn
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
    meant = [column for column in columns if column.meaning != PASSED_OVER]
    rows = list(_rows(table, meant))
    if len(rows) > MOST_ROWS:
        raise UnreadableList(
            gettext("At most %(most)s members at once; these are %(number)s.")
            % {"most": figure(f"{MOST_ROWS:,}"), "number": figure(f"{len(rows):,}")}
        )
    return rows


def _rows(table: ListTable, columns: Sequence[ListColumn]) -> Iterator[ImportRow]:
    for row in table.rows:
        cells = {column.meaning: row.cell(column.position) for column in columns}
        if any(cells.values()):
            places = {
                column.meaning: table.place(row.number, column.position)
                for column in columns
            }
            yield _with_both_names(ImportRow(row.number, cells, places, row.problem))


def _with_both_names(row: ImportRow) -> ImportRow:
    """The row with a cell for the first name and a cell for the surname, if it had one cell for both."""
    if NAME not in row.cells:
        return row
    cells, places = dict(row.cells), dict(row.places)
    first_name, last_name, problem = parted(cells.pop(NAME))
    place = places.pop(NAME)
    cells |= {"first_name": first_name, "last_name": last_name}
    places |= dict.fromkeys(REQUIRED, place)
    return ImportRow(
        row.number, cells, places, row.problem or (problem and f"{place}: {problem}")
    )


def parted(name: str) -> tuple[str, str, str]:
    """First name and surname of `Ruth Abel` or `Abel, Ruth`, and a sentence about an error in the name, if any."""
    last_name, comma, first_name = (part.strip() for part in name.partition(","))
    if not comma:
        first_name, _, last_name = name.partition(" ")
        return first_name, last_name.strip(), ""
    if "," in first_name or not first_name or not last_name:
        return (
            "",
            "",
            gettext("“%(name)s” cannot be parted; write it as Ruth Abel or Abel, Ruth.")
            % {"name": name},
        )
    return first_name, last_name, ""
