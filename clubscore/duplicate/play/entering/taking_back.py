"""The writes by which a player takes an agreement to a result back, and agrees again after play.

Both are open until the director has decided or the results are published (Laws 79A and 79B).
"""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Play, PlaySignature, Session, Tablet
from clubscore.duplicate.outcomes.desk import (
    BoardDesk,
    SessionDesk,
    board_desk,
    require_tablet_of,
)
from clubscore.duplicate.outcomes.doubts import is_decided
from clubscore.duplicate.outcomes.results import AGREED, SlotResult
from clubscore.duplicate.play.entering import refusals
from clubscore.duplicate.play.entering.services import sign
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


def may_agree_again(desk: BoardDesk, result: SlotResult, row: Play) -> bool:
    """True if the page offers the member to agree again after play. `row` is the model row of the result."""
    if desk.by.person_id not in result.doubters or result.proposal:
        return False
    if not desk.session.is_over or desk.whole.publication:
        return False
    return not is_decided(desk.at, result, row)


def take_agreement_back(
    *,
    session: Session,
    slot: Slot,
    version: int,
    by: Member,
    now: datetime,
    tablet: Tablet | None = None,
) -> None:
    """Take back the agreement that a player gave to a version of a result. The player may agree again.

    On the `tablet` of the table only an agreement that was given there is taken back. Raises Refused for other members,
    for a player who does not agree, once the director has decided, once the results are published, and if the session
    was cancelled. Raises ResultChanged if `version` is not the newest version.
    """
    with write_transaction():
        desk = board_desk(SessionDesk(hold(session), by), slot, tablet)
        if tablet:
            require_tablet_of(desk, tablet)
        _result, row = _undecided(desk, version)
        signature = _signature_of(row, by)
        if tablet and signature.tablet_id is None:
            words = _("%(name)s agreed on another device: take it back there.")
            raise Refused(words % {"name": by.short_name})
        signature.taken_back_at = not_before(now, signature.at)
        signature.save(update_fields=["taken_back_at"])
        move(session_id=session.pk)


def agree_again(
    *, session: Session, slot: Slot, version: int, by: Member, now: datetime
) -> None:
    """Agree again after play to a version of a result, as a player who has taken the agreement back.

    Raises Refused for everybody else, while two results stand against each other, once the director has decided, once
    the results are published, and if the session was cancelled. Raises ResultChanged if `version` is not the newest
    version.
    """
    with write_transaction():
        desk = board_desk(SessionDesk(hold(session), by), slot)
        result, row = _undecided(desk, version)
        if result.proposal:
            raise Refused(refusals.TWO_RESULTS)
        if by.person_id not in result.doubters:
            words = _(
                "Play is over: only a player who took the agreement back agrees again."
            )
            raise Refused(words)
        signed = PlaySignature.objects.filter(play=row, member=by)
        times = [signature.taken_back_at or signature.at for signature in signed]
        now = not_before(now, row.recorded_at, *times)
        sign(play=row, how=SignatureMethod.TAPPED, by=by, now=now)
        move(session_id=session.pk)


def _undecided(desk: BoardDesk, version: int) -> tuple[SlotResult, Play]:
    """The newest result of the desk's board and its model row, about which a player says if they agree.

    Raises Refused for a member who does not play at the table, without a result, once the director has decided, and
    once the results are published. Raises ResultChanged if `version` is not the newest version.
    """
    if desk.side is None:
        raise Refused(
            _("Only the four who played the board take their agreement back.")
        )
    result = desk.results.get(desk.slot)
    if result is None:
        raise Refused(refusals.NOT_ENTERED)
    row = result.row()
    if row.version != version:
        words = _("%(told)s Look, and answer again.")
        told = refusals.already(desk.at, result)
        raise refusals.ResultChanged(words % {"told": told})
    _require_undecided(desk, result, row)
    return result, row


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
