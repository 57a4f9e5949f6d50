"""The results of a session: for each slot the version that counts, its signatures, and the ruling in force on it.

Results are read as plain columns, because a session has hundreds of them. Signatures, proposals, penalties and groups
are read when they are first asked for.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import IntegerField, QuerySet
from django.db.models.functions import Cast

# The cached_property of Python 3.11 lets one thread read at a time.
from django.utils.functional import cached_property
from django.utils.translation import pgettext_lazy

from clubscore.database.prepared.queries import Prepared, PreparedLookup
from clubscore.duplicate.models import (
    BoardGroup,
    Grading,
    Penalty,
    Play,
    PlayProposal,
    PlaySignature,
    Ruling,
    ScaleChoice,
)
from clubscore.duplicate.models.plays import BOARDS_ALIKE, FACTS_OF_BRIDGE, outcome_from
from clubscore.duplicate.models.there_is import ThereIs, what_there_is
from clubscore.duplicate.outcomes.rulings import SlotRuling, rulings_of
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from scoring import Deal, Side
from scoring.contest.masterpoints import MasterpointScale
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import Outcome, Played

EMPTY = "empty"
ENTERED = "entered"
AGREED = "agreed"
DIFFERS = "differs"
RULED = "ruled"
STANDINGS = {
    EMPTY: pgettext_lazy("a board", "to play"),
    ENTERED: pgettext_lazy("a board", "not agreed yet"),
    AGREED: pgettext_lazy("a board", "agreed"),
    DIFFERS: pgettext_lazy("a board", "two results"),
    RULED: pgettext_lazy("a board", "ruled"),
}
"""The words for each standing of a slot, on phones and on the director's page.

