"""Writes of the reports "I am not there" of players in whose name a rubber is played (decision 0026)."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import post_if_agreed
from clubscore.rubbers.agreement.signing import close_absence
from clubscore.rubbers.models import Motion, NotThere
from clubscore.rubbers.rubber.arbiters import who_may_decide
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.motions import expire_motions
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat


def say_not_there(*, state: RubberState, by: Member, now: datetime) -> None:
    """Note the report "I am not there" of the player `by`, in whose name somebody else plays.

    The rubber is not posted to the books before that player agrees to the net score or takes the report back, or an
    arbiter rules on the report. A motion to let the net score stand expires. Nothing is noted while an earlier report
    of the player is open. Raises Refused once the net score is agreed, PermissionDenied for members who do not play in
    this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        seat = _seat_of(state, by)
        if state.rubber.is_agreed:
            refusal = _(
                "The net score is agreed already: it must be opened again first."
            )
            raise Refused(f"{refusal} {who_may_decide(state)}")
        if seat in state.absent:
            return
        expire_motions(state=state, now=now, kinds=[Motion.Kind.STAND])
        NotThere.objects.create(rubber=state.rubber, member=by, at=now)
        move_signatures(state=state)


def say_there(*, state: RubberState, by: Member, now: datetime) -> None:
    """Take back the report "I am not there" of the player `by`, and post the rubber if the net score is agreed now.

    Raises PermissionDenied for members who do not play in this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        after = close_absence(state=state, seat=_seat_of(state, by), now=now)
        post_if_agreed(state=after, by=by, now=now)


def _seat_of(state: RubberState, by: Member) -> Seat:
    seat = state.seat_by_member.get(by.pk)
    if seat is None:
        raise PermissionDenied(_("Only the four players say whether they are there."))
    return seat
