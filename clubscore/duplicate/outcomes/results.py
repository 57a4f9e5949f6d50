"""The results of a session: of each slot the version that counts, who agrees to it, another that was proposed, and
what a director ruled instead.

They are read as plain columns: a session has hundreds. What hangs on a result is read when somebody asks for it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import IntegerField, QuerySet
from django.db.models.functions import Cast

# That of Python 3.11 lets one thread read at a time.
from django.utils.functional import (
    cached_property,
)
from django.utils.translation import pgettext_lazy

from clubscore.database.prepared.queries import Prepared, PreparedLookup
from clubscore.duplicate.models import (
    BoardGroup,
    Penalty,
    Play,
    PlayProposal,
    PlaySignature,
    Ruling,
)
from clubscore.duplicate.models.plays import BOARDS_ALIKE, FACTS_OF_BRIDGE, outcome_from
from clubscore.duplicate.models.there_is import ThereIs, what_there_is
from clubscore.duplicate.outcomes.rulings import SlotRuling, rulings_of
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from scoring import Deal, Side
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import Outcome, Played

EMPTY, ENTERED, AGREED, DIFFERS, RULED = (
    "empty",
    "entered",
    "agreed",
    "differs",
    "ruled",
)
STANDINGS = {
    EMPTY: pgettext_lazy("a board", "to play"),
    ENTERED: pgettext_lazy("a board", "not agreed yet"),
    AGREED: pgettext_lazy("a board", "agreed"),
    DIFFERS: pgettext_lazy("a board", "two results"),
    RULED: pgettext_lazy("a board", "ruled"),
}
"""The standings of a slot in words, alike on the phone and on the director's page."""
_COLUMNS = (
    *("session", "section__letter", "round", "table", "board"),
    *("pk", "version", "north", "south", "east", "west", "lead", "reason"),
)


class RecordedPlay(NamedTuple):
    """The version of a result that counts: what pages and the fold read of its row."""

    pk: int
    version: int
    north: int
    south: int
    east: int
    west: int
    lead: str
    reason: str
    outcome: Played

    @property
    def facts(self) -> Deal:
        assert self.outcome.deal
        return self.outcome.deal

    @property
    def points(self) -> int:
        """The score of North-South."""
        return self.outcome.points


class Attached:
    """The rows that hang on results of some sessions, or of one board: each kind is one statement, when asked for and
    if there is any of it.
    """

    def __init__(
        self, session_ids: Collection[int], board: int | None, there_is: ThereIs
    ) -> None:
        self._ids, self._board, self.there_is = list(session_ids), board, there_is

    @cached_property
    def signers(self) -> Mapping[int, Set[int]]:
        """The persons who have agreed, by the id of their record, to each version by its id."""
        found: dict[int, set[int]] = defaultdict(set)
        rows = (
            _SIGNATURES.of(self._ids)
            if self._board is None
            else _signatures(self._ids).filter(play__board=self._board)
        )
        for play_id, member_id, merged_into_id in rows:
            found[play_id].add(merged_into_id or member_id)
        return found

    @cached_property
    def proposals(self) -> Mapping[int, PlayProposal]:
        """The proposals that wait for an answer, by the id of the version that they contradict."""
        if not self.there_is.proposals:
            return {}
        rows = (
            PlayProposal.objects.open()
            .filter(session__in=self._ids)
            .select_related("made_by")
        )
        if self._board is not None:
            rows = rows.filter(play__board=self._board)
        return {row.play_id: row for row in rows}

    @cached_property
    def penalties(self) -> Mapping[int, tuple[Penalty, ...]]:
        """The penalties in force, by session."""
        if not self.there_is.penalties:
            return {}
        found: dict[int, list[Penalty]] = defaultdict(list)
        taken = (
            Penalty.objects.in_force()
            .filter(session__in=self._ids)
            .select_related("entry__section")
        )
        for penalty in taken.order_by("pk"):
            found[penalty.session_id].append(penalty)
        return {pk: tuple(penalties) for pk, penalties in found.items()}

    @cached_property
    def groups(self) -> Mapping[int, Mapping[Slot, str]]:
        """The group of each slot that is not in that of the first cards, by session."""
        if not self.there_is.groups:
            return {}
        rows = (
            BoardGroup.objects.filter(session__in=self._ids)
            .select_related("section")
            .order_by("version")
        )
        newest = {(row.session_id, row.slot): row.group for row in rows}
        found: dict[int, dict[Slot, str]] = defaultdict(dict)
        for (session_id, slot), group in newest.items():
            if group:
                found[session_id][slot] = group
        return found


class SlotResult(NamedTuple):
    """The result of a slot that counts."""

    play: RecordedPlay
    attached: Attached

    @property
    def signers(self) -> Set[int]:
        """The persons who have agreed to it, by the id of their record."""
        return self.attached.signers.get(self.play.pk, frozenset())

    @property
    def proposal(self) -> PlayProposal | None:
        """Another result that somebody of the table holds to be right; not answered yet."""
        return self.attached.proposals.get(self.play.pk)

    def is_signed_by(self, at: SlotState, side: Side) -> bool:
        """Whether somebody of a side has agreed."""
        return bool(self.signers & at.of_side(side))

    def standing(self, sides: Iterable[Set[int]], *also: int) -> str:
        """ENTERED, AGREED by both sides, or DIFFERS; with these who agree as well. `sides` are those of its slot."""
        if self.proposal:
            return DIFFERS
        signers = self.signers | {*also}
        return AGREED if all(signers & side for side in sides) else ENTERED

    def row(self) -> Play:
        """The row itself, for who writes about it or says who recorded it. One statement."""
        return Play.objects.select_related("section", "recorded_by").get(
            pk=self.play.pk
        )

    def instead(self, facts: Deal, board: int) -> "SlotResult":
        """The same slot with another result, on paper."""
        return self._replace(
            play=self.play._replace(
                outcome=Played(score_board(board, facts).score, facts)
            )
        )


