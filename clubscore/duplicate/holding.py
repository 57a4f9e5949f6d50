"""The lock of a session for those who change its plan, its entries or its rounds; results need none."""

from django.utils.translation import gettext as _

from clubscore.duplicate.loading import load
from clubscore.duplicate.models import Session
from clubscore.duplicate.state import SessionState
from clubscore.prepared import PreparedIncrement
from clubscore.refusals import Refused


def hold(session: Session) -> SessionState:
    """Lock a session until the transaction ends, and read it. Raises Refused for one that was cancelled."""
    Session.objects.select_for_update(no_key=True).get(pk=session.pk)
    state = load(session.pk)
    if state.session.is_cancelled:
        why = {"session": state.session.name, "reason": state.session.cancelled_for}
        raise Refused(_("%(session)s was cancelled: %(reason)s") % why)
    return state


def move(*, session_id: int) -> None:
    """The pages of a session have changed: the last statement of every write about it, for it locks the row."""
    _REVISION.increment(session_id)


_REVISION = PreparedIncrement(Session, "revision")
