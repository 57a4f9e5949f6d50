"""Services that lay a device on a table, record that a device has used its code, and take a device away."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Entry, Section, Session, Tablet
from clubscore.duplicate.play.tablet.keys import ELSEWHERE
from clubscore.duplicate.session.holding import hold
from clubscore.duplicate.session.laid import lies_still
from clubscore.duplicate.session.permissions import may_direct, require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before

NOT_YOURS = gettext_lazy(
    "A device is laid on a table by those who sit there, or by whoever directs."
)


def lay_tablet(
    *,
    session: Session,
    letter: str,
    table: int,
    by: Member,
    now: datetime,
    is_here: bool = False,
) -> Tablet:
    """Lay a device on a table, or make a code with which a device is laid there. Returns the device's or code's Tablet.

    With `is_here`, the device in the member's hand is laid: a director or a player of the table may do this. Without
    `is_here`, a code is made for another device: only a director may do this, and if the table has an unused code, its
    Tablet is returned and no new code is made. Only a director replaces a device or a code that the table has already;
    a device that has ended because its pair moved is replaced by everybody who may lay one.

    A device that a player lays at the own table, even a player who directs, ends when the player's pair moves.

    Raises Refused if the session is not of pairs, is over or was cancelled; if the plan does not have the table; and
    for members who may not lay the device or make the code.
    """
    with write_transaction():
        state = hold(session)
        section = _section_with_table(state, letter, table)
        directs = may_direct(state.session, by)
        pair = _pair_at(state, by, letter, table) if is_here else None
        if not directs and pair is None:
            raise Refused(NOT_YOURS)
        now = not_before(now, state.session.opened_at)
        before = _open_tablet(section, table)
        if before and not directs:
            _require_ended(state, before)
        if before and not is_here and not before.taken_at:
            return before
        if before:
            now = not_before(now, before.taken_at or before.opened_at)
            laid = Tablet.objects.open().filter(pk=before.pk)
            laid.update(closed_at=now, closed_by=by)
        taken_at = now if is_here else None
        return Tablet.objects.create(
            session=state.session,
            section=section,
            table=table,
            round=max(state.round, 1),
            pair=pair,
            opened_at=now,
            opened_by=by,
            taken_at=taken_at,
        )


def _require_ended(state: SessionState, tablet: Tablet) -> None:
    """Raises Refused if the device still lies on its table, so that only a director replaces it."""
    if lies_still(state, tablet):
        message = _(
            "A device lies on this table already, or its code was made. The director can replace it."
        )
        raise Refused(message)


def _open_tablet(section: Section, table: int) -> Tablet | None:
    """The tablet of a table that nobody has closed; None if there is none."""
    tablets = Tablet.objects.open().select_related("section", "pair")
    return tablets.filter(section=section, table=table).first()


def _pair_at(
    state: SessionState, member: Member, letter: str, table: int
) -> Entry | None:
    """The pair for which a member sits at this table in the current round, or before play in the first; else None."""
    held = state.held_in(member, max(state.round, 1))
    if held is None or table_of(state, member) != (letter, table):
        return None
    _section, place = held
    return place.entry


def _section_with_table(state: SessionState, letter: str, table: int) -> Section:
    """The section that has this table. Raises Refused if there is none, if the session is not of pairs, or is over."""
    session = state.session
    section = state.section(letter)
    if session.noun != "pair":
        message = _(
            "A device lies on a table of pairs: in a match or an individual all use their own phones."
        )
        raise Refused(message)
    if session.is_over:
        raise Refused(_("%(session)s is over.") % {"session": session.name})
    if section is None or not 1 <= table <= section.movement.tables:
        missing = {"table": f"{letter}{table}", "session": session.name}
        raise Refused(_("There is no table %(table)s in %(session)s.") % missing)
    return section.section


def take_device(*, tablet: Tablet, now: datetime) -> None:
    """Record that a device has used the code of a tablet, so that the code cannot be used again.

    Raises PermissionDenied if a device has already used the code, or if the tablet was closed.
    """
    with write_transaction():
        now = not_before(now, tablet.opened_at)
        waiting = Tablet.objects.open().filter(pk=tablet.pk, taken_at=None)
        is_taken_now = waiting.update(taken_at=now)
        if not is_taken_now:
            raise PermissionDenied(ELSEWHERE)


def close_tablet(*, tablet: Tablet, by: Member, now: datetime) -> None:
    """Take a device from its table: its address and its cookie are not valid any more.

    Raises PermissionDenied for a member who may not direct the session.
    """
    with write_transaction():
        require_director(tablet.session, by)
        now = not_before(now, tablet.taken_at or tablet.opened_at)
        Tablet.objects.open().filter(pk=tablet.pk).update(closed_at=now, closed_by=by)


def table_of(state: SessionState, member: Member) -> tuple[str, int] | None:
    """The section letter and the table at which a member sits in the current round, or before play in the first.

    None if the member has no place or no table in that round.
    """
    round = max(state.round, 1)
    held = state.held_in(member, round)
    if held is None:
        return None
    section, place = held
    row = section.row_of(round, place.entry.number)
    if row is None:
        return None
    return section.letter, row.table
