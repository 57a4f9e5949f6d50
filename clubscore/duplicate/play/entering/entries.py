"""The facts that a form of a table says about a board, and whether it has said so before."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

import scoring
from clubscore.contracts.models import columns_of
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.duplicate.models import Play, PlayProposal, Tablet
from clubscore.duplicate.outcomes.results import ENTERED, Recorded, SlotResult
from clubscore.duplicate.play.entering.refusals import KeySpent
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot

_BY_KEY = (Play._meta.get_field("session"), Play._meta.get_field("key"))
_PLAY_BY_KEY = PreparedLookup(lambda session, key: Play.objects.filter(session=session, key=key), *_BY_KEY)
_PROPOSAL_BY_KEY = PreparedLookup(
    lambda session, key: PlayProposal.objects.filter(session=session, key=key).select_related("play"), *_BY_KEY
)


class Entered(NamedTuple):
    """The outcome of an entry: `standing` is of the slot after it."""

    play: Play | Recorded
    standing: str


class Entry(NamedTuple):
    """The content of a form: the facts of a board, the lead, the version that its sender saw, its key, and where."""

    facts: scoring.Deal
    lead: str
    seen_version: int
    key: UUID
    tablet: Tablet | None = None
    """The device of the table at which it was entered; None for a player's own."""

    @property
    def columns(self) -> dict[str, object]:
        return {**columns_of(self.facts), "lead": self.lead, "key": self.key}

    def agrees_with(self, play: Recorded) -> bool:
        """Whether it says the same. A lead that one side leaves out is no difference; a note is not a fact."""
        mine, theirs = (columns_of(facts) | {"note": ""} for facts in (self.facts, play.facts))
        return mine == theirs and self.lead in {"", play.lead}


def is_recorded(session_id: int, key: UUID) -> bool:
    """Whether something was written with this key already, wherever it is recorded by now."""
    return bool(_PLAY_BY_KEY.find(session_id, key) or _PROPOSAL_BY_KEY.find(session_id, key))


def sent_before(at: SlotState, entry: Entry, results: Mapping[Slot, SlotResult]) -> Entered | None:
    """The play or the proposal that this key has written already; None the first time. Raises KeySpent."""
    sent = (at.state.session.pk, entry.key)
    found: Play | PlayProposal | None = next(iter(_PLAY_BY_KEY.find(*sent) or _PROPOSAL_BY_KEY.find(*sent)), None)
    if found is None:
        return None
    play = found if isinstance(found, Play) else found.play
    is_here = (play.section_id, play.round, play.table, play.board) == (at.section.section.pk, *at.slot[1:])
    if not (is_here and columns_of(found.facts) == columns_of(entry.facts) and found.lead == entry.lead):
        raise KeySpent(_("This form has recorded another result already. Look, and record again."))
    result = results.get(at.slot)
    return Entered(result.play if result else play, result.standing(at.sides) if result else ENTERED)
