"""The columns of a list with their first values, as the page of the import shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.members.importing.columns import MEANINGS, PASSED_OVER, ListColumn
from clubscore.members.importing.dates import DateOrder, DateReading
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


def columns_context(
    table: ListTable, columns: Sequence[ListColumn]
) -> dict[str, object]:
    """Context for the page of the import: the columns, and what of the list is passed over."""
    shown = shown_columns(table, columns)
    return {
        "columns": shown,
        "meanings": MEANING_CHOICES,
        "passed_over": [
            column.words for column in shown if column.meaning == PASSED_OVER
        ],
        "footers": table.footers,
    }


def date_note(dates: DateReading) -> str:
    """A sentence that says how the dates of the list were read; empty if they can be read in one way only."""
    if dates.order is None:
        return gettext(
            "Some dates of the list have the day first, others the month: choose the order of day and month below, "
            "or write the dates as 2026-11-21."
        )
    if not dates.day:
        return ""
    if not dates.is_certain:
        said = gettext(
            "No date of the list shows whether the day or the month stands first. Dates are read with the day first: "
            "%(example)s is %(day)s."
        )
    elif dates.order == DateOrder.MONTH_FIRST:
        said = gettext("Dates are read with the month first: %(example)s is %(day)s.")
    else:
        said = gettext("Dates are read with the day first: %(example)s is %(day)s.")
    return said % {"example": dates.example, "day": dates.day}


MEANING_CHOICES = [(PASSED_OVER, _("Not needed")), *MEANINGS.items()]
