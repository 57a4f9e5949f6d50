"""The undo of the last deal, with the votes that it makes enough."""

from datetime import datetime

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.rubbers.correction.closing import accept_if_enough
from clubscore.rubbers.models import Deal
from clubscore.rubbers.recording import services as recording
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.state import RubberState


def undo_last_deal(
    *, state: RubberState, number: int, by: Member, now: datetime
) -> Deal:
    """Undo deal `number` as `recording.services.undo_deal` does, and accept the proposals that have enough votes now.

    The undo opens the correction period of the deal before it again (Law 78): a majority is enough then, and may have
    voted yes already. The deal before the first deal of a rubber is the last deal of the rubber before it. Returns the
    version that strikes the deal out. Raises Refused if the deal cannot be undone.
    """
    with write_transaction():
        struck = recording.undo_deal(state=state, number=number, by=by, now=now)
        after = load(state.rubber.pk)
        accept_if_enough(state=after, now=struck.recorded_at)
        if after.rubber_before and not after.deals:
            before = load(after.rubber_before.pk)
            accept_if_enough(state=before, now=struck.recorded_at)
    return struck
