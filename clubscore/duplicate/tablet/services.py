"""Writes about the devices on the tables."""

from datetime import datetime

from clubscore.duplicate.holding import hold
from clubscore.duplicate.models import Session, Tablet
from clubscore.duplicate.permissions import may_direct, require_director
from clubscore.duplicate.state import SessionState
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from clubscore.write_lock import write_transaction


def lay_tablet(*, session: Session, letter: str, table: int, by: Member, now: datetime) -> Tablet:
    """Let a device lie on a table: by who directs, or by one who sits there in this round. The one that lies is kept.

    Raises Refused for a table that the plan has not, for others, and once play is over.
    """
    with write_transaction():
        state = hold(session)
        section = state.section(letter)
        if state.session.noun != "pair":
            raise Refused("A device lies on a table of pairs: in a match or an individual all use their own phones.")
        if state.session.is_over:
            raise Refused(f"{state.session.name} is over.")
        if section is None or not 1 <= table <= section.movement.tables:
            raise Refused(f"There is no table {letter}{table} in {state.session.name}.")
        if not (may_direct(state.session, by) or table_of(state, by) == (letter, table)):
            raise Refused("A device is laid on a table by those who sit there, or by who directs.")
        if there := Tablet.objects.open().filter(section=section.section, table=table).first():
            return there
        now = not_before(now, state.session.opened_at)
        return Tablet.objects.create(
            session=state.session, section=section.section, table=table, opened_at=now, opened_by=by
        )


def close_tablet(*, tablet: Tablet, by: Member, now: datetime) -> None:
    """Take a device from its table: its address opens nothing any more. Raises PermissionDenied for others than who
    directs.
    """
    with write_transaction():
        require_director(tablet.session, by)
        now = not_before(now, tablet.opened_at)
        Tablet.objects.open().filter(pk=tablet.pk).update(closed_at=now, closed_by=by)


def table_of(state: SessionState, member: Member) -> tuple[str, int] | None:
    """Section and table at which a member sits in the round that is played, or in the first; None for who does not."""
    found = state.entry_of(member)
    if found is None:
        return None
    section, entry = found
    row = section.row_of(max(state.round, 1), entry.number)
    return (section.letter, row.table) if row else None
