"""Services of the clock of a round: more minutes, a pause, and its end."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import ClockChange, Session
from clubscore.duplicate.session.clock import RoundClock
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before


def extend_round(
    *, session: Session, round: int, minutes: int, by: Member, now: datetime
) -> None:
    """Add minutes, from 1 to `ClockChange.MOST`, to the clock of the current round.

    Raises Refused if `round` is not the round that is being played. Raises PermissionDenied for members who do not
    direct.
    """
    with write_transaction():
        clock = _running(_held(session, by), round)
        now = not_before(now, clock.at)
        ClockChange.objects.create(start=clock.start, minutes=minutes, at=now, by=by)
        move(session_id=session.pk)


def pause_round(*, session: Session, round: int, by: Member, now: datetime) -> None:
    """Stop the clock of the current round. A clock that stands already is left as it is.

    Raises Refused if `round` is not the round that is being played. Raises PermissionDenied for members who do not
    direct.
    """
    with write_transaction():
        clock = _running(_held(session, by), round)
        if clock.paused_at:
            return
        written = [change.until or change.at for change in clock.changes]
        now = not_before(now, clock.at, *written)
        ClockChange.objects.create(start=clock.start, at=now, by=by)
        move(session_id=session.pk)


def resume_round(*, session: Session, round: int, by: Member, now: datetime) -> None:
    """Let the clock of the current round go on. A clock that goes on already is left as it is.

    Raises Refused if `round` is not the round that is being played. Raises PermissionDenied for members who do not
    direct.
    """
    with write_transaction():
        clock = _running(_held(session, by), round)
        end_pause(clock=clock, by=by, now=now)
        move(session_id=session.pk)


def end_pause(*, clock: RoundClock | None, by: Member, now: datetime) -> None:
    """End the pause of a clock, if it stands. The caller opens the transaction."""
    if clock is None or clock.paused_at is None:
        return
    pauses = ClockChange.objects.filter(start=clock.start, minutes=None, until=None)
    pauses.update(until=not_before(now, clock.paused_at), ended_by=by)


def _held(session: Session, by: Member) -> SessionState:
    """Lock the session and return its state. Raises PermissionDenied for members who do not direct."""
    state = hold(session)
    require_director(state.session, by)
    return state


def _running(state: SessionState, round: int) -> RoundClock:
    """The clock of the round that is being played. Raises Refused if another round, or none, is being played."""
    if state.clock is None or state.round != round or not state.session.is_in_play:
        words = _("Round %(round)s is not being played: look again.")
        raise Refused(words % {"round": round})
    return state.clock
