"""Organisers and late changes for the tests, made through the services."""

from datetime import datetime, timedelta

from clubscore.duplicate.approval.services import (
    LateGrounds,
    Proposed,
    approve,
    propose,
)
from clubscore.duplicate.models import LateChange, Ruling, Session
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling.wiring import proposed_ruling
from clubscore.members.duties import Duty
from clubscore.members.models import Member
from clubscore.members.people.services import change_duties
from tests.duplicate.rulings import given
from tests.factories import NOON, member

LATE = NOON + timedelta(hours=2)
"""A time after the correction period of a session that was published at noon."""
SURE = LateGrounds(is_beyond_doubt=True)


def organiser(name: str = "Olga", **fields: object) -> Member:
    """Create a member who has the duty of an organiser."""
    made = member(name, **fields)
    change_duties(member=made, duties=frozenset({Duty.ORGANISER}), by=made, now=NOON)
    return Member.objects.get(pk=made.pk)


def proposed(
    session: Session,
    what: Proposed,
    *,
    by: Member | None = None,
    now: datetime = LATE,
    grounds: LateGrounds = SURE,
) -> LateChange:
    """Propose a late change, by default as the director of the session."""
    return propose(
        session=session,
        proposed=what,
        grounds=grounds,
        by=by or session.director,
        now=now,
    )


def approved(late: LateChange, by: Member, *, now: datetime = LATE) -> LateChange:
    """Approve a late change as this organiser, and return it as it is afterwards."""
    approve(late=late, is_beyond_doubt=True, by=by, now=now)
    late.refresh_from_db()
    return late


def ruled_late(
    session: Session,
    slot: Slot,
    line: str,
    by: Member,
    *,
    now: datetime = LATE,
    grounds: LateGrounds = SURE,
) -> Ruling:
    """Make a ruling that the session's director proposes after the period and that this organiser approves."""
    what = proposed_ruling(slot, given(session, slot, line))
    approved(proposed(session, what, now=now, grounds=grounds), by, now=now)
    return Ruling.objects.get(key=what.key)
