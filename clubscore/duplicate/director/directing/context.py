"""Template context of the director's page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from clubscore.duplicate.director.directing.boards import (
    Eyes,
    GridLine,
    Missing,
    counts_of,
    grid_of,
    missing_of,
)
from clubscore.duplicate.director.directing.dots import earlier_rounds
from clubscore.duplicate.director.directing.lateness import (
    Slow,
    last_times,
    paces_of,
    slow_entries,
)
from clubscore.duplicate.director.directing.left_open import LeftOpen, left_open
from clubscore.duplicate.director.directing.taking_back import why_not_taken_back
from clubscore.duplicate.director.directing.waiting import (
    DifferingSlot,
    OpenAppeal,
    OpenCorrection,
    WaitingCall,
    corrections_waiting,
)
from clubscore.duplicate.director.directing.warnings import (
    NotAgreed,
    Warning,
    late_tables,
    not_agreed,
    odd_results,
)
from clubscore.duplicate.models import Deputy, Plan, Publication, Session
from clubscore.duplicate.models.there_is import ThereIs
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.outcomes.results import Results, results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import (
    UnplayedBoards,
    missing_in,
    unplayed,
    unplayed_boards,
)
from clubscore.duplicate.results.publishing.fingerprint import fingerprint_of
from clubscore.duplicate.results.publishing.open_matters import (
    has_settled_since,
    open_matters,
)
from clubscore.duplicate.session.contested import (
    ContestedPlace,
    contested_places,
)
from clubscore.duplicate.session.lineup import TableSide, sitting_out
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member


@dataclass(frozen=True, slots=True)
class DirectWays:
    """The facts of a session that decide which buttons its director has.

    The fields are plain values, so that the HTML of the buttons can be stored and used again for equal facts.
    """

    session: int
    form: str
    noun: str
    is_begun: bool
    is_over: bool
    is_swiss: bool
    may_change_rounds: bool
    next_round: int | None
    has_hands: bool
    is_final: bool
    """True if the published results are final: no result is entered any more."""
    director: str
    """The name of the director."""
    deputies: str
    """The names of the deputies, such as `Anna Weiss, Ben Novak`."""

    @classmethod
    def of(
        cls,
        state: SessionState,
        next_round: int | None,
        deputies: Iterable[Deputy],
        *,
        is_final: bool,
    ) -> "DirectWays":
        session = state.session
        names = ("form", "noun", "is_begun", "is_over", "is_swiss")
        facts = {name: getattr(session, name) for name in names}
        return cls(
            session=session.pk,
            may_change_rounds=state.may_change_rounds,
            next_round=next_round,
            has_hands=session.deal_set_id is not None,
            is_final=is_final,
            director=session.director.name,
            deputies=", ".join(deputy.member.name for deputy in deputies),
            **facts,
        )

    @property
    def may_end(self) -> bool:
        """True if the director may end play: in the last round, or in any round of a Swiss."""
        is_last = self.next_round is None or self.is_swiss
        return self.is_begun and not self.is_over and is_last


@dataclass(frozen=True)
class DirectorPage:
    """Everything that the director's page shows. Each field is a variable of the template."""

    state: SessionState
    session: Session
    plan: Plan
    numbers: int
    """The number of entries that the plan has places for."""
    taken: int
    open_numbers: int
    round: int
    """The round whose boards are shown."""
    next_round: int | None
    rounds: range
    """The rounds that have been drawn, so that their tables are known."""
    ways: DirectWays
    is_drawn: bool
    """True if the tables of the next round are known."""
    to_play: bool
    """True if a Swiss has results missing, so that the page asks the director before it draws the next round."""
    left: LeftOpen
    """The boards, calls and appeals that are open up to the current round."""
    may_take_back: bool
    """True if the start of the current round may be taken back."""
    ends_at: datetime | None
    earlier: range
    """The begun rounds before the shown one, whose boards the grid has as dots."""
    grid: list[tuple[str, list[GridLine]]]
    counts: list[tuple[str, str, int]]
    sits_out: list[TableSide]
    missing: list[Missing]
    appeals: list[OpenAppeal]
    calls: list[WaitingCall]
    contested: list[ContestedPlace]
    """The members who say that they are not there."""
    differences: list[DifferingSlot]
    warnings: list[Warning]
    not_agreed: list[NotAgreed]
    unplayed: list[UnplayedBoards]
    slow: list[Slow]
    corrections: list[OpenCorrection]
    publication: Publication | None
    """The newest publication of the session if the session is over; None if there is none."""
    is_final: bool
    has_changed: bool
    """True if the results have changed since the newest publication."""


def director_context(
    state: SessionState, *, viewer: Member, now: datetime, round: int | None = None
) -> dict[str, object]:
    """The template variables of the director's page, with the boards of `round`; None means the current round."""
    return vars(director_page(state, viewer=viewer, now=now, round=round))


