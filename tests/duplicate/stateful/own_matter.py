"""Nobody decides alone in a matter that concerns them, and nobody is the second person of their own decision."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from clubscore.duplicate.models import (
    Appeal,
    BoardGroup,
    Correction,
    LateChange,
    Penalty,
    PenaltyLift,
    PeriodTerms,
    Place,
    Ruling,
    Session,
)
from clubscore.members.models import Member
from tests.duplicate.stateful import concerned

ORGANISERS = {"Anna", "Otto", "Paula", "Olga"}


class Decision(NamedTuple):
    """A decision of one member."""

    by: Member
    others: Callable[[], set[int]]
    """The ids of the persons who must not decide this."""
    is_organisers: bool = False
    """True if only an organiser decides this."""


def decisions(session: Session) -> Mapping[str, Decision]:
    """The decisions of the session by name, each with those who must not decide it."""
    kinds = (_rulings, _corrections, _appeals, _penalties, _groups, _late, _of_session)
    return {name: decision for kind in kinds for name, decision in kind(session)}


def nobody_decides_in_their_own_matter(
    before: Mapping[str, Decision], after: Mapping[str, Decision]
) -> None:
    """Assert that each decision that is new in `after` was made by somebody whom it does not concern."""
    for name in after.keys() - before.keys():
        decision = after[name]
        assert decision.by.person_id not in decision.others(), f"{decision.by}: {name}"
        if decision.is_organisers:
            assert decision.by.name in ORGANISERS, f"{decision.by}: {name}"


Decisions = Iterator[tuple[str, Decision]]


def _rulings(session: Session) -> Decisions:
    rulings = Ruling.objects.filter(session=session)
    for row in rulings.select_related("ruled_by", "approved_by"):
        yield (
            f"ruling {row.pk}",
            Decision(row.ruled_by, partial(concerned.at_board, row)),
        )
        if row.approved_by:
            name = f"approval of ruling {row.pk}"
            yield name, Decision(row.approved_by, partial(_of_ruling, row), True)


def _of_ruling(ruling: Ruling) -> set[int]:
    """The persons who must not approve a ruling."""
    directing = concerned.directing(ruling.session)
    return concerned.at_board(ruling) | directing | {ruling.ruled_by.person_id}


def _corrections(session: Session) -> Decisions:
    """Yield the decisions about corrections. One that the other side has confirmed is not the decider's alone."""
    rows = Correction.objects.filter(session=session)
    for row in rows.exclude(answer="").select_related("play", "answered_by"):
        assert row.answered_by
        name = f"answer to correction {row.pk}"
        yield name, Decision(row.answered_by, partial(_of_side_that_asked, row))
    rows = rows.exclude(decision="withdrawn")
    for row in rows.select_related("play", "decided_by", "second_by"):
        name = f"correction {row.pk} {row.decision}"
        if row.decided_by and row.answer != Correction.Answer.CONFIRMED:
            yield name, Decision(row.decided_by, partial(concerned.at_board, row.play))
        if row.second_by:
            yield (
                f"second {name}",
                Decision(row.second_by, partial(_of_second, row), True),
            )


def _of_side_that_asked(correction: Correction) -> set[int]:
    """The persons of the side that asked for a correction, who do not answer it themselves."""
    play, asked = correction.play, correction.asked_by.person_id
    sides = [
        concerned.of_side(play, {play.north, play.south}),
        concerned.of_side(play, {play.east, play.west}),
    ]
    return next((side for side in sides if asked in side), {asked})


def _of_second(correction: Correction) -> set[int]:
    """The persons who must not approve a correction."""
    assert correction.decided_by
    directing = concerned.directing(correction.session)
    proposer = {correction.decided_by.person_id}
    return concerned.at_board(correction.play) | directing | proposer


def _appeals(session: Session) -> Decisions:
    heard = Appeal.objects.filter(session=session).exclude(heard_as="")
    for row in heard.select_related("decided_by", "ruling__ruled_by"):
        assert row.decided_by
        yield f"appeal {row.pk}", Decision(row.decided_by, partial(_of_appeal, row))


def _of_appeal(appeal: Appeal) -> set[int]:
    """The persons who must not hear an appeal: those of the board, and those who made the ruling."""
    ruling = appeal.ruling
    made = {ruling.ruled_by.person_id}
    if ruling.approved_by:
        made.add(ruling.approved_by.person_id)
    return concerned.at_board(ruling) | made


def _penalties(session: Session) -> Decisions:
    penalties = Penalty.objects.filter(session=session)
    for row in penalties.select_related("given_by"):
        name = f"penalty {row.pk}"
        yield name, Decision(row.given_by, partial(concerned.of_entry, row.entry))
    lifts = PenaltyLift.objects.filter(penalty__session=session)
    for lift in lifts.select_related("lifted_by", "penalty"):
        name = f"lift {lift.pk}"
        entry = lift.penalty.entry
        yield name, Decision(lift.lifted_by, partial(concerned.of_entry, entry))


def _groups(session: Session) -> Decisions:
    for row in BoardGroup.objects.filter(session=session).select_related("grouped_by"):
        others = concerned.of_board_number
        yield (
            f"group {row.pk}",
            Decision(row.grouped_by, partial(others, session, row.board)),
        )


def _late(session: Session) -> Decisions:
    rows = LateChange.objects.filter(session=session).exclude(decision="withdrawn")
    for row in rows.select_related("proposed_by", "decided_by", "correction__play"):
        if not _is_confirmed(row):
            yield (
                f"proposal {row.pk}",
                Decision(row.proposed_by, partial(concerned.by_late_change, row)),
            )
        if row.decided_by:
            name = f"{row.decision} {row.pk}"
            yield name, Decision(row.decided_by, partial(_of_late, row), True)


def _is_confirmed(late: LateChange) -> bool:
    """True for a correction that the other side has confirmed."""
    correction = late.correction
    return bool(correction) and correction.answer == Correction.Answer.CONFIRMED


def _of_late(late: LateChange) -> set[int]:
    """The persons who must not answer the proposal of a late change."""
    directing = concerned.directing(late.session)
    proposer = {late.proposed_by.person_id}
    return concerned.by_late_change(late) | directing | proposer


def _of_session(session: Session) -> Decisions:
    """Yield the terms that were set after play began, and the decision to take the session into the season."""
    terms = PeriodTerms.objects.filter(session=session).select_related("set_by")
    for row in terms:
        name = f"terms {row.number}"
        yield name, Decision(row.set_by, partial(_of_terms, session), True)
    if session.taken_in_by:
        directing = concerned.directing
        yield (
            "season",
            Decision(session.taken_in_by, partial(directing, session), True),
        )


def _of_terms(session: Session) -> set[int]:
    """The persons who must not set the periods while play goes on, or after it."""
    if session.started_at is None:
        return set()
    players = {
        place.member.person_id
        for place in Place.objects.filter(session=session).select_related("member")
        if not place.is_void
    }
    return players | concerned.directing(session)
