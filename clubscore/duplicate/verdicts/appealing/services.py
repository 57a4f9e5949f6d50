"""Writes of an appeal: a player makes it, the partner agrees, the side takes it back, a director decides it."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Appeal, Ruling, Session
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, desk_to_rule
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing.hearers import persons_who_ruled
from clubscore.duplicate.verdicts.appealing.queries import (
    is_replaced,
    later_rulings,
    may_still_appeal,
)
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from scoring import Side

DECIDED = gettext_lazy("That was decided already. Look at the page as it is now.")
OVER = gettext_lazy("The time for appeals is over (Law 92B).")


def appeal(
    *, session: Session, slot: Slot, why: str, key: UUID, by: Member, now: datetime
) -> Appeal:
    """Appeal the ruling in force on a slot, as one of the players at the table, and return the appeal.

    `key` identifies the form: a form that is sent twice makes one appeal. Raises Refused if no ruling is in force, if
    the member did not sit at the table, if the time for appeals is over, if the member's side has already appealed the
    ruling, or if the session was cancelled.
    """
    with write_transaction():
        desk = desk_to_rule(SessionDesk(hold(session), by), slot)
        if sent := once(key, Appeal.objects.filter(session=session)):
            return sent
        side = desk.side
        ruled = desk.results.rulings.get(slot)
        if side is None:
            raise Refused(
                _("Only the four of the table appeal a ruling there (Law 92A).")
            )
        if ruled is None:
            raise Refused(
                _("No ruling is in force on this board: there is nothing to appeal.")
            )
        if not may_still_appeal(desk.session, ruled.ruling, now):
            raise Refused(OVER)
        _require_only_appeal(ruled.ruling, side)
        now = not_before(now, ruled.ruling.ruled_at)
        made = Appeal(
            session=desk.session,
            ruling=ruled.ruling,
            side=side,
            why=why,
            made_at=now,
            made_by=by,
            key=key,
        )
        if desk.session.form == Session.Form.INDIVIDUAL:  # Law 92D1 asks no partner
            made.agreed_by, made.agreed_at = by, now
        made.save()
        move(session_id=session.pk)
    return made


def _require_only_appeal(ruling: Ruling, side: Side) -> None:
    """Raises Refused if the side has appealed this version of the ruling, unless it took that appeal back.

    Law 92B lets the side ask again within the period: an appeal that was taken back was not heard.
    """
    others = Appeal.objects.filter(ruling=ruling, side=side)
    if others.exclude(decision=Appeal.Decision.WITHDRAWN).exists():
        raise Refused(_("Your side has appealed this ruling already."))


def agree(*, appeal: Appeal, by: Member, now: datetime) -> None:
    """Agree to an appeal as the partner of the player who made it, or note as a director that the partner agrees.

    A second call changes nothing. Raises Refused for other members, if the appeal was decided or taken back, and if the
    session was cancelled.
    """
    with write_transaction():
        desk, held = _held(appeal, by)
        is_of_side = desk.side is Side(held.side)
        is_partner = is_of_side and by.person_id != held.made_by.person_id
        if not is_partner and not desk.may_rule:
            raise Refused(
                _(
                    "The other of the pair agrees, or the director notes that both do (Law 92D)."
                )
            )
        if held.agreed_by is None:
            held.agreed_by, held.agreed_at = by, not_before(now, held.made_at)
            held.save(update_fields=["agreed_by", "agreed_at"])
            move(session_id=appeal.session_id)


def withdraw(*, appeal: Appeal, by: Member, now: datetime) -> None:
    """Take an appeal back for the side that made it.

    Raises Refused for other members, if the appeal was decided or taken back, and if the session was cancelled.
    """
    with write_transaction():
        desk, held = _held(appeal, by)
        if desk.side is not Side(held.side):
            raise Refused(_("The side that appealed takes it back."))
        _decide(held, Appeal.Decision.WITHDRAWN, "", "", by, now)
        move(session_id=appeal.session_id)


def decide(
    *,
    appeal: Appeal,
    changed: bool,
    heard_as: str,
    reason: str,
    by: Member,
    now: datetime,
) -> None:
    """Decide an appeal as the director who hears it.

    If `changed` is false the ruling stands. If it is true, the newest ruling on the board replaces the appealed one;
    the hearing director must have made it. `heard_as` is a value of Appeal.HeardAs.

    Raises PermissionDenied for members who do not direct. Raises Refused before both of the pair have agreed, for
    those who made or approved the appealed ruling, for a director who is concerned, for a change without a newer ruling
    by this director, for a ruling that is said to stand though another is in force, if the appeal was decided or taken
    back, and if the session was cancelled.
    """
    with write_transaction():
        desk, held = _held(appeal, by)
        desk.whole.require_director()
        if desk.is_concerned or by.person_id in persons_who_ruled(held.ruling):
            raise Refused(
                _(
                    "Somebody else hears it: not the one who ruled, and nobody of the table or its teams."
                )
            )
        if held.agreed_by is None:
            raise Refused(_("It is heard once both of the pair agree (Law 92D)."))
        decision = Appeal.Decision.UPHELD
        if not changed and is_replaced(held):
            raise Refused(
                _(
                    "The ruling that was appealed is not in force any more: what you rule anew takes its place."
                )
            )
        if changed:
            decision = Appeal.Decision.CHANGED
            held.made = later_rulings(held).first()
            if held.made is None or held.made.ruled_by.person_id != by.person_id:
                raise Refused(
                    _("Rule anew on the board first: your ruling is what changes it.")
                )
        _decide(held, decision, heard_as, reason, by, now)
        move(session_id=appeal.session_id)


def _held(appeal: Appeal, by: Member) -> tuple[BoardDesk, Appeal]:
    """Lock the session of an appeal, and return the member's desk at the board and the appeal, read again.

    Raises Refused if the appeal was decided or taken back, or if the session was cancelled.
    """
    desk = desk_to_rule(SessionDesk(hold(appeal.session), by), appeal.ruling.slot)
    of_ruling = ("ruling__ruled_by", "ruling__approved_by")
    people = ("made_by", "agreed_by", "decided_by", *of_ruling)
    held = Appeal.objects.select_related(*people).get(pk=appeal.pk)
    if held.decision == Appeal.Decision.WITHDRAWN and held.decided_by:
        words = _("%(name)s has taken this appeal back.")
        raise Refused(words % {"name": held.decided_by.short_name})
    if held.decision:
        raise Refused(DECIDED)
    return desk, held


def _decide(
    held: Appeal, decision: str, heard_as: str, reason: str, by: Member, now: datetime
) -> None:
    """Save a decision, a value of Appeal.Decision, on an appeal.

    If the decision is CHANGED, the caller has set `made`, the ruling that replaces the appealed ruling.
    """
    held.decision, held.heard_as, held.decided_for = decision, heard_as, reason
    held.decided_by, held.decided_at = by, not_before(now, held.made_at)
    held.save(
        update_fields=[
            "decision",
            "heard_as",
            "decided_for",
            "decided_by",
            "decided_at",
            "made",
        ]
    )
