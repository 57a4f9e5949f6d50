"""The columns of a list with their first values, as the page of the import shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from clubscore.members.importing.columns import MEANINGS, PASSED_OVER, ListColumn
from clubscore.members.importing.tables import ListTable, letter_of

SAMPLES = 3


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column of the list, as the page of the import shows it, with its first values."""

    field: str
    """The name of the form field in which the meaning of the column is chosen."""
    letter: str
    heading: str
    meaning: str
    samples: list[str]

    @property
    def words(self) -> str:
        """The heading and the letter of the column, `Colour (D)`, or the letter alone, `D`."""
        return f"{self.heading} ({self.letter})" if self.heading else self.letter


def shown_columns(table: ListTable, columns: Sequence[ListColumn]) -> list[ShownColumn]:
    """The columns that have a heading or a value. Empty for a list of names, which has no columns to choose."""
    if table.is_of_names:
        return []
    shown = [_shown_column(table, column) for column in columns]
    return [column for column in shown if column.heading or column.samples]


def _shown_column(table: ListTable, column: ListColumn) -> ShownColumn:
    return ShownColumn(
        field=f"column-{column.position}",
        letter=letter_of(column.position),
        heading=column.heading,
        meaning=column.meaning,
        samples=_samples(row.cell(column.position) for row in table.rows),
    )


def _samples(cells: Iterable[str]) -> list[str]:
    samples: list[str] = []
    for cell in cells:
        if cell and cell not in samples:
            samples.append(cell[:40])
        if len(samples) == SAMPLES:
            break
    return samples


def passed_over(columns: Sequence[ShownColumn]) -> list[str]:
    """The headings and letters of the columns that the import does not need."""
    return [column.words for column in columns if column.meaning == PASSED_OVER]


MEANING_CHOICES = [(PASSED_OVER, _("Not needed")), *MEANINGS.items()]
