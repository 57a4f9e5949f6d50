"""The write by which a player takes an agreement to a result back, until the director has decided (Law 79B)."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Play, PlaySignature, Session
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, board_desk
from clubscore.duplicate.outcomes.doubts import is_decided
from clubscore.duplicate.outcomes.results import AGREED, SlotResult
from clubscore.duplicate.play.entering import refusals
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before


def may_take_back(desk: BoardDesk, result: SlotResult, row: Play) -> bool:
    """True if the page offers the member to take an agreement to a result back. `row` is the model row of the result.

    A player who recorded the result changes it instead, as long as the other side has not agreed.
    """
    if desk.by.person_id not in result.signers or result.proposal:
        return False
    is_recorder = row.recorded_by.person_id == desk.by.person_id
    if is_recorder and result.agreement(desk.at.sides) != AGREED:
        return False
    if desk.session.is_over and desk.whole.publication:
        return False
    return not is_decided(desk.at, result, row)


def take_agreement_back(
    *, session: Session, slot: Slot, version: int, by: Member, now: datetime
) -> None:
    """Take back the agreement that a player gave to a version of a result. The player may agree again.

    Raises Refused for other members, for a player who does not agree, once the director has decided, once the results
    are published, and if the session was cancelled. Raises ResultChanged if `version` is not the newest version.
    """
    with write_transaction():
        desk = board_desk(SessionDesk(hold(session), by), slot)
        if desk.side is None:
            raise Refused(
                _("Only the four who played the board take their agreement back.")
            )
        result = desk.results.get(slot)
        if result is None:
            raise Refused(refusals.NOT_ENTERED)
        row = result.row()
        if row.version != version:
            words = _("%(told)s Look, and answer again.")
            told = refusals.already(desk.at, result)
            raise refusals.ResultChanged(words % {"told": told})
        _require_undecided(desk, result, row)
        signature = _signature_of(row, by)
        signature.taken_back_at = not_before(now, signature.at)
        signature.save(update_fields=["taken_back_at"])
        move(session_id=session.pk)


def _require_undecided(desk: BoardDesk, result: SlotResult, row: Play) -> None:
    """Raises Refused once the director has decided the board, or the results are published."""
    if desk.slot in desk.results.rulings:
        words = _("The director has ruled on board %(board)s: appeal the ruling.")
        raise Refused(words % {"board": desk.slot.board})
    if desk.whole.publication:
        words = _("The results are published: ask for a correction of board %(board)s.")
        raise Refused(words % {"board": desk.slot.board})
    if is_decided(desk.at, result, row):
        words = _(
            "The director has decided board %(board)s: ask the director for a ruling."
        )
        raise Refused(words % {"board": desk.slot.board})


def _signature_of(row: Play, by: Member) -> PlaySignature:
    """The agreement of a player to a version of a result. Raises Refused if there is none."""
    given = PlaySignature.objects.filter(play=row, taken_back_at=None)
    for signature in given.select_related("member"):
        if signature.member.person_id == by.person_id:
            return signature
    raise Refused(_("You have not agreed to this result, or have taken that back."))
