"""The boards and questions that are still open when a director begins the next round or ends play."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from clubscore.duplicate.director.directing.boards import Eyes
from clubscore.duplicate.director.directing.waiting import (
    DifferingSlot,
    OpenAppeal,
    WaitingCall,
    appeals_waiting,
    calls_waiting,
    differing_slots,
)
from clubscore.duplicate.director.directing.warnings import slots_not_agreed
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.unplayed import missing_in
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot


class OpenBoards(NamedTuple):
    """Boards of one table in one round that wait for the same thing."""

    round: int
    table: str
    boards: str
    """The numbers of the boards, such as `7, 9`."""
    number: int
    """How many boards they are."""


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """The boards, calls and appeals that are open in a session up to its current round."""

    unplayed: list[OpenBoards]
    """Boards with neither a result nor a ruling."""
    not_agreed: list[OpenBoards]
    """Results to which one side has not agreed."""
    differing: list[OpenBoards]
    """Boards with two results that contradict each other."""
    differences: list[DifferingSlot]
    """The same boards one by one, each with whether the viewer may look."""
    calls: list[WaitingCall]
    appeals: list[OpenAppeal]

    @property
    def is_nothing(self) -> bool:
        return not (
            self.unplayed
            or self.not_agreed
            or self.differing
            or self.calls
            or self.appeals
        )

    @property
    def boards(self) -> int:
        """The number of boards without a result."""
        return sum(boards.number for boards in self.unplayed)

    @property
    def questions(self) -> int:
        """The number of results that are not agreed or differ, of calls, and of appeals."""
        boards = [*self.not_agreed, *self.differing]
        return (
            sum(found.number for found in boards) + len(self.calls) + len(self.appeals)
        )

    @property
    def called(self) -> set[Slot]:
        """The boards about which a player calls the director."""
        return {waiting.call.slot for waiting in self.calls}

    @property
    def mark(self) -> str:
        """A short text that a form sends back, to prove that its sender has seen what is open."""
        return f"{self.boards}-{self.questions}"


def left_open(
    state: SessionState, results: Results, eyes: Eyes, now: datetime
) -> LeftOpen:
    """The boards, calls and appeals that are open up to the current round, for the viewer with these `eyes`."""
    there_is, last = results.attached.there_is, state.round
    differences = differing_slots(state, results, eyes)
    return LeftOpen(
        unplayed=by_table(state, missing_in(state, results, last)),
        not_agreed=by_table(state, slots_not_agreed(state, results, last)),
        differing=by_table(state, [found.slot for found in differences]),
        differences=differences,
        calls=calls_waiting(state, there_is, eyes, now),
        appeals=appeals_waiting(state, there_is, eyes),
    )


def by_table(state: SessionState, slots: Iterable[Slot]) -> list[OpenBoards]:
    """The slots by round and table, in the order of the rounds."""
    sections = {section.letter: section for section in state.sections}
    boards_at: dict[tuple[int, str, int], list[int]] = {}
    for slot in sorted(slots, key=lambda slot: (slot.round, slot)):
        at = slot.round, slot.letter, slot.table
        boards_at.setdefault(at, []).append(slot.board)
    found = []
    for (round, letter, table), boards in boards_at.items():
        name = table_name(state, sections[letter], table)
        listed = ", ".join(map(str, boards))
        found.append(OpenBoards(round, name, listed, len(boards)))
    return found