A standing says if the board is still to be played, if its result is entered, agreed or disputed, or if a director has
ruled.
"""
_SLOT_COLUMNS = ("session", "section__letter", "round", "table", "board")
_PLAY_COLUMNS = (
    "pk",
    "version",
    "north",
    "south",
    "east",
    "west",
    "lead",
    "reason",
)


SignatureRow = tuple[int, int, int | None, datetime | None]
"""A version of a result, the member who signed it, the record into which that member was merged, and when it was
taken back."""


class RecordedPlay(NamedTuple):
    """The version of a result that counts, with the columns that pages and scores read."""

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
        """The recorded deal."""
        assert self.outcome.deal
        return self.outcome.deal

    @property
    def points(self) -> int:
        """The score of North-South."""
        return self.outcome.points


class Attached:
    """The rows that belong to the results of some sessions, or of one board, such as signatures and penalties.

    Each kind costs one SQL statement when it is first asked for. Proposals, penalties, groups and gradings cost none
    if the sessions have no such row.
    """

    def __init__(
        self, session_ids: Collection[int], board: int | None, there_is: ThereIs
    ) -> None:
        self._ids = list(session_ids)
        self._board = board
        self.there_is = there_is

    @cached_property
    def signers(self) -> Mapping[int, Set[int]]:
        """Map the id of each version of a result to the ids of the persons who agree to it."""
        signers: dict[int, set[int]] = defaultdict(set)
        for play_id, member_id, merged_into_id, taken_back_at in self._signatures:
            if taken_back_at is None:
                signers[play_id].add(merged_into_id or member_id)
        return signers

    @cached_property
    def doubters(self) -> Mapping[int, Set[int]]:
        """Map the id of each version of a result to the ids of the persons who have taken their agreement back."""
        doubters: dict[int, set[int]] = defaultdict(set)
        for play_id, member_id, merged_into_id, taken_back_at in self._signatures:
            if taken_back_at is not None:
                doubters[play_id].add(merged_into_id or member_id)
        return {pk: gone - self.signers.get(pk, set()) for pk, gone in doubters.items()}

    @cached_property
    def _signatures(self) -> Collection[SignatureRow]:
        if self._board is None:
            return list(_SIGNATURES.of(self._ids))
        return list(_signatures(self._ids).filter(play__board=self._board))

    @cached_property
    def proposals(self) -> Mapping[int, PlayProposal]:
        """Map the id of a version of a result to the proposal that contradicts it and waits for an answer."""
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
        """Map the id of each session to its penalties in force."""
        if not self.there_is.penalties:
            return {}
        penalties: dict[int, list[Penalty]] = defaultdict(list)
        in_force = (
            Penalty.objects.in_force()
            .filter(session__in=self._ids)
            .select_related("entry__section", "given_by")
        )
        for penalty in in_force.order_by("pk"):
            penalties[penalty.session_id].append(penalty)
        return {pk: tuple(of_session) for pk, of_session in penalties.items()}

    @cached_property
    def groups(self) -> Mapping[int, Mapping[Slot, str]]:
        """Map the id of each session to the groups of its slots, by slot.

        A slot is left out if it was played with the cards with which the board was first played.
        """
        if not self.there_is.groups:
            return {}
        rows = (
            BoardGroup.objects.filter(session__in=self._ids)
            .select_related("section")
            .order_by("version")
        )
        newest = {(row.session_id, row.slot): row.group for row in rows}
        groups: dict[int, dict[Slot, str]] = defaultdict(dict)
        for (session_id, slot), group in newest.items():
            if group:
                groups[session_id][slot] = group
        return groups

    @cached_property
    def gradings(self) -> Mapping[int, Grading]:
        """Map the id of each entry that has a handicap or a stratum to the row that counts."""
        if not self.there_is.gradings:
            return {}
        rows = Grading.objects.filter(session__in=self._ids).order_by("version")
        return {row.entry_id: row for row in rows}

    @cached_property
    def scales(self) -> Mapping[int, MasterpointScale | None]:
        """Map the id of each session for which somebody has chosen masterpoints to its scale, None for none."""
        if not self.there_is.scales:
            return {}
        rows = ScaleChoice.objects.filter(session__in=self._ids).order_by("number")
        return {row.session_id: row.numbers for row in rows}


class SlotResult(NamedTuple):
    """The result that counts in a slot, with access to its signatures and to a proposal against it."""

    play: RecordedPlay
    attached: Attached

    @property
    def signers(self) -> Set[int]:
        """The ids of the persons who have agreed to the result."""
        return self.attached.signers.get(self.play.pk, frozenset())

    @property
    def doubters(self) -> Set[int]:
        """The ids of the persons who have taken their agreement to the result back, and have not agreed again."""
        return self.attached.doubters.get(self.play.pk, frozenset())

    @property
    def proposal(self) -> PlayProposal | None:
        """The other result that a player of the table has proposed, while it waits for an answer; else None."""
        return self.attached.proposals.get(self.play.pk)

    def is_signed_by(self, at: SlotState, side: Side) -> bool:
        """True if a player of the side has agreed to the result."""
        return bool(self.signers & at.of_side(side))

    def standing(self, sides: Iterable[Set[int]], *also: int) -> str:
        """The standing of the result: DIFFERS, AGREED or ENTERED.

        It is DIFFERS while a proposal is open. It is AGREED if a person of each side has agreed, and else ENTERED.
        `sides` has the ids of the persons of each side of the slot. The persons whose ids are in `also` count as if
        they had agreed.
        """
        if self.proposal:
            return DIFFERS
        return self.agreement(sides, *also)

    def agreement(self, sides: Iterable[Set[int]], *also: int) -> str:
        """AGREED if a person of each side has agreed, else ENTERED; a proposal against the result is left aside.

        The persons whose ids are in `also` count as if they had agreed.
        """
        signers = self.signers | {*also}
        if all(signers & side for side in sides):
            return AGREED
        return ENTERED

    def row(self) -> Play:
        """Read the model row of the result, with its section and recorder, in one SQL statement."""
        rows = Play.objects.select_related("section", "recorded_by")
        return rows.get(pk=self.play.pk)

    def instead(self, facts: Deal, board: int) -> "SlotResult":
        """A copy of this result, as if `facts` had been recorded for the board `board`."""
        outcome = Played(score_board(board, facts).score, facts)
        return self._replace(play=self.play._replace(outcome=outcome))


@dataclass(frozen=True, eq=False)
class Results(Mapping[Slot, SlotResult]):
    """The recorded results of a session by slot, with rulings, penalties and groups."""

    session_id: int
    recorded: Mapping[Slot, SlotResult]
    rulings: Mapping[Slot, SlotRuling]
    attached: Attached
    struck: Mapping[Slot, int]
    """The number of the newest struck version, for each slot in which a director has struck out a result."""

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
        """The penalties in force."""
        return self.attached.penalties.get(self.session_id, ())

    @property
    def groups(self) -> Mapping[Slot, str]:
        """The letter of the group of each slot of a fouled board, by slot (Law 87).

        A slot is left out if it was played with the cards with which the board was first played.
        """
        return self.attached.groups.get(self.session_id, {})

    @property
    def gradings(self) -> Mapping[int, Grading]:
        """The handicap and the stratum of each entry that has had one, by the id of the entry."""
        return self.attached.gradings

    @property
    def scale(self) -> MasterpointScale | None:
        """The scale by which the session gives masterpoints; None if it gives none."""
        return self.attached.scales.get(self.session_id)

    def ruled(self, slot: Slot, ruling: Ruling, outcome: Outcome | None) -> "Results":
        """A copy of these results in which `ruling` is in force on a slot; nothing is saved.

        If `outcome` is None, the copy has no ruling on the slot.
        """
        rulings = dict(self.rulings)
        rulings.pop(slot, None)
        if outcome:
            rulings[slot] = SlotRuling(ruling, outcome)
        return replace(self, rulings=rulings)

    def corrected(self, slot: Slot, facts: Deal) -> "Results":
        """A copy of these results, as if `facts` had been recorded in a slot that has a result; nothing is saved."""
        corrected = self[slot].instead(facts, slot.board)
        return replace(self, recorded={**self.recorded, slot: corrected})


def results_of(session_id: int, *, board: int | None = None) -> Results:
    """The results of a session, or of one board of it. Results that were struck out are left out.

    Two SQL statements are run, and up to two more if there are rulings. The first use of signatures, proposals,
    penalties or groups takes one more statement each.
    """
    return all_results_of([session_id], board=board)[session_id]


def all_results_of(
    session_ids: Collection[int], *, board: int | None = None
) -> dict[int, Results]:
    """Map the id of each session to its results, or to those of one board. Struck results are left out.

    Without `board`, the number of SQL statements is the same as for one session, and no statement is run if there are
    no ids. With `board`, one statement is run for the results of each session.
    """
    if not session_ids:
        return {}
    attached = Attached(session_ids, board, what_there_is(session_ids))
    rulings: Mapping[int, Mapping[Slot, SlotRuling]] = {}
    if attached.there_is.rulings:
        rulings = rulings_of(session_ids, board=board)
    recorded, struck = _recorded(session_ids, board, attached)
    results = {}
    for pk in session_ids:
        of_session = rulings.get(pk, {})
        results[pk] = Results(pk, recorded[pk], of_session, attached, struck[pk])
    return results


def _recorded(
    session_ids: Collection[int], board: int | None, attached: Attached
) -> tuple[dict[int, dict[Slot, SlotResult]], dict[int, dict[Slot, int]]]:
    """Two maps by session and slot: the results that count, and the version numbers of struck results.

    If `board` is None, all boards are read. Each result takes its signatures and proposals from `attached`.
    """
    recorded: dict[int, dict[Slot, SlotResult]] = {pk: {} for pk in session_ids}
    struck: dict[int, dict[Slot, int]] = {pk: {} for pk in session_ids}
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
    ) in _play_rows([*recorded], board):
        slot = Slot(letter, round, table, number)
        if is_struck:
            recorded[session_id].pop(slot, None)
            struck[session_id][slot] = own[1]
        else:
            outcome = outcome_from(
                number % BOARDS_ALIKE, level, strain, risk, declarer, tricks, note
            )
            play = RecordedPlay._make((*own, outcome))
            recorded[session_id][slot] = SlotResult(play, attached)
    return recorded, struck


def _play_rows(session_ids: list[int], board: int | None) -> Iterable[tuple[Any, ...]]:
    """The columns of each version of the results of these sessions, or only of the results of one board."""
    if board is None:
        return _PLAYS.of(session_ids)
    rows: list[tuple[Any, ...]] = []
    for pk in session_ids:
        rows += _PLAYS_OF_BOARD.find(pk, board)
    return rows


def _plays(session_ids: list[int]) -> QuerySet[Play, tuple[Any, ...]]:
    # SQLite's booleans would cost a call for every row.
    struck = Cast("is_struck", IntegerField())
    plays = Play.objects.filter(session__in=session_ids).order_by("version")
    return plays.values_list(*_SLOT_COLUMNS, *_PLAY_COLUMNS, struck, *FACTS_OF_BRIDGE)


def _signatures(session_ids: list[int]) -> QuerySet[PlaySignature, SignatureRow]:
    rows = PlaySignature.objects.filter(play__session__in=session_ids)
    names = ("play", "member", "member__merged_into", "taken_back_at")
    return rows.values_list(*names)


_PLAYS: Prepared[tuple[Any, ...]] = Prepared(_plays)
_PLAYS_OF_BOARD: PreparedLookup[tuple[Any, ...]] = PreparedLookup(
    lambda pk, board: _plays([pk]).filter(board=board),
    *map(Play._meta.get_field, ("session", "board")),
)
_SIGNATURES: Prepared[SignatureRow] = Prepared(_signatures)
