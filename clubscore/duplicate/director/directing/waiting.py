"""The lists of things that wait for the director: calls, slots with two results, corrections and appeals."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from clubscore.duplicate.director.directing.boards import Eyes
from clubscore.duplicate.models import Appeal, Call, Claim, Correction
from clubscore.duplicate.models.there_is import ThereIs
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from scoring.duplicate.correction_period import Code
from scoring.duplicate.law79 import laws_of_claims


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """A call for the director that nobody has answered, with the table and the minutes that it has waited."""

    call: Call
    table: str
    minutes: int
    laws: str
    """The laws of a claim or a concession by the session's code, for a call about tricks after one (Law 79B1)."""
    may_rule: bool
    """True if the call is about a board and the viewer may rule on it: the viewer does not play there."""


@dataclass(frozen=True, slots=True)
class DifferingSlot:
    """A slot with two results that contradict each other.

    The results are left out, because a director who also plays may still have to play the board.
    """

    slot: Slot
    table: str
    may_look: bool
    may_rule: bool
    """True if the viewer may rule on the board: the viewer does not play there."""


@dataclass(frozen=True, slots=True)
class OpenCorrection:
    """A correction that is not decided or not approved yet."""

    row: Correction
    slot: Slot
    table: str


@dataclass(frozen=True, slots=True)
class OpenAppeal:
    """An appeal that is not decided yet. A viewer who may not look at the board does not see the appeal's reason."""

    row: Appeal
    may_look: bool
    slot: Slot
    table: str


def calls_waiting(
    state: SessionState, there_is: ThereIs, eyes: Eyes, now: datetime
) -> list[WaitingCall]:
    """The calls that nobody has answered, the longest wait first.

    The database is not read if `there_is` says that no call is open.
    """
    if not there_is.calls:
        return []
    sections = _sections_by_key(state)
    calls = (
        Call.objects.waiting()
        .filter(session=state.session)
        .select_related("by", "section")
    )
    waiting = []
    for call in calls:
        table = table_name(state, sections[call.section_id], call.table)
        laws = ""
        if call.claim == Claim.YES:
            laws = ", ".join(laws_of_claims(Code(state.session.law)))
        may_rule = call.board is not None and eyes.may_rule(state, call.slot)
        minutes = minutes_between(call.at, now)
        waiting.append(WaitingCall(call, table, minutes, laws, may_rule))
    return waiting


def minutes_between(earlier: datetime, later: datetime) -> int:
    """The whole minutes from one time to a later time; 0 if `later` is before `earlier`."""
    return max(later - earlier, timedelta()) // timedelta(minutes=1)


def differing_slots(
    state: SessionState, results: Results, eyes: Eyes
) -> list[DifferingSlot]:
    """The slots with two results that contradict each other and no ruling, each with whether the viewer may look."""
    if not results.attached.there_is.proposals:
        return []
    sections = {section.letter: section for section in state.sections}
    slots = [
        slot
        for slot, result in results.items()
        if result.proposal and slot not in results.rulings
    ]
    differing = []
    for slot in sorted(slots):
        table = table_name(state, sections[slot.letter], slot.table)
        may_rule = eyes.may_rule(state, slot)
        differing.append(DifferingSlot(slot, table, eyes.see(slot), may_rule))
    return differing


def corrections_waiting(state: SessionState, there_is: ThereIs) -> list[OpenCorrection]:
    """The corrections that wait for a decision or for approval, the oldest first.

    The database is not read if `there_is` says that no correction is open.
    """
    if not there_is.corrections:
        return []
    sections = _sections_by_key(state)
    rows = (
        Correction.objects.open()
        .filter(session=state.session)
        .select_related("play__section", "asked_by")
    )
    corrections = []
    for row in rows.order_by("pk"):
        slot = row.play.slot
        table = table_name(state, sections[row.play.section_id], slot.table)
        corrections.append(OpenCorrection(row, slot, table))
    return corrections


def appeals_waiting(
    state: SessionState, there_is: ThereIs, eyes: Eyes
) -> list[OpenAppeal]:
    """The appeals that nobody has decided, the oldest first.

    The database is not read if `there_is` says that no appeal is open.
    """
    if not there_is.appeals:
        return []
    sections = _sections_by_key(state)
    rows = (
        Appeal.objects.open()
        .filter(session=state.session)
        .select_related("ruling__section", "made_by")
    )
    appeals = []
    for row in rows.order_by("pk"):
        slot = row.ruling.slot
        table = table_name(state, sections[row.ruling.section_id], slot.table)
        appeals.append(OpenAppeal(row, eyes.see(slot), slot, table))
    return appeals


def _sections_by_key(state: SessionState) -> dict[int, SectionState]:
    return {section.section.pk: section for section in state.sections}
