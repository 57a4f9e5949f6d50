"""A handicap and a stratum as a value, and those of the entries of a session."""

from fractions import Fraction
from typing import NamedTuple

from clubscore.duplicate.models import Grading
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.session.state import SessionState


class Grade(NamedTuple):
    """The handicap of an entry in percentage points, None for no handicap, and the letter of its stratum.

    An empty stratum is the highest.
    """

    handicap: Fraction | None = None
    stratum: str = ""


NO_GRADE = Grade()


def grades_of(state: SessionState) -> dict[Numbered, Grade]:
    """The grade of each entry of a session, by section and number. One SQL statement is run."""
    rows = newest_gradings(state)
    grades = {}
    for section in state.sections:
        for number in sorted(section.entries):
            row = rows.get(section.entries[number].pk)
            grade = NO_GRADE
            if row:
                grade = Grade(row.points, row.stratum)
            grades[section.letter, number] = grade
    return grades


def newest_gradings(state: SessionState) -> dict[int, Grading]:
    """The row that counts of each entry that has had a handicap or a stratum, by the id of the entry."""
    rows = Grading.objects.filter(session=state.session).order_by("version")
    return {row.entry_id: row for row in rows}
