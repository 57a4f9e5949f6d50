"""The posting of rubbers that are agreed by time."""

from datetime import datetime
from functools import partial

from clubscore.database.write_lock import write_transaction
from clubscore.rubbers.agreement.queries import time_is_up
from clubscore.rubbers.agreement.services import post
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.loading import load_all
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.conflicts import repeated


def post_due(*, now: datetime, jumped_at: datetime | None = None) -> list[Rubber]:
    """Post every rubber that is agreed by time and whose time is up. Returns them.

    `jumped_at` is when the clock jumped, if it did: the times begin anew with it.
    """
    waiting = load_all(Rubber.objects.unagreed().filter(agreed_by=Rubber.AgreedBy.TIME).order_by("pk"))
    due = [state for state in waiting if time_is_up(state, now, jumped_at)]
    return [state.rubber for state in due if repeated(partial(_post_alone, state=state, now=now, jumped_at=jumped_at))]


def _post_alone(*, state: RubberState, now: datetime, jumped_at: datetime | None) -> bool:
    """Post one rubber. Several processes may try at once: only the first to lock the rubber posts it."""
    with write_transaction():
        state, at = hold(state, now)
        is_due = not state.rubber.is_agreed and time_is_up(state, now, jumped_at)
        if is_due:
            post(state=state, by=state.rubber.started_by, now=at)
        return is_due
