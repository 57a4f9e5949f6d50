"""Services that undo a step of the session: a round that has begun is taken back, and play that is over goes on."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.directing.clock_services import end_pause
from clubscore.duplicate.models import (
    Call,
    Plan,
    Play,
    PlayReopening,
    RoundStart,
    Ruling,
    Session,
)
from clubscore.duplicate.outcomes.published import newest_publication
from clubscore.duplicate.session.elsewhere import hold_players, require_players_free
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import not_before


def take_back_round(*, session: Session, round: int, by: Member, now: datetime) -> None:
    """Take back the start of the current round: the round before it is the current one again.

    If the first round is taken back, play has not begun. The row of the start stays. A call for a round that was taken
    back already changes nothing.

    Raises Refused if a later round has begun, if play is over, if the round has a result, a ruling or a call, if the
    plan was changed since it began, and if somebody who played in the round before plays in another session now. Raises
    PermissionDenied for members who do not direct.
    """
    with write_transaction():
        held = hold_players(session)
        state = hold(session)
        require_director(state.session, by)
        clock = state.starts.get(round)
        if clock is None:
            return
        if refusal := why_not_taken_back(state, round):
            raise Refused(refusal)
        end_pause(clock=clock, by=by, now=now)
        starts = RoundStart.objects.in_force().filter(session=session, round=round)
        starts.update(taken_back_at=not_before(now, clock.at), taken_back_by=by)
        if round == 1:
            state.session.started_at = None
            state.session.save(update_fields=["started_at"])
        else:
            require_players_free(load(session.pk), held)
        move(session_id=session.pk)


def why_not_taken_back(state: SessionState, round: int) -> str:
    """A sentence that says why the start of a round cannot be taken back; empty if it can be."""
    session, clock = state.session, state.clock
    if clock is None or round != state.round or not session.is_in_play:
        return _("Round %(round)s is not being played: look again.") % {"round": round}
    entered = (Play.objects, Ruling.objects, Call.objects)
    if any(rows.filter(session=session, round=round).exists() for rows in entered):
        words = _("Something is entered in round %(round)s: it is not taken back.")
        return words % {"round": round}
    plans = Plan.objects.filter(section__session=session, adopted_at__gt=clock.at)
    if plans.exists():
        words = _(
            "The plan was changed since round %(round)s began: it is not taken back."
        )
        return words % {"round": round}
    return ""


def reopen_play(*, session: Session, by: Member, now: datetime) -> None:
    """Let play that is over go on in its last round. A call for a session in play changes nothing.

    Raises Refused if the results are published, and if somebody who would go on plays in another session now. Raises
    PermissionDenied for members who do not direct.
    """
    with write_transaction():
        held = hold_players(session)
        state = hold(session)
        require_director(state.session, by)
        ended_at = state.session.ended_at
        if ended_at is None:
            return
        if newest_publication(session.pk):
            raise Refused(
                _("The results are published: play is over. A correction changes them.")
            )
        PlayReopening.objects.create(
            session=state.session,
            ended_at=ended_at,
            ended_by=state.session.ended_by,
            at=not_before(now, ended_at),
            by=by,
        )
        state.session.ended_at = state.session.ended_by = None
        state.session.save(update_fields=["ended_at", "ended_by"])
        require_players_free(state, held)
        move(session_id=session.pk)
