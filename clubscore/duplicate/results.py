"""The results of a session: of each slot the version that counts, who agrees to it, another that was proposed, and
what a director ruled instead.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace

from django.db.models import F

from clubscore.duplicate.models import BoardGroup, Penalty, Play, PlayProposal, PlaySignature, Section
from clubscore.duplicate.rulings import SlotRuling, rulings_of
from clubscore.duplicate.slots import Slot, SlotState, slot_of, slots_of
from clubscore.duplicate.state import SessionState
from clubscore.duplicate.withdrawn import cancelled
from scoring import Side

EMPTY, ENTERED, AGREED, DIFFERS, RULED = "empty", "entered", "agreed", "differs", "ruled"
STANDINGS = {
    EMPTY: "to play",
    ENTERED: "not agreed yet",
    AGREED: "agreed",
    DIFFERS: "two results",
    RULED: "ruled",
}
"""The standings of a slot in words, alike on the phone and on the director's page."""


@dataclass(frozen=True, slots=True)
class SlotResult:
    """The result of a slot that counts."""

    play: Play
    signers: frozenset[int]
    """The persons who have agreed to it, by the id of their record."""
    proposal: PlayProposal | None
    """Another result that somebody of the table holds to be right; not answered yet."""

    def is_signed_by(self, at: SlotState, side: Side) -> bool:
        """Whether somebody of a side has agreed."""
        return bool(self.signers & at.of_side(side))

    def standing(self, at: SlotState) -> str:
        """ENTERED, AGREED by both sides, or DIFFERS."""
        if self.proposal:
            return DIFFERS
        return AGREED if all(self.is_signed_by(at, side) for side in Side) else ENTERED


@dataclass(frozen=True, eq=False)
class Results(Mapping[Slot, SlotResult]):
    """The recorded results by their slots; beside them the rulings over them or in their place, and the penalties."""

    recorded: Mapping[Slot, SlotResult]
    rulings: Mapping[Slot, SlotRuling]
    penalties: Collection[Penalty] = ()
    groups: Mapping[Slot, str] = field(default_factory=dict)
    """The letters of slots of a fouled board that are compared by themselves (Law 87)."""

    def __getitem__(self, slot: Slot) -> SlotResult:
        return self.recorded[slot]

    def __iter__(self) -> Iterator[Slot]:
        return iter(self.recorded)

    def __len__(self) -> int:
        return len(self.recorded)

    @property
    def settled(self) -> Set[Slot]:
        """The slots that have a result or a ruling."""
        return self.recorded.keys() | self.rulings.keys()

    def ruled(self, slot: Slot, ruling: SlotRuling | None) -> "Results":
        """The results with this ruling in force over a slot, or with none."""
        others = {each: found for each, found in self.rulings.items() if each != slot}
        return replace(self, rulings=others | ({slot: ruling} if ruling else {}))


def results_of(session_id: int, *, board: int | None = None) -> Results:
    """The results of a session in seven statements at most, or of one board of it. What was struck is left out."""
    return all_results_of([session_id], board=board)[session_id]


def all_results_of(session_ids: Collection[int], *, board: int | None = None) -> dict[int, Results]:
    """The same of several sessions, by session; no statement for none."""
    if not session_ids:
        return {}
    recorded = _recorded(session_ids, board)
    rulings = rulings_of(session_ids, board=board)
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    if board is None:
        taken = Penalty.objects.in_force().filter(session__in=session_ids).select_related("entry__section")
        for penalty in taken.order_by("pk"):
            penalties[penalty.session_id].append(penalty)
    groups = _groups_of(session_ids) if board is None else defaultdict(dict)
    return {pk: Results(recorded[pk], rulings[pk], tuple(penalties[pk]), groups[pk]) for pk in session_ids}


def _groups_of(session_ids: Collection[int]) -> dict[int, dict[Slot, str]]:
    """The group of each slot that is not in that of the first cards, by session."""
    rows = BoardGroup.objects.filter(session__in=session_ids).select_related("section").order_by("version")
    newest = {(row.session_id, slot_of(row)): row.group for row in rows}
    found: dict[int, dict[Slot, str]] = {pk: {} for pk in session_ids}
    for (session_id, slot), group in newest.items():
        if group:
            found[session_id][slot] = group
    return found


def _recorded(session_ids: Collection[int], board: int | None) -> dict[int, dict[Slot, SlotResult]]:
    plays = Play.objects.filter(session__in=session_ids).annotate(letter=F("section__letter")).defer("key")
    signatures = PlaySignature.objects.filter(play__session__in=session_ids)
    proposals = PlayProposal.objects.open().filter(session__in=session_ids).select_related("made_by")
    if board is not None:
        plays, signatures = plays.filter(board=board), signatures.filter(play__board=board)
        proposals = proposals.filter(play__board=board)
    newest = {}
    sections: dict[int, Section] = {}  # one object for all plays of a section, not a join
    for play in plays.order_by("version"):
        pk, letter = play.section_id, play.letter
        if pk not in sections:
            sections[pk] = Section(pk=pk, session_id=play.session_id, letter=letter)
        play.section = sections[pk]
        newest[play.session_id, slot_of(play)] = play
    signed: dict[int, set[int]] = defaultdict(set)
    for play_id, member_id, merged_into_id in signatures.values_list("play", "member", "member__merged_into"):
        signed[play_id].add(merged_into_id or member_id)
    proposed = {proposal.play_id: proposal for proposal in proposals}
    found: dict[int, dict[Slot, SlotResult]] = {pk: {} for pk in session_ids}
    for (session_id, slot), newest_play in newest.items():
        if not newest_play.is_struck:
            signers = frozenset(signed[newest_play.pk])
            found[session_id][slot] = SlotResult(newest_play, signers, proposed.get(newest_play.pk))
    return found


def missing_in(state: SessionState, results: Results) -> list[Slot]:
    """The slots with neither result nor ruling of the rounds that are over, in their order; after play of all.

    Without those of entries whose scores are cancelled.
    """
    over = state.round if state.session.is_over else state.round - 1
    gone = cancelled(state)
    missing = (
        slot
        for slot, row in slots_of(state)
        if slot.round <= over
        and slot not in results.settled
        and gone.isdisjoint((slot.letter, number) for number in row.seated)
    )
    return sorted(missing, key=lambda slot: (slot.round, slot.letter, slot.table, slot.board))
