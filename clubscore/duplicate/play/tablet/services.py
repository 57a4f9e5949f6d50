"""Writes about the devices on the tables."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Session, Tablet
from clubscore.duplicate.play.tablet.keys import ELSEWHERE
from clubscore.duplicate.session.holding import hold
from clubscore.duplicate.session.permissions import may_direct, require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before


def lay_tablet(
    *,
    session: Session,
    letter: str,
    table: int,
    by: Member,
    now: datetime,
    is_here: bool = False,
) -> Tablet:
    """Let a device lie on a table: the one in hand (`is_here`), by one who sits there in this round or who directs;
    else one that is still to scan the code, which only who directs makes.

    A code that no device has used is kept; a device that lies there already gives way to who directs, and to nobody
    else. Raises Refused for a table that the plan has not, for others, and once play is over.
    """
    with write_transaction():
        state = hold(session)
        section = state.section(letter)
        if state.session.noun != "pair":
            raise Refused(
                _(
                    "A device lies on a table of pairs: in a match or an individual all use their own phones."
                )
            )
        if state.session.is_over:
            raise Refused(_("%(session)s is over.") % {"session": state.session.name})
        if section is None or not 1 <= table <= section.movement.tables:
            told = {"table": f"{letter}{table}", "session": state.session.name}
            raise Refused(_("There is no table %(table)s in %(session)s.") % told)
        directs = may_direct(state.session, by)
        if not (directs or (is_here and table_of(state, by) == (letter, table))):
            raise Refused(
                _(
                    "A device is laid on a table by those who sit there, or by whoever directs."
                )
            )
        now = not_before(now, state.session.opened_at)
        if (
            there := Tablet.objects.open()
            .filter(section=section.section, table=table)
            .first()
        ):
            if not directs:
                words = _(
                    "A device lies on this table already, or its code was made. The director can replace it."
                )
                raise Refused(words)
            if not is_here and not there.taken_at:
                return there
            now = not_before(now, there.taken_at or there.opened_at)
            Tablet.objects.open().filter(pk=there.pk).update(
                closed_at=now, closed_by=by
            )
        return Tablet.objects.create(
            session=state.session,
            section=section.section,
            table=table,
            opened_at=now,
            opened_by=by,
            taken_at=now if is_here else None,
        )


def take_device(*, tablet: Tablet, now: datetime) -> None:
    """Use up the code of a tablet: one device is it from now on. Raises PermissionDenied for a second one."""
    with write_transaction():
        now = not_before(now, tablet.opened_at)
        if (
            not Tablet.objects.open()
            .filter(pk=tablet.pk, taken_at=None)
            .update(taken_at=now)
        ):
            raise PermissionDenied(ELSEWHERE)


def close_tablet(*, tablet: Tablet, by: Member, now: datetime) -> None:
    """Take a device from its table: its address and cookie open nothing any more. Raises PermissionDenied for others
    than who directs.
    """
    with write_transaction():
        require_director(tablet.session, by)
        now = not_before(now, tablet.taken_at or tablet.opened_at)
        Tablet.objects.open().filter(pk=tablet.pk).update(closed_at=now, closed_by=by)


def table_of(state: SessionState, member: Member) -> tuple[str, int] | None:
    """Section and table at which a member sits in the round that is played, or in the first; None for who does not."""
    round = max(state.round, 1)
    found = state.held_in(member, round)
    if found is None:
        return None
    section, place = found
    row = section.row_of(round, place.entry.number)
    return (section.letter, row.table) if row else None
