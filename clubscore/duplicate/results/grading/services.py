"""The write of the handicaps and strata of a session."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import STRATA, Grading, Session
from clubscore.duplicate.models.entries import MOST_HANDICAP
from clubscore.duplicate.outcomes.published import require_grades_open
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.results.grading.grades import (
    NO_GRADE,
    Grade,
    newest_gradings,
)
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import near, newest_time, not_before


def set_grades(
    *, session: Session, grades: Mapping[Numbered, Grade], by: Member, now: datetime
) -> int:
    """Set the handicaps and strata of entries, and return the number of entries whose grade has changed.

    An entry that is not in `grades` keeps its grade; a grade that changes nothing is not written. Results that are
    published already keep their lists until they are published again. Raises PermissionDenied for a member who may not
    direct the session. Raises Refused once the published results are final, for an entry that does not exist, for a
    handicap or a stratum that does not exist, and for a handicap in a session that is not ranked in per cent.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        require_grades_open(state.session, now)
        rows = _changed(state, grades)
        written = newest_time(Grading.objects.filter(session=session), "set_at")
        at = not_before(now, *near(now, state.session.opened_at, *written))
        for row in rows:
            row.set_at = at
            row.set_by = by
        if rows:
            Grading.objects.bulk_create(rows)
            move(session_id=session.pk)
    return len(rows)


def _changed(state: SessionState, grades: Mapping[Numbered, Grade]) -> list[Grading]:
    """The rows of the entries whose grade changes, not saved yet. Raises Refused for a grade that cannot be."""
    newest = newest_gradings(state)
    rows = []
    for (letter, number), grade in grades.items():
        section = state.section(letter)
        if section is None or number not in section.entries:
            raise Refused(_("There is no such entry in this session."))
        _require_grade(state, grade)
        entry = section.entries[number]
        before = newest.get(entry.pk)
        version = 1
        was = NO_GRADE
        if before:
            version = before.version + 1
            was = Grade(before.points, before.stratum)
        if grade == was:
            continue
        hundredths = None
        if grade.handicap is not None:
            hundredths = int(grade.handicap * 100)
        row = Grading(
            session=state.session,
            entry=entry,
            version=version,
            handicap=hundredths,
            stratum=grade.stratum,
        )
        rows.append(row)
    return rows


def _require_grade(state: SessionState, grade: Grade) -> None:
    """Raises Refused for a handicap or a stratum that the session cannot have."""
    if grade.stratum not in ("", *STRATA):
        raise Refused(_("There is no such stratum."))
    if grade.handicap is None:
        return
    if not state.session.contest_rules.ranks_by_percentages:
        message = _(
            "A handicap is in percentage points, and this session is not ranked in per cent."
        )
        raise Refused(message)
    if abs(grade.handicap) > MOST_HANDICAP or 100 % grade.handicap.denominator:
        message = _("A handicap is from -100 to 100, with two decimals at most.")
        raise Refused(message)
