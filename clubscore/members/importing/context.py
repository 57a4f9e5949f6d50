"""The page of the import: the columns with their first values, and what the list would do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from clubscore.members.importing.columns import MEANINGS, PASSED_OVER, Column
from clubscore.members.importing.tables import Table, letter_of

SAMPLES = 3


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column as the page shows it."""

    field: str
    """The name of the form field with its meaning."""
    letter: str
    heading: str
    meaning: str
    samples: list[str]

    @property
    def words(self) -> str:
        """`Colour (D)`, or `D` where there is no heading."""
        return f"{self.heading} ({self.letter})" if self.heading else self.letter


def shown_columns(table: Table, columns: Sequence[Column]) -> list[ShownColumn]:
    """The columns with something in them; a list of names has none to choose."""
    if table.is_of_names:
        return []
    found = [
        ShownColumn(
            f"column-{column.position}",
            letter_of(column.position),
            column.heading,
            column.meaning,
            _samples(row.cell(column.position) for row in table.rows),
        )
        for column in columns
    ]
    return [each for each in found if each.heading or each.samples]


def _samples(cells: Iterable[str]) -> list[str]:
    found: list[str] = []
    for cell in cells:
        if cell and cell not in found:
            found.append(cell[:40])
        if len(found) == SAMPLES:
            break
    return found


def passed_over(columns: Sequence[ShownColumn]) -> list[str]:
    """The words for those that are not needed."""
    return [column.words for column in columns if column.meaning == PASSED_OVER]


MEANING_CHOICES = [(PASSED_OVER, _("Not needed")), *MEANINGS.items()]
