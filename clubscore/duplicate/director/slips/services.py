"""The service that records the results of slips, all of them or none."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.slips.eyes import require_may_enter
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, board_desk
from clubscore.duplicate.play.entering.entries import ResultEntry, sent_before
from clubscore.duplicate.play.entering.services import enter
from clubscore.duplicate.session.holding import move_as_read
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import hold_to_enter
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring import Deal


class Slip(NamedTuple):
    """The result of one board at a table, as a director typed it, and the version of the result that was seen."""

    slot: Slot
    facts: Deal
    lead: str
    seen_version: int


def record_slips(
    *, session_id: int, slips: Iterable[Slip], key: UUID, by: Member, now: datetime
) -> None:
    """Record the results of slips for a director, in one transaction: all of them, or none.

    Each result has a key made from the form's key and its place, so that a form that is sent again records nothing
    more. The slots are locked in their order, and the session last: a table that enters a result of its own locks in
    the same order, so the two never wait for each other.

    Raises PermissionDenied for a member who does not direct the session. Raises Refused, with the table and the board,
    if one result is refused: `record_play` says when, and a director enters nothing at a table where they play.
    """
    with write_transaction():
        whole = SessionDesk(load(session_id), by)
        whole.require_director()
        is_recorded = False
        for slip in sorted(slips, key=lambda slip: slip.slot):
            desk = board_desk(whole, slip.slot)
            try:
                is_recorded |= _record(desk, slip, key, now)
            except Refused as refusal:
                words = _(
                    "Table %(table)s, board %(board)s: %(refusal)s Nothing is recorded."
                )
                where = {"table": desk.at.table, "board": slip.slot.board}
                raise Refused(words % (where | {"refusal": refusal})) from None
        if is_recorded:
            move_as_read(state=whole.state)


def _record(desk: BoardDesk, slip: Slip, key: UUID, now: datetime) -> bool:
    """Record one slip. Returns False if the form was sent before, so that nothing is written."""
    place = "-".join(map(str, slip.slot))
    entry = ResultEntry(slip.facts, slip.lead, slip.seen_version, uuid5(key, place))
    require_may_enter(desk)
    now = hold_to_enter(desk.at, now)
    if sent_before(desk.at, entry, desk.results):
        return False
    enter(desk=desk, entry=entry, now=now)
    return True