@dataclass(frozen=True, eq=False)
class Results(Mapping[Slot, SlotResult]):
    """The recorded results by their slots; beside them the rulings over them or in their place, and the penalties."""

    session_id: int
    recorded: Mapping[Slot, SlotResult]
    rulings: Mapping[Slot, SlotRuling]
    attached: Attached
    struck: Mapping[Slot, int]
    """The newest struck version of each slot that has one."""

    def __getitem__(self, slot: Slot) -> SlotResult:
        return self.recorded[slot]

    def __iter__(self) -> Iterator[Slot]:
        return iter(self.recorded)

    def __len__(self) -> int:
        return len(self.recorded)

    @cached_property
    def settled(self) -> Set[Slot]:
        """The slots that have a result or a ruling."""
        return self.recorded.keys() | self.rulings.keys()

    @property
    def penalties(self) -> Collection[Penalty]:
        return self.attached.penalties.get(self.session_id, ())

    @property
    def groups(self) -> Mapping[Slot, str]:
        """The letters of slots of a fouled board that are compared by themselves (Law 87)."""
        return self.attached.groups.get(self.session_id, {})

    def ruled(self, slot: Slot, ruling: Ruling, outcome: Outcome | None) -> "Results":
        """The results with this ruling in force over a slot; without any ruling there if `outcome` is None."""
        rulings = {each: found for each, found in self.rulings.items() if each != slot}
        if outcome:
            rulings[slot] = SlotRuling(ruling, outcome)
        return replace(self, rulings=rulings)

    def corrected(self, slot: Slot, facts: Deal) -> "Results":
        """The results with another one in a slot that has one."""
        return replace(
            self,
            recorded={**self.recorded, slot: self[slot].instead(facts, slot.board)},
        )


def results_of(session_id: int, *, board: int | None = None) -> Results:
    """The results of a session, or of one board of it. What was struck is left out.

    In two statements, four where there are rulings, and one more for each of what hangs on them and is asked for.
    """
    return all_results_of([session_id], board=board)[session_id]


def all_results_of(
    session_ids: Collection[int], *, board: int | None = None
) -> dict[int, Results]:
    """The same of several sessions, by session, in as many statements; none for none."""
    if not session_ids:
        return {}
    attached = Attached(session_ids, board, what_there_is(session_ids))
    rulings: Mapping[int, Mapping[Slot, SlotRuling]] = {}
    if attached.there_is.rulings:
        rulings = rulings_of(session_ids, board=board)
    recorded, struck = _recorded(session_ids, board, attached)
    return {
        pk: Results(pk, recorded[pk], rulings.get(pk, {}), attached, struck[pk])
        for pk in session_ids
    }


def _recorded(
    session_ids: Collection[int], board: int | None, attached: Attached
) -> tuple[dict[int, dict[Slot, SlotResult]], dict[int, dict[Slot, int]]]:
    found: dict[int, dict[Slot, SlotResult]] = {pk: {} for pk in session_ids}
    struck: dict[int, dict[Slot, int]] = {pk: {} for pk in session_ids}
    rows = (
        _PLAYS.of([*found])
        if board is None
        else [row for pk in found for row in _PLAYS_OF_BOARD.find(pk, board)]
    )
    for (
        session_id,
        letter,
        round,
        table,
        number,
        *own,
        is_struck,
        level,
        strain,
        risk,
        declarer,
        tricks,
        note,
    ) in rows:
        slot = Slot(letter, round, table, number)
        if is_struck:
            found[session_id].pop(slot, None)
            struck[session_id][slot] = own[1]
        else:
            outcome = outcome_from(
                number % BOARDS_ALIKE, level, strain, risk, declarer, tricks, note
            )
            found[session_id][slot] = SlotResult(
                RecordedPlay._make((*own, outcome)), attached
            )
    return found, struck


def _plays(session_ids: list[int]) -> QuerySet[Play, tuple[Any, ...]]:
    # SQLite's booleans would cost a call for every row.
    struck = Cast("is_struck", IntegerField())
    plays = Play.objects.filter(session__in=session_ids).order_by("version")
    return plays.values_list(*_COLUMNS, struck, *FACTS_OF_BRIDGE)


def _signatures(
    session_ids: list[int],
) -> QuerySet[PlaySignature, tuple[int, int, int | None]]:
    rows = PlaySignature.objects.filter(play__session__in=session_ids)
    return rows.values_list("play", "member", "member__merged_into")


_PLAYS: Prepared[tuple[Any, ...]] = Prepared(_plays)
_PLAYS_OF_BOARD: PreparedLookup[tuple[Any, ...]] = PreparedLookup(
    lambda pk, board: _plays([pk]).filter(board=board),
    *map(Play._meta.get_field, ("session", "board")),
)
_SIGNATURES: Prepared[tuple[int, int, int | None]] = Prepared(_signatures)
