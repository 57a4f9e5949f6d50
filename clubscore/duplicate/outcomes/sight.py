"""The embargo: who may see what became of a board, and when. Every page, stream and file asks `may_see`."""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring.movements.plan import MovementRow

NOT_YET = gettext_lazy("You play yourself: you see this board when nobody has to play it any more.")


class Stint(NamedTuple):
    """The rounds in which somebody plays for an entry: its section and number, the first round and the last."""

    letter: str
    number: int
    first: float = 1
    last: float = math.inf


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who wants to look."""

    entry: tuple[str, int] | None
    """Section and number of who plays in this session, of a substitute those of the last entry."""
    directs: bool = False
    stints: tuple[Stint, ...] = ()
    """When they play for which entry; without any all rounds for theirs."""

    def number_in(self, slot: Slot, numbers: Collection[int]) -> int | None:
        """The number of a slot for which the viewer plays its round; None where they do not."""
        return next(
            (
                each.number
                for each in self._stints
                if each.letter == slot.letter and each.number in numbers and each.first <= slot.round <= each.last
            ),
            None,
        )

    def sits_in(self, slot: Slot, numbers: Collection[int]) -> bool:
        """Whether the viewer is one of the numbers of a slot."""
        return self.number_in(slot, numbers) is not None

    def plays_from(self, round: int) -> bool:
        """Whether they play in a round or in a later one."""
        return any(each.last >= round for each in self._stints)

    def plays_for(self, entry: tuple[str, int]) -> bool:
        """Whether they play for an entry in some round."""
        return any(each[:2] == entry for each in self._stints)

    def plays_for_one(self, slot: Slot, numbers: Collection[int]) -> bool:
        """Whether they play for one of the numbers of a slot, in its round or in another."""
        return any(each.letter == slot.letter and each.number in numbers for each in self._stints)

    @property
    def _stints(self) -> tuple[Stint, ...]:
        return self.stints or ((Stint(*self.entry),) if self.entry else ())


@dataclass(frozen=True, slots=True)
class Moment:
    """The progress of a session: a value, so that every moment of a session can be tried."""

    plan: Mapping[Slot, frozenset[int]]
    """Every slot that is to be played, with the numbers that sit there."""
    signed: Mapping[Slot, frozenset[int]]
    """The slots that have a result, with the numbers that have agreed to it; a ruling needs nobody to agree."""
    round: int
    is_over: bool = False


def may_see(viewer: Viewer, board: int | None, moment: Moment) -> bool:
    """Whether a viewer may see the results of all tables on a board, and its cards; with None, the ranking.

    After the session everybody may. Before that, who plays the board sees it when they have agreed to their own
    result (or that round is over) and no table has it in front of it: so nobody learns of a board that they still
    have to play, nor can tell those who are playing it. Who does not play it waits until nobody has to any more, also
    one whose entry plays it when another sits there, but a director who plays no more sees it at once. A ranking
    counts all boards, and waits for all of them. A board that nobody is to play yet stays hidden, too: somebody may
    still come for it.
    """
    if moment.is_over or (viewer.directs and not viewer.plays_from(moment.round)):
        return True
    slots = {slot: numbers for slot, numbers in moment.plan.items() if board in (None, slot.board)}
    to_play = slots.keys() - moment.signed.keys()
    own = {slot: number for slot, numbers in slots.items() if (number := viewer.number_in(slot, numbers)) is not None}
    if board is None or not own:
        return bool(slots) and not to_play
    if any(slot.round <= moment.round or viewer.plays_for_one(slot, slots[slot]) for slot in to_play):
        return False
    return all(number in moment.signed[slot] or slot.round < moment.round for slot, number in own.items())


def viewer_of(state: SessionState, member: Member, *, directs: bool) -> Viewer:
    """This member as a viewer of a session, with every round that they play or have played in it."""
    stints = tuple(
        Stint(section.letter, place.entry.number, place.from_round, place.last_round)
        for section, place in state.had_by(member)
    )
    last = max(stints, key=lambda each: each.last, default=None)
    return Viewer(last[:2] if last else None, directs, stints)


def is_concerned(at: SlotState, by: Member) -> bool:
    """Whether somebody sits at a slot, or of teams belongs to one of the two: nothing there is theirs to decide."""
    if at.side_of(by) is not None:
        return True
    if at.section.form != "teams":
        return False
    return viewer_of(at.state, by, directs=False).sits_in(at.slot, frozenset(at.row.seated))


def own_table(at: SlotState) -> str:
    """The beginning of a sentence to who is concerned."""
    return _("Your team plays at this table") if at.section.form == "teams" else _("You sit at this table")


def moment_of(state: SessionState, results: Results) -> Moment:
    """The moment of a session whose results are these."""
    is_swiss = state.session.is_swiss  # the boards of a round that is drawn and not begun tell nothing of those before
    seated = {row: frozenset(row.seated) for _, row in (*state.rows, *_may_be_filled(state))}  # the same for each board
    plan = {slot: seated[row] for slot, row in slots_of(state) if not is_swiss or slot.round <= state.round}
    plan |= {slot: seated[row] for slot, row in _may_be_filled(state)}
    return Moment(plan, _Signed(state, results), state.round, is_over=state.session.is_over)


def _may_be_filled(state: SessionState) -> Iterator[tuple[Slot, MovementRow]]:
    """Yield the slots of the round that is on at tables where nobody has come yet for a number that is open."""
    for section in state.sections:
        for row in section.movement.by_round.get(state.round, ()):
            missing = [number for number in row.seated if not section.are_there([number], row.round)]
            if row.is_played and missing and {*missing} <= {*section.open_numbers}:
                for board in state.boards_in(row):
                    yield Slot(section.letter, row.round, row.table, board), row


@dataclass(frozen=True, slots=True, eq=False)
class _Signed(Mapping[Slot, frozenset[int]]):
    """The settled slots, with the numbers that have agreed: worked out for those alone that are asked for."""

    state: SessionState
    results: Results

    def __getitem__(self, slot: Slot) -> frozenset[int]:
        """The numbers with somebody among those who agree; where a director has ruled, all of them."""
        found = self.results.rulings.get(slot)
        four = found.ruling if found else self.results[slot].play
        numbers = {four.north, four.south, four.east, four.west}
        section = self.state.section(slot.letter)
        if found or section is None:
            return frozenset(numbers)
        signers = self.results[slot].signers
        return frozenset(
            number
            for number in numbers
            if any(member.person_id in signers for member in section.players_in(number, slot.round))
        )

    def __iter__(self) -> Iterator[Slot]:
        return iter(self.results.settled)

    def __len__(self) -> int:
        return len(self.results.settled)
