"""The lock of a session, for changes of plan, entries or rounds, and for calls. Writes of results use another lock."""

from django.utils.translation import gettext as _

from clubscore.database.prepared.queries import Prepared
from clubscore.database.prepared.writes import PreparedIncrement
from clubscore.duplicate.models import Plan, Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.state import SessionState
from clubscore.refusals import Refused
from clubscore.web.conflicts import Overtaken


def hold(session: Session) -> SessionState:
    """Lock a session until the transaction ends, and return its state, read after the lock.

    Raises Refused if the session was cancelled, Session.DoesNotExist if there is no such session.
    """
    state = load_alone(session_id=session.pk)
    if state.session.is_cancelled:
        why = {"session": state.session.name, "reason": state.session.cancelled_for}
        raise Refused(_("%(session)s was cancelled: %(reason)s") % why)
    return state


def load_alone(*, session_id: int) -> SessionState:
    """Lock a session until the transaction ends, and return its state, even if the session was cancelled.

    Raises Session.DoesNotExist if there is no such session.
    """
    Session.objects.select_for_update(no_key=True).get(pk=session_id)
    return load(session_id)


def move(*, session_id: int) -> None:
    """Add 1 to the revision of a session, so that browsers fetch its pages again.

    The call locks the row of the session. Every write calls it as its last statement, so that the lock is short.
    """
    _REVISION.increment(session_id)


def move_as_read(*, state: SessionState) -> None:
    """Add 1 to the revision of a session, for a write that relies on the plan but did not lock the session.

    If somebody else has written since `state` was read, one more SQL statement compares the plan. Raises Overtaken if
    the plan has a newer edition by now, or if the session was ended or cancelled after `state` was read.
    """
    session = state.session
    if _REVISION.increment(session.pk) == session.revision + 1:
        return
    newest = max(plan.pk for section in state.sections for plan in section.plans)
    if _NEWEST_PLAN.of_one(session.pk) != [
        (newest, session.ended_at, session.cancelled_at)
    ]:
        raise Overtaken(
            f"Session {session.pk} has another plan than was read, or is over."
        )


_REVISION = PreparedIncrement(Session, "revision")
_NEWEST_PLAN = Prepared(
    lambda pks: (
        Plan.objects.filter(section__session__in=pks)
        .order_by("-pk")
        .values_list(
            "pk", "section__session__ended_at", "section__session__cancelled_at"
        )[:1]
    )
)
