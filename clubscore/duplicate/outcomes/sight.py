"""The embargo: it decides who may see the results of a board, and when. Every page, stream and file asks `may_see`."""

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

NOT_YET = gettext_lazy(
    "You play yourself: you see this board when nobody has to play it any more."
)


class Stint(NamedTuple):
    """The rounds in which a member plays for an entry: section and number of the entry, first round and last."""

    letter: str
    number: int
    first: float = 1
    last: float = math.inf


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person who wants to see results: the entry they play for, and whether they direct."""

    entry: tuple[str, int] | None
    """Section and number of the last entry that the viewer plays for; None if the viewer does not play."""
    directs: bool = False
    stints: tuple[Stint, ...] = ()
    """The rounds that the viewer plays, for each entry; empty if the viewer plays all rounds for `entry`."""

    def number_in(self, slot: Slot, numbers: Collection[int]) -> int | None:
        """The number in `numbers` for which the viewer plays in the round of the slot; None if there is none."""
        for stint in self._stints:
            is_here = stint.letter == slot.letter and stint.number in numbers
            if is_here and stint.first <= slot.round <= stint.last:
                return stint.number
        return None

    def sits_in(self, slot: Slot, numbers: Collection[int]) -> bool:
        """True if the viewer plays for one of these numbers in the round of the slot."""
        return self.number_in(slot, numbers) is not None

    def plays_from(self, round: int) -> bool:
        """True if the viewer plays in this round or in a later round."""
        return any(stint.last >= round for stint in self._stints)

    def plays_for(self, entry: tuple[str, int]) -> bool:
        """True if the viewer plays for this entry in any round."""
        return any(stint[:2] == entry for stint in self._stints)

    def plays_for_one(self, slot: Slot, numbers: Collection[int]) -> bool:
        """True if the viewer plays for one of these numbers of the slot's section, in any round."""
        return any(
            stint.letter == slot.letter and stint.number in numbers
            for stint in self._stints
        )

    @property
    def _stints(self) -> tuple[Stint, ...]:
        """The rounds that the viewer plays; all rounds for `entry` if no stints are given."""
        if self.stints:
            return self.stints
        if self.entry:
            return (Stint(*self.entry),)
        return ()


@dataclass(frozen=True, slots=True)
class SessionMoment:
    """The progress of a session as a plain value, from which `may_see` decides who sees a board.

    Tests can make one for every moment of a session.
    """

    plan: Mapping[Slot, frozenset[int]]
    """Every slot of the plan, with the numbers that sit there."""
    signed: Mapping[Slot, frozenset[int]]
    """The slots that have a result or a ruling, each with the numbers that agreed to it.

    In a slot with a ruling, all numbers count as having agreed.
    """
    round: int
    is_over: bool = False


def may_see(viewer: Viewer, board: int | None, moment: SessionMoment) -> bool:
    """True if a viewer may see all results and the cards of a board.

    If `board` is None, the question is about the ranking: True if the viewer may see it.

    After the session everybody may see everything. A director who plays neither in the current round nor in a later
    one may see everything at any time.

    Before the end, a viewer who plays the board sees it under three conditions: their own number has agreed to its
    result, or the round of this result is over; no table still has to play the board in the current round or an
    earlier one; and no entry for which they play still has to play it. So nobody learns of a board before they play
    it, and nobody can tell it to the players at another table. A viewer who does not play the board waits until no
    table has to play it any more, even if another player of their entry plays it. The ranking needs all boards, so it
    stays hidden until no board has to be played. A board that no entry is planned to play stays hidden: an entry may
    still come for it.
    """
    if moment.is_over or (viewer.directs and not viewer.plays_from(moment.round)):
        return True
    slots = {}
    for slot, numbers in moment.plan.items():
        if board in (None, slot.board):
            slots[slot] = numbers
    to_play = slots.keys() - moment.signed.keys()
    own = _own_slots(viewer, slots)
    if board is None or not own:
        return bool(slots) and not to_play
    for slot in to_play:
        if slot.round <= moment.round or viewer.plays_for_one(slot, slots[slot]):
            return False
    return all(
        number in moment.signed[slot] or slot.round < moment.round
        for slot, number in own.items()
    )


