"""Services of the director's page: start, rounds, end, deputies, cancelling."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.directing.clock_services import end_pause
from clubscore.duplicate.director.opening.services import write_plan
from clubscore.duplicate.models import Deputy, Play, RoundStart, Ruling, Session
from clubscore.duplicate.session.elsewhere import hold_players, require_players_free
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.languages.stored_sentences import ENDED_EARLY
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import near, newest_time, not_before
from scoring.movements.swiss import undrawn


def start_round(
    *, session: Session, round: int, by: Member, now: datetime
) -> RoundStart:
    """Begin the next round, and return its start. A repeated call returns the start that is recorded already.

    The first round starts the session, even if not everybody has come. A pause of the round before it ends. Raises
    Refused if another round is the next, if the round is not drawn yet, if there are no more rounds, if no table of the
    first round has both its sides, if somebody plays in another session, or if the session is over or cancelled. Raises
    PermissionDenied for members who do not direct.
    """
    with write_transaction():
        held = hold_players(session) if round == 1 else set()
        state = hold(session)
        require_director(state.session, by)
        if started := state.starts.get(round):
            return started.start
        require_ready_to_start(state, round)
        now = not_before(now, state.session.opened_at, *near(now, *_written(state)))
        if round == 1:
            require_players_free(state, held)
            state.session.started_at = now
            state.session.save(update_fields=["started_at"])
        end_pause(clock=state.clock, by=by, now=now)
        start = RoundStart.objects.create(
            session=state.session,
            round=round,
            at=now,
            minutes=state.session.minutes_a_round,
            by=by,
        )
        move(session_id=session.pk)
    return start


def _written(state: SessionState) -> list[datetime]:
    """The start times of the rounds that have begun, and the time of the newest result if there is a result."""
    return [
        *(start.at for start in state.starts.values()),
        *newest_time(state.session.plays, "recorded_at"),
    ]


def require_ready_to_start(state: SessionState, round: int) -> None:
    """Raises Refused if this round cannot start now.

    A round can start if the session is not over and the round is the next one and is drawn. For the first round, at
    least one table must have both its sides.
    """
    if state.session.is_over:
        raise Refused(_("%(session)s is over.") % {"session": state.session.name})
    if round != state.round + 1:
        words = _("Round %(round)s is played: the next is %(next)s.")
        raise Refused(words % {"round": state.round, "next": state.round + 1})
    if round > state.rounds:
        raise Refused(_("Round %(round)s is the last.") % {"round": state.rounds})
    if round > state.drawn:
        words = _("Round %(round)s is not drawn yet: draw it first.")
        raise Refused(words % {"round": round})
    if round == 1 and not any(map(_can_be_played, state.sections)):
        raise Refused(
            _("No table has both of its sides yet: let them take their places first.")
        )


def _can_be_played(section: SectionState) -> bool:
    """True if at least one table of the section has both its sides in the first round."""
    rows = section.movement.by_round.get(1, ())
    return any(
        row.is_played and section.are_there(row.seated, row.round) for row in rows
    )


def end_play(
    *, session: Session, by: Member, now: datetime, after: int | None = None
) -> None:
    """End the play of a session: nobody takes a place any more. A call for a session that is over changes nothing.

    A Swiss may end after any round; rounds that are drawn and have not begun are given up. `after` is the current round
    as the sender saw it; None if that is not checked. Raises Refused if the last round (of a Swiss: the first round)
    has not begun, if the current round is not `after`, or if the session is cancelled. Raises PermissionDenied for
    members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        if state.session.is_over:
            return
        require_last_round(state)
        if after not in (None, state.round):
            words = _("Round %(round)s has begun meanwhile: look again.")
            raise Refused(words % {"round": state.round})
        if state.session.is_swiss and state.round < state.drawn:
            _give_up_draws(state, by, now)
        started_at = state.session.started_at or now
        written = near(now, *_written(state))
        ended_at = not_before(now, started_at, *written)
        end_pause(clock=state.clock, by=by, now=ended_at)
        state.session.ended_at, state.session.ended_by = ended_at, by
        state.session.save(update_fields=["ended_at", "ended_by"])
        move(session_id=session.pk)


def require_last_round(state: SessionState) -> None:
    """Raises Refused before the last round has begun. A Swiss may end after any round, so its first must have begun."""
    fewest = 1 if state.session.is_swiss else state.rounds
    if state.round < fewest:
        words = _("Round %(round)s of %(rounds)s is played: begin the others first.")
        raise Refused(words % {"round": state.round, "rounds": state.rounds})


def _give_up_draws(state: SessionState, by: Member, now: datetime) -> None:
    """Write a new edition of each section's plan that leaves out the rounds that were drawn and have not begun."""
    for section in state.sections:
        newest = section.plans[-1]
        write_plan(
            section=section.section,
            edition=newest.edition + 1,
            name=newest.name,
            movement=undrawn(section.movement, state.round + 1),
            from_round=state.round + 1,
            reason=ENDED_EARLY(round=state.round),
            by=by,
            now=now,
        )


def cancel(*, session: Session, reason: str, by: Member, now: datetime) -> None:
    """Cancel a session. `reason` is not empty.

    Raises Refused if the session is over or cancelled already, or has a result or a ruling. Raises PermissionDenied
    for members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        if state.session.is_over:
            words = _("%(session)s is over: it is not cancelled any more.")
            raise Refused(words % {"session": state.session.name})
        plays = Play.objects.filter(session=session)
        rulings = Ruling.objects.filter(session=session)
        if plays.exists() or rulings.exists():
            raise Refused(
                _("Results are recorded: a session that was played is not cancelled.")
            )
        held = state.session
        held.cancelled_at, held.cancelled_by, held.cancelled_for = now, by, reason
        held.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_for"])
        move(session_id=session.pk)


def name_deputy(*, session: Session, member: Member, by: Member, now: datetime) -> None:
    """Let another member direct the session as a deputy. A member who is a deputy already is not named again.

    Raises Refused if the session is cancelled. Raises PermissionDenied if `by` does not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        deputies = Deputy.objects.filter(session=session, member=member, until=None)
        if not deputies.exists():
            Deputy.objects.create(
                session=state.session, member=member, named_by=by, since=now
            )
        move(session_id=session.pk)


def dismiss_deputy(
    *, session: Session, member: Member, by: Member, now: datetime
) -> None:
    """End the time of a deputy, who then directs no more.

    Raises Refused if the session is cancelled. Raises PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        deputies = Deputy.objects.filter(session=session, member=member, until=None)
        deputies.update(until=now, ended_by=by)
        move(session_id=session.pk)
