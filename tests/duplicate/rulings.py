"""Rulings for the tests, made through the services."""

from datetime import datetime
from uuid import UUID, uuid4

from clubscore.duplicate.models import Ruling, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling.services import Given, rule, versions
from clubscore.members.models import Member
from scoring.duplicate.law12 import clause_of
from scoring.duplicate.outcome_line import parse_outcome
from tests.duplicate.recorded import at
from tests.factories import NOON


def given(
    session: Session,
    slot: Slot,
    line: str,
    *,
    key: UUID | None = None,
    **changes: object,
) -> Given:
    """Make the data of a ruling from a line such as `A+-`; an empty line withdraws the ruling."""
    outcome = parse_outcome(line, slot.board) if line else None
    result = results_of(session.pk).get(slot)
    clause = clause_of(outcome) if outcome else ""
    seen = result.play.version if result else 0
    made = Given(
        outcome,
        clause,
        "So it is right.",
        versions(at(session, slot)),
        seen,
        key or uuid4(),
    )
    return made._replace(**changes)


def ruled(
    session: Session,
    slot: Slot,
    line: str,
    *,
    by: Member | None = None,
    now: datetime = NOON,
    **changes: object,
) -> Ruling:
    return rule(
        session_id=session.pk,
        slot=slot,
        given=given(session, slot, line, **changes),
        by=by or session.director,
        now=now,
    )