def _own_slots(viewer: Viewer, slots: Mapping[Slot, frozenset[int]]) -> dict[Slot, int]:
    """The slots that the viewer plays, each with the number for which the viewer plays in it."""
    own = {}
    for slot, numbers in slots.items():
        number = viewer.number_in(slot, numbers)
        if number is not None:
            own[slot] = number
    return own


def viewer_of(state: SessionState, member: Member, *, directs: bool) -> Viewer:
    """A member as a Viewer of a session, with every round that the member plays or has played.

    `directs` is true if the member directs the session.
    """
    stints = tuple(
        Stint(section.letter, place.entry.number, place.from_round, place.last_round)
        for section, place in state.had_by(member)
    )
    last = max(stints, key=lambda stint: stint.last, default=None)
    entry = last[:2] if last else None
    return Viewer(entry, directs, stints)


def is_concerned(at: SlotState, by: Member) -> bool:
    """True if a member sits at the slot, or is of one of its teams in that round, and so may decide nothing there.

    A member who sat there when the round began, and has put somebody else in since, decides nothing there either.
    """
    if at.side_of(by) is not None or _has_given_up(at, by):
        return True
    if at.section.form != "teams":
        return False
    viewer = viewer_of(at.state, by, directs=False)
    return viewer.sits_in(at.slot, at.row.seated)


def _has_given_up(at: SlotState, by: Member) -> bool:
    """True if the member had a place at this table when its round began, and gave it up afterwards."""
    round = at.slot.round
    begun = at.state.starts.get(round)
    return begun is not None and any(
        place.was_given_up(round, begun.at)
        for place in at.section.places
        if place.member.person_id == by.person_id
        and place.entry.number in at.row.seated
    )


def own_table(at: SlotState) -> str:
    """The beginning of a refusal to a concerned member: `You sit at this table`, or `Your team plays at this table`."""
    if at.section.form == "teams":
        return _("Your team plays at this table")
    return _("You sit at this table")


def moment_of(state: SessionState, results: Results) -> SessionMoment:
    """The progress of a session that has these results, as a SessionMoment."""
    may_be_filled = list(_may_be_filled(state))
    # One set for all boards of a row.
    seated = {row: frozenset(row.seated) for _, row in (*state.rows, *may_be_filled)}
    # In a Swiss, a round that is drawn and not begun says nothing about the boards of the rounds before it.
    last = state.round if state.session.is_swiss else math.inf
    plan = {slot: seated[row] for slot, row in slots_of(state) if slot.round <= last}
    plan |= {slot: seated[row] for slot, row in may_be_filled}
    return SessionMoment(
        plan, _Signed(state, results), state.round, is_over=state.session.is_over
    )


def _may_be_filled(state: SessionState) -> Iterator[tuple[Slot, MovementRow]]:
    """Yield each slot of the current round, with its row, at a table that lacks players but may still get them.

    A table may still get players if each number of the plan that lacks players there is open: nobody plays for the
    number now, and the entry with the number has not withdrawn.
    """
    for section in state.sections:
        for row in section.movement.by_round.get(state.round, ()):
            missing = set()
            for number in row.seated:
                if not section.are_there([number], row.round):
                    missing.add(number)
            if row.is_played and missing and missing <= {*section.open_numbers}:
                for board in state.boards_in(row):
                    yield Slot(section.letter, row.round, row.table, board), row


@dataclass(frozen=True, slots=True, eq=False)
class _Signed(Mapping[Slot, frozenset[int]]):
    """Map each slot with a result or a ruling to the numbers that have agreed to it.

    The numbers are computed only for a slot that is looked up.
    """

    state: SessionState
    results: Results

    def __getitem__(self, slot: Slot) -> frozenset[int]:
        """The numbers for which a player has agreed to the result; all numbers if a director has ruled."""
        ruled = self.results.rulings.get(slot)
        four = ruled.ruling if ruled else self.results[slot].play
        numbers = {four.north, four.south, four.east, four.west}
        section = self.state.section(slot.letter)
        if ruled or section is None:
            return frozenset(numbers)
        signers = self.results[slot].signers
        agreed = set()
        for number in numbers:
            players = section.players_in(number, slot.round)
            if any(member.person_id in signers for member in players):
                agreed.add(number)
        return frozenset(agreed)

    def __iter__(self) -> Iterator[Slot]:
        return iter(self.results.settled)

    def __len__(self) -> int:
        return len(self.results.settled)
