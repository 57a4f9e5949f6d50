"""The content of a form that records a board, and the results and proposals that a form has written before."""

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
    """The outcome of an entry: the version of the result that now counts, and the standing of its slot, such as
    AGREED."""

    play: Play | RecordedPlay
    standing: str


class ResultEntry(NamedTuple):
    """The content of a form that records a board: the facts of the deal, the lead, and the form's key.

    `seen_version` is the version of the result that the sender saw; 0 if there was no result.
    """

    facts: scoring.Deal
    lead: str
    seen_version: int
    key: UUID
    tablet: Tablet | None = None
    """The device on the table from which the result was sent; None for a player's own device."""

    @property
    def columns(self) -> dict[str, object]:
        """The columns of a Play or a PlayProposal that the entry fills: the facts, the lead and the key."""
        return {**columns_of(self.facts), "lead": self.lead, "key": self.key}

    def agrees_with(self, play: RecordedPlay) -> bool:
        """True if the entry has the same result as `play`.

        An entry without a lead agrees with any lead. The notes are not compared.
        """
        mine = columns_of(self.facts) | {"note": ""}
        recorded = columns_of(play.facts) | {"note": ""}
        return mine == recorded and self.lead in {"", play.lead}


def is_recorded(session_id: int, key: UUID) -> bool:
    """True if the form with this key has already written a result or a proposal, at any table of the session."""
    return once(key, partial(_play_or_proposal, session_id)) is not None


def sent_before(
    at: SlotState, entry: ResultEntry, results: Mapping[Slot, SlotResult]
) -> ResultEntered | None:
    """The outcome of a form that was sent before; None if the form is sent for the first time.

    The outcome has the result that counts now and its standing. If the result was struck since the form was first sent,
    the outcome has the version that the form wrote or contradicted, with the standing ENTERED. Raises KeySpent if the
    form with this key has recorded another result than this entry.
    """
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
    """The play or the proposal with this key; None if there is none.

    Runs one SQL statement, and a second one if no play has the key.
    """
    for lookup in (_PLAY_BY_KEY, _PROPOSAL_BY_KEY):
        for row in lookup.find(session_id, key):
            return row
    return None


def _play_of(sent: Play | PlayProposal) -> Play:
    """The value of `sent` if it is a play; if it is a proposal, the play that the proposal contradicts."""
    return sent if isinstance(sent, Play) else sent.play


def _other_result_refusal(
    at: SlotState, entry: ResultEntry, sent: Play | PlayProposal
) -> str | None:
    """The words that refuse a form whose key has recorded another result (`sent`) than this entry.

    None if the entry has the same result at the same slot.
    """
    play = _play_of(sent)
    place = play.section_id, play.round, play.table, play.board
    is_here = place == (at.section.section.pk, *at.slot[1:])
    has_facts = columns_of(sent.facts) == columns_of(entry.facts)
    if is_here and has_facts and sent.lead == entry.lead:
        return None
    return _("This form has recorded another result already. Look, and record again.")
