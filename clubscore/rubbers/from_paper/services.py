"""The write that records many deals at once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

import scoring
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.recording.queries import (
    already_recorded,
    recording_refusal,
    require_keeper,
)
from clubscore.rubbers.recording.services import write_deal
from clubscore.rubbers.rubber.book_entries import waits_in_a_book
from clubscore.rubbers.rubber.desk import RubberDesk
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
    """Record these deals in order, all or none; the first is deal `number`. Returns the rubber after the deals.

    A form that is sent again with the same `key` records nothing. Raises Stale if deal `number` is not the next deal or
    if the sheet has changed since `seen_revision`, KeySpent if the key recorded other deals, Refused if the rubber is
    over or the next deal waits in a book, scoring.ScoringError if one of the deals cannot be scored, PermissionDenied
    for members who may not write on the sheet.
    """
    keys = [uuid5(key, str(place)) for place in range(len(deals))]
    with write_transaction():
        state, now = hold(state, now)
        require_keeper(RubberDesk(state, by))
        recorded = [
            already_recorded(state, facts, own_key)
            for facts, own_key in zip(deals, keys, strict=True)
        ]
        if all(recorded):
            return state
        if refusal := recording_refusal(state, number, seen_revision):
            raise refusal
        if waiting := waits_in_a_book(state):
            words = _("%(waiting)s First it is recorded, or taken back.")
            raise Refused(words % {"waiting": waiting})
        for facts, own_key in zip(deals, keys, strict=True):
            state = write_deal(
                state=state, facts=facts, key=own_key, by=by, now=now, signed=True
            ).state
    return state
