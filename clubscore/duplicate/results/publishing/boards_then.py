"""The boards of a publication: who sat where, what was played, and how it counted when the results were published."""

from collections.abc import Mapping

from clubscore.duplicate.models import Publication
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Scores, scores_of
from clubscore.duplicate.results.publishing.results_then import results_then
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Seat, Side
from scoring.contest import Award
from scoring.movements.plan import MovementRow


class PublishedBoards:
    """The boards of a publication. `players` has the four of each slot with a result or a ruling, by board and table.

    A fixed number of statements reads them, however many boards there are.
    """

    def __init__(self, publication: Publication) -> None:
        self.state: SessionState = load(publication.session_id)
        publication.session = self.state.session
        self.results: Results = results_then(publication)
        self.scores: Scores = scores_of(self.state, self.results)
        slots = sorted(self.results.settled, key=lambda slot: (slot.board, slot))
        self.players: dict[Slot, Mapping[Seat, Member | None]] = {
            slot: self._players_of(slot) for slot in slots
        }

    def records(self) -> set[int]:
        """The ids of the member records that played a board."""
        records = set()
        for seats in self.players.values():
            records |= {member.pk for member in seats.values() if member}
        return records

    def awards(self, slot: Slot) -> tuple[Award | None, Award | None]:
        """The awards of North-South and East-West; None for a side for which the slot does not count."""
        scored = self.scores.slots.get(slot)
        if scored is None:
            return None, None
        ruled = self.results.rulings.get(slot)
        if ruled and ruled.only is Side.NS:
            return scored.ns, None
        if ruled and ruled.only is Side.EW:
            return None, scored.ew
        return scored.ns, scored.ew

    def _players_of(self, slot: Slot) -> Mapping[Seat, Member | None]:
        ruled = self.results.rulings.get(slot)
        four = ruled.ruling if ruled else self.results[slot].play
        section = self.state.section(slot.letter)
        assert section
        row = MovementRow(
            slot.round, slot.table, four.north, four.south, four.east, four.west, 0
        )
        return SlotState(self.state, section, row, slot).players
