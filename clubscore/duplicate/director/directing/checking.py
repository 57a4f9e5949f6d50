"""The service that records that a director has looked at a result and finds it right."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.outcomes.desk import desk_to_look
from clubscore.duplicate.outcomes.sight import own_table
from clubscore.duplicate.play.entering.refusals import NOT_ENTERED, ResultChanged
from clubscore.duplicate.play.entering.services import sign
from clubscore.duplicate.session.holding import move
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.refusals import Refused


def check_result(
    *, session_id: int, slot: Slot, version: int, by: Member, now: datetime
) -> None:
    """Record that a director finds this version of a result right. A form that is sent twice is recorded once.

    The director's signature is added to the players' signatures and replaces none of them. Raises Refused if the board
    is not played at this table, if the director or their team plays there, or if there is no result. Raises
    ResultChanged if another version has replaced this one. Raises PermissionDenied for members who do not direct, and
    for a director who may not see the board yet.
    """
    with write_transaction():
        state = load(session_id)
        require_director(state.session, by)
        desk = desk_to_look(state, slot, by)
        if desk.is_concerned:
            words = _("%(own_table)s: another director looks at its results.")
            raise Refused(words % {"own_table": own_table(desk.at)})
        result = desk.results.get(slot)
        if result is None:
            raise Refused(NOT_ENTERED)
        if result.play.version != version:
            raise ResultChanged(
                _("The result was changed meanwhile: look at it again.")
            )
        sign(play=result.row(), how=SignatureMethod.TAPPED, by=by, now=now)
        move(session_id=session_id)
