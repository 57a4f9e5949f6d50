"""The content of a form that records a board, and the row that the form has written before."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

import scoring
from clubscore.contracts.models import columns_of
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.duplicate.models import Play, PlayProposal, Tablet
from clubscore.duplicate.outcomes.results import ENTERED, RecordedPlay, SlotResult
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from clubscore.once import once

_BY_KEY = (Play._meta.get_field("session"), Play._meta.get_field("key"))
_PLAY_BY_KEY = PreparedLookup(
    lambda session, key: Play.objects.filter(session=session, key=key), *_BY_KEY
)
_PROPOSAL_BY_KEY = PreparedLookup(
    lambda session, key: PlayProposal.objects.filter(
        session=session, key=key
    ).select_related("play"),
    *_BY_KEY,
)


class ResultEntered(NamedTuple):
    """The outcome of an entry: the version of the result that counts, and the standing of the slot after the entry."""

    play: Play | RecordedPlay
    standing: str


class ResultEntry(NamedTuple):
    """The content of a form: the facts of a board, the lead, the version that its sender saw, its key, its device."""

    facts: scoring.Deal
    lead: str
    seen_version: int
    key: UUID
    tablet: Tablet | None = None
    """The device of the table on which the result was entered; None for a player's own device."""

    @property
    def columns(self) -> dict[str, object]:
        """The columns of a version of a result or of a proposal that the entry fills."""
        return {**columns_of(self.facts), "lead": self.lead, "key": self.key}

    def agrees_with(self, play: RecordedPlay) -> bool:
        """True if both say the same result. A lead that the entry leaves out is no difference; a note is not a fact."""
        mine = columns_of(self.facts) | {"note": ""}
        recorded = columns_of(play.facts) | {"note": ""}
        return mine == recorded and self.lead in {"", play.lead}


def is_recorded(session_id: int, key: UUID) -> bool:
    """True if a form with this key was written before, at whichever table."""
    return once(key, partial(_play_or_proposal, session_id)) is not None


def sent_before(
    at: SlotState, entry: ResultEntry, results: Mapping[Slot, SlotResult]
) -> ResultEntered | None:
    """The play or the proposal that this key has written already; None the first time. Raises KeySpent."""
    sent = once(
        entry.key,
        partial(_play_or_proposal, at.state.session.pk),
        partial(_other_result_refusal, at, entry),
    )
    if sent is None:
        return None
    result = results.get(at.slot)
    if result is None:
        return ResultEntered(_play_of(sent), ENTERED)
    return ResultEntered(result.play, result.standing(at.sides))


def _play_or_proposal(session_id: int, key: UUID) -> Play | PlayProposal | None:
    """The row with this key. A statement for plays, and another one for proposals where no play has the key."""
    for lookup in (_PLAY_BY_KEY, _PROPOSAL_BY_KEY):
        for row in lookup.find(session_id, key):
            return row
    return None


def _play_of(sent: Play | PlayProposal) -> Play:
    """The version of a result that was written, or that the proposal is about."""
    return sent if isinstance(sent, Play) else sent.play


def _other_result_refusal(
    at: SlotState, entry: ResultEntry, sent: Play | PlayProposal
) -> str | None:
    """The refusal of a form whose key has recorded another result; None for the result that the form records."""
    play = _play_of(sent)
    place = play.section_id, play.round, play.table, play.board
    is_here = place == (at.section.section.pk, *at.slot[1:])
    has_facts = columns_of(sent.facts) == columns_of(entry.facts)
    if is_here and has_facts and sent.lead == entry.lead:
        return None
    return _("This form has recorded another result already. Look, and record again.")
