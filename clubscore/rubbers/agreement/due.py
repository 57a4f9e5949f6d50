"""The function that posts rubbers to the books when their time for objections is over."""

from datetime import datetime
from functools import partial

from clubscore.database.write_lock import write_transaction
from clubscore.rubbers.agreement.queries import is_time_up
from clubscore.rubbers.agreement.services import post
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.loading import load_all
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.conflicts import repeated


def post_due(*, now: datetime, jumped_at: datetime | None = None) -> list[Rubber]:
    """Post to the books every rubber whose time for objections is over. Returns the rubbers that were posted.

    There is such a time only under the rule `AgreedBy.TIME`: the net score is agreed if nobody objects in that time.
    `jumped_at` is the moment at which the clock of the computer jumped; None if it has not jumped. The times of all
    rubbers begin anew at that moment.
    """
    agreed_by_time = Rubber.objects.unagreed().filter(agreed_by=Rubber.AgreedBy.TIME)
    posted = []
    for state in load_all(agreed_by_time.order_by("pk")):
        if not is_time_up(state, now, jumped_at):
            continue
        post_alone = partial(_post_alone, state=state, now=now, jumped_at=jumped_at)
        if repeated(post_alone):
            posted.append(state.rubber)
    return posted


def _post_alone(
    *, state: RubberState, now: datetime, jumped_at: datetime | None
) -> bool:
    """Post one rubber to the books if its time for objections is over. Returns True if this call posted it.

    Several processes may try at once: only the first that locks the rubber posts it. `jumped_at` is the moment at which
    the clock of the computer jumped, or None.
    """
    with write_transaction():
        state, at = hold(state, now)
        is_due = not state.rubber.is_agreed and is_time_up(state, now, jumped_at)
        if is_due:
            post(state=state, by=state.rubber.started_by, now=at)
        return is_due
