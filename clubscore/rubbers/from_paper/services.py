"""The write of many deals at once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

import scoring
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.rubbers.recording.queries import already_recorded, refusal_to_record, require_keeper
from clubscore.rubbers.recording.services import write_deal
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.state import RubberState


def record_from_paper(
    *,
    state: RubberState,
    deals: Sequence[scoring.Deal],
    number: int,
    seen_revision: int,
    key: UUID,
    by: Member,
    now: datetime,
) -> RubberState:
    """Record these deals in order, all or none; the first is deal `number`. Sent again with the same `key`, nothing.

    Raises Stale when another deal is the next or somebody wrote since `seen_revision`, KeyUsed when the key recorded
    other deals, Refused when the rubber is over, scoring.ScoringError when one of them cannot be, PermissionDenied
    for members who may not keep this rubber.
    """
    keys = [uuid5(key, str(place)) for place in range(len(deals))]
    with write_transaction():
        state, now = hold(state, now)
        require_keeper(state, by)
        sent = [already_recorded(state, facts, each) for facts, each in zip(deals, keys, strict=True)]
        if all(sent):
            return state
        if refusal := refusal_to_record(state, number, seen_revision):
            raise refusal
        for facts, each in zip(deals, keys, strict=True):
            state = write_deal(state=state, facts=facts, key=each, by=by, now=now, signed=True).state
    return state