def director_page(
    state: SessionState, *, viewer: Member, now: datetime, round: int | None
) -> DirectorPage:
    """The contents of the director's page, with the boards of `round`; if `round` is None, of the current round."""
    session = state.session
    numbers, open_numbers = _numbers_of(state)
    round = min(round or max(state.round, 1), state.drawn)
    next_round = state.round + 1 if state.round < state.rounds else None
    results = results_of(session.pk)
    there_is = results.attached.there_is
    deputies = _deputies(session, there_is)
    eyes = Eyes.of(state, results, viewer)
    paces = paces_of(state, results.settled, last_times(session.pk), now)
    left = left_open(state, results, eyes, now)
    grid = grid_of(state, round, results, eyes, paces, left.called)
    publication, final, changed = _published(state, results, now)
    return DirectorPage(
        state=state,
        session=session,
        plan=state.sections[0].plans[-1],
        numbers=numbers,
        taken=numbers - open_numbers,
        open_numbers=open_numbers,
        round=round,
        next_round=next_round,
        rounds=range(1, state.drawn + 1),
        ways=DirectWays.of(state, next_round, deputies, is_final=final),
        is_drawn=state.round < state.drawn,
        to_play=session.is_swiss and _is_unsettled(state, results),
        left=left,
        may_take_back=_may_take_back(state, results),
        ends_at=ends_at(state),
        earlier=earlier_rounds(state, round),
        grid=grid,
        counts=counts_of(grid),
        sits_out=_sides_that_sit_out(state, round),
        missing=missing_of(state, missing_in(state, results), eyes),
        appeals=left.appeals,
        calls=left.calls,
        contested=contested_places(state, there_is),
        differences=left.differences,
        warnings=[*late_tables(paces, eyes), *odd_results(state, results, eyes)],
        not_agreed=not_agreed(state, results, eyes),
        unplayed=unplayed_boards(state, unplayed(state, results)),
        slow=slow_entries(state, paces),
        corrections=corrections_waiting(state, there_is),
        publication=publication,
        is_final=final,
        has_changed=changed,
    )


def _may_take_back(state: SessionState, results: Results) -> bool:
    """True if the start of the current round may be taken back.

    The database is not read if the round has a result or a ruling.
    """
    if any(slot.round == state.round for slot in results.settled):
        return False
    return state.clock is not None and not why_not_taken_back(state, state.round)


def _published(
    state: SessionState, results: Results, now: datetime
) -> tuple[Publication | None, bool, bool]:
    """The newest publication, True if it is final, and True if results have changed since.

    The values are None, False and False before play ends, or if nothing has been published.
    """
    session = state.session
    publication = newest_publication(session.pk) if session.is_over else None
    if publication is None:
        return None, False, False
    final = is_final(session, publication, now)
    return publication, final, has_changed(state, results, publication)


def _deputies(session: Session, there_is: ThereIs) -> Iterable[Deputy]:
    """The deputies who direct the session now, in the order in which they were named.

    The database is not read if `there_is` says that no session has deputies.
    """
    if there_is.deputies:
        return deputies_of(session)
    return ()


def _numbers_of(state: SessionState) -> tuple[int, int]:
    """The count of all numbers in the plans, and of the numbers for which nobody plays, without withdrawn entries."""
    numbers = sum(len(section.movement.entries) for section in state.sections)
    open_numbers = sum(len(section.open_numbers) for section in state.sections)
    return numbers, open_numbers


def _is_unsettled(state: SessionState, results: Results) -> bool:
    """True if a board of the drawn rounds has neither a result nor a ruling."""
    return any(slot not in results.settled for slot, _ in slots_of(state))


def _sides_that_sit_out(state: SessionState, round: int) -> list[TableSide]:
    """The sides of all sections that sit out in this round."""
    sides: list[TableSide] = []
    for section in state.sections:
        sides.extend(sitting_out(section, round))
    return sides


def has_changed(
    state: SessionState, results: Results, publication: Publication
) -> bool:
    """True if the session's lists differ from the published lists, or a board that was published open is settled.

    The lists are computed only if the session has changed since the publication.
    """
    if state.session.revision == publication.revision:
        return False
    if fingerprint_of(state, scores_of(state, results)) != publication.facts:
        return True
    return has_settled_since(publication, open_matters(state, results))


def deputies_of(session: Session) -> QuerySet[Deputy]:
    """The deputies who direct now, in the order in which they were named."""
    return (
        Deputy.objects.filter(session=session, until=None)
        .select_related("member")
        .order_by("pk")
    )


def ends_at(state: SessionState) -> datetime | None:
    """The expected end of play, if the remaining rounds take as long as planned; None if no start is known."""
    session = state.session
    minutes_of_a_round = session.minutes_a_round + session.minutes_a_change
    if state.clock:
        rounds_left = state.rounds - state.round
        return state.clock.ends_at + timedelta(minutes=rounds_left * minutes_of_a_round)
    if session.starts_at is None:
        return None
    minutes = state.rounds * minutes_of_a_round - session.minutes_a_change
    return session.starts_at + timedelta(minutes=minutes)
