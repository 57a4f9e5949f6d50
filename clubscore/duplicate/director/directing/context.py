"""Template context of the director's page."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from clubscore.duplicate.director.directing.boards import Eyes, counts_of, grid_of, missing_of
from clubscore.duplicate.director.directing.lateness import last_times, paces_of, slow_entries
from clubscore.duplicate.director.directing.warnings import late_tables, not_agreed, odd_results
from clubscore.duplicate.models import Appeal, Call, Correction, Deputy, Publication, Session
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import missing_in, unplayed, unplayed_boards
from clubscore.duplicate.results.publishing.fingerprint import fingerprint_of
from clubscore.duplicate.session.lineup import sitting_out, table_name
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that nobody has answered."""

    call: Call
    table: str
    minutes: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A slot with two results. Not what they are: who directs and plays may still have to play the board."""

    slot: Slot
    table: str
    may_look: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A correction that is open."""

    row: Correction
    slot: Slot
    table: str


@dataclass(frozen=True, slots=True)
class Appealed:
    """An appeal that is open; its reason for who may look at the board."""

    row: Appeal
    may_look: bool
    slot: Slot
    table: str


@dataclass(frozen=True, slots=True)
class DirectWays:
    """The facts of a session on which it depends what its director can do. Plain values: the ways are drawn once."""

    session: int
    form: str
    noun: str
    is_begun: bool
    is_swiss: bool
    has_matches: bool
    next_round: int | None

    @classmethod
    def of(cls, session: Session, next_round: int | None) -> "DirectWays":
        facts = {name: getattr(session, name) for name in ("form", "noun", "is_begun", "is_swiss", "has_matches")}
        return cls(session=session.pk, next_round=next_round, **facts)


def director_context(
    state: SessionState, *, viewer: Member, now: datetime, round: int | None = None
) -> dict[str, object]:
    """The steps before the start, the boards of a round, the one after it, and when play ends."""
    numbers = sum(len(section.movement.entries) for section in state.sections)
    open_numbers = sum(len(section.open_numbers) for section in state.sections)
    round = min(round or max(state.round, 1), state.drawn)
    results = results_of(state.session.pk)
    there_is, eyes = results.attached.there_is, Eyes.of(state, results, viewer)
    paces = paces_of(state, results.settled, last_times(state.session.pk), now)
    grid = grid_of(state, round, results, eyes, paces)
    next_round = state.round + 1 if state.round < state.rounds else None
    return {
        "state": state,
        "session": state.session,
        "plan": state.sections[0].plans[-1],
        "numbers": numbers,
        "taken": numbers - open_numbers,
        "open_numbers": open_numbers,
        "round": round,
        "next_round": next_round,
        "ways": DirectWays.of(state.session, next_round),
        "is_drawn": state.round < state.drawn,
        "to_play": state.session.is_swiss and any(slot not in results.settled for slot, _ in slots_of(state)),
        "clock": clock(state),
        "ends_at": ends_at(state),
        "rounds": range(1, state.drawn + 1),
        "grid": grid,
        "counts": counts_of(grid),
        "sits_out": [side for section in state.sections for side in sitting_out(section, round)],
        "missing": missing_of(state, missing_in(state, results), eyes),
        "stage": state.stage,
        "deputies": deputies_of(state.session) if there_is.deputies else [],
        "appeals": appeals_waiting(state, eyes) if there_is.appeals else [],
        "calls": calls_waiting(state, now) if there_is.calls else [],
        "differences": differences(state, results, eyes) if there_is.proposals else [],
        "warnings": [*late_tables(paces, eyes), *odd_results(state, results, eyes)],
        "not_agreed": not_agreed(state, results, eyes),
        "unplayed": unplayed_boards(state, unplayed(state, results)),
        "has_averages": state.session.contest_rules.has_artificial_scores,
        "slow": slow_entries(state, paces),
        "corrections": corrections_waiting(state) if there_is.corrections else [],
    } | _published(state, results, now)


def _published(state: SessionState, results: Results, now: datetime) -> dict[str, object]:
    """The newest publication, and whether the results have changed since."""
    publication = newest_publication(state.session.pk) if state.session.is_over else None
    if publication is None:
        return {"publication": None}
    return {
        "publication": publication,
        "is_final": is_final(state.session, publication, now),
        "has_changed": has_changed(state, results, publication),
    }


def has_changed(state: SessionState, results: Results, publication: Publication) -> bool:
    """Whether the lists would be others than those published: folded only where something was written since."""
    if state.session.revision == publication.revision:
        return False
    return fingerprint_of(state, scores_of(state, results)) != publication.facts


def deputies_of(session: Session) -> QuerySet[Deputy]:
    """Those who direct beside the director, in the order in which they were named."""
    return Deputy.objects.filter(session=session, until=None).select_related("member").order_by("pk")


def calls_waiting(state: SessionState, now: datetime) -> list[Waiting]:
    """The calls that nobody has answered, the one that has waited longest first."""
    sections = {section.section.pk: section for section in state.sections}
    calls = Call.objects.waiting().filter(session=state.session).select_related("by", "section")
    return [
        Waiting(call, table_name(state, sections[call.section_id], call.table), minutes_between(call.at, now))
        for call in calls
    ]


def minutes_between(earlier: datetime, later: datetime) -> int:
    """Whole minutes; none by a clock that was set back."""
    return max(later - earlier, timedelta()) // timedelta(minutes=1)


def differences(state: SessionState, results: Results, eyes: Eyes) -> list[Difference]:
    """The slots with two results, and which of them the viewer may look at."""
    sections = {section.letter: section for section in state.sections}
    differ = [slot for slot, result in results.items() if result.proposal and slot not in results.rulings]
    return [
        Difference(slot, table_name(state, sections[slot.letter], slot.table), eyes.see(slot))
        for slot in sorted(differ)
    ]


def corrections_waiting(state: SessionState) -> list[Asked]:
    """The corrections that nobody has decided, and those that wait for approval, the oldest first."""
    sections = {section.section.pk: section for section in state.sections}
    rows = Correction.objects.open().filter(session=state.session).select_related("play__section", "asked_by")
    found = []
    for row in rows.order_by("pk"):
        slot = row.play.slot
        found.append(Asked(row, slot, table_name(state, sections[row.play.section_id], slot.table)))
    return found


def appeals_waiting(state: SessionState, eyes: Eyes) -> list[Appealed]:
    """The appeals that nobody has decided, the oldest first."""
    sections = {section.section.pk: section for section in state.sections}
    rows = Appeal.objects.open().filter(session=state.session).select_related("ruling__section", "made_by")
    found = []
    for row in rows.order_by("pk"):
        slot, section = row.ruling.slot, sections[row.ruling.section_id]
        found.append(Appealed(row, eyes.see(slot), slot, table_name(state, section, slot.table)))
    return found


def clock(state: SessionState) -> tuple[datetime, datetime] | None:
    """When the round that is played began, and when it ends by the plan; None before the first."""
    start = state.starts.get(state.round)
    return (start.at, start.at + timedelta(minutes=start.minutes)) if start else None


def ends_at(state: SessionState) -> datetime | None:
    """When play ends, if the rounds to come take as long as planned; None while nobody knows when it begins."""
    session, running = state.session, clock(state)
    a_round = session.minutes_a_round + session.minutes_a_change
    if running:
        return running[1] + timedelta(minutes=(state.rounds - state.round) * a_round)
    begins = session.starts_at
    return begins + timedelta(minutes=state.rounds * a_round - session.minutes_a_change) if begins else None
