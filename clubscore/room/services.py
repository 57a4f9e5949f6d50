"""Writes about the room that need rubbers: the cut, and the answers of members whom another has seated."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.languages.spoken import refusal_told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.room.queries import brought_to, evening_so_far, unagreed_since
from clubscore.rubbers.agreement import absence
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.cuts import choose_seats, cut_for_partners
from clubscore.tables.models import Cut, Sitting, Table
from clubscore.tables.services import bump, confirm_stay, leave_table
from scoring import InvalidRules, Seat


def cut(*, table: Table, by: Member, now: datetime) -> Cut:
    """Cut for the next rubber at the table, by the club's house rule and by the rubbers played there this evening.

    Returns the cut. Raises SeatingRefused if fewer than four members are at the table, or while a rubber is in play.
    """
    with write_transaction():
        bump(table=table)  # so that no rubber begins meanwhile
        played, rule = evening_so_far(table, now)
        return cut_for_partners(
            table=table,
            played=played,
            going_out=rule,
            by=by,
            now=now,
        )


def sit_and_begin(*, cut: Cut, seat: Seat, by: Member, now: datetime) -> Rubber:
    """Seat the four players of a cut and begin the rubber. Returns the rubber.

    The first of the cut takes `seat` and deals; the others take their seats in the order of the cut. Raises
    SeatingRefused if somebody has cut again or left since the cut, or if a rubber has begun. Raises Refused if
    `start_rubber` refuses to begin, or if the table's house rules are not valid.
    """
    with write_transaction():
        choose_seats(cut=cut, seat=seat)
        try:
            return start_rubber(table=cut.table, dealer=seat, by=by, now=now)
        except InvalidRules as wrong:
            raise Refused(refusal_told(wrong)) from wrong


def say_not_there(*, table: Table, by: Member, now: datetime) -> list[str]:
    """Record that the member is not at this table, where another member has seated the member.

    Each rubber at the table that names the member as a player and is not agreed is posted only after the member agrees
    or an admin decides. If none of these rubbers is in play, the member leaves the table. Returns sentences that tell
    the member what was done. Raises Refused if nobody else has seated the member there.
    """
    with write_transaction():
        rubbers = unagreed_since(_stay_of(by, table))
        for rubber in rubbers:
            absence.say_not_there(state=load(rubber.pk), by=by, now=now)
        plays = any(not rubber.is_over for rubber in rubbers)
        if not plays:
            leave_table(table=table, member=by, now=now)
    sentences = []
    if not plays:
        sentences.append(_("You are not at %(table)s any more."))
    if rubbers:
        held = _(
            "What was played at %(table)s in your name is not posted without you; the admins see it."
        )
        sentences.append(held)
    return [sentence % {"table": table.called} for sentence in sentences]


def say_there(*, table: Table, by: Member, now: datetime) -> None:
    """Confirm that the member is at this table, where another has seated the member; close reports "I am not there".

    A rubber whose net score is thereby agreed is posted. Raises Refused if nobody else has seated the member there.
    """
    with write_transaction():
        for rubber in unagreed_since(_stay_of(by, table)):
            absence.say_there(state=load(rubber.pk), by=by, now=now)
        confirm_stay(member=by, now=now)


def _stay_of(member: Member, table: Table) -> Sitting:
    stay = brought_to(member, table)
    if stay is None:
        raise Refused(
            _("Nobody else has brought you to %(table)s.") % {"table": table.called}
        )
    return stay
