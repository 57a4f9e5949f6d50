"""Services that draw the next round of a Swiss: each draw is one more edition of the plan."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.drawing.queries import (
    had_bye,
    met_before,
    numbers_of_first_round,
    standings,
)
from clubscore.duplicate.director.opening.draws import HAND, LOT, STANDINGS, DrawBasis
from clubscore.duplicate.director.opening.services import write_plan
from clubscore.duplicate.models import Plan, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.languages.spoken import refusal_told
from clubscore.languages.stored_sentences import (
    CHANGED_PLACES,
    DRAWN,
    DRAWN_BY_LOT,
    DRAWN_BY_NUMBERS,
)
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.contest.rounding import half_away
from scoring.errors import InvalidMovement
from scoring.movements.form_proposals import FEWEST_SWISS, MOST_SWISS
from scoring.movements.swiss import SwissDraw, draw, drawn_in, with_draw

MOVED_ON = gettext_lazy("The session has moved on: look at the draw again.")


def draw_round(
    *, session: Session, round: int, edition: int, by: Member, now: datetime
) -> Plan:
    """Draw the next round from the standings as they are now, and return the new plan.

    The round can be drawn again as long as it has not begun. `edition` is the newest edition of the plan that the
    sender has seen, so that a form sent twice draws once. Raises Refused for the first round (see `draw_first_round`),
    if `round` is not the next round, if no round is left, if the plan has a newer edition, if the session is over, is
    cancelled or is not a Swiss, or if every possible draw repeats a match or a bye. Raises PermissionDenied for members
    who do not direct.
    """
    with write_transaction(), _refusals_of_scoring():
        state, section = _held(session, round, edition, by)
        if round == 1:
            raise Refused(
                _(
                    "Nobody has played yet: the first round is drawn by lot, or by the numbers."
                )
            )
        before = standings(state, results_of(session.pk))
        stored = [int(half_away(won * 10_000, 0)) for won in before.points.values()]
        basis = DrawBasis(
            how=STANDINGS,
            order=tuple(before.points),
            points=tuple(stored),
            missing=before.missing,
        )
        met = met_before(section, round)
        drawn = draw(basis.order, met, had_bye(state, section, round))
        reason = DRAWN(round=round, played=state.round)
        plan = _write(section, round, drawn, basis, reason=reason, by=by, now=now)
        move(session_id=session.pk)
    return plan


def draw_first_round(
    *,
    session: Session,
    how: str,
    entries: int,
    seed: int,
    edition: int,
    by: Member,
    now: datetime,
) -> Plan:
    """Draw the first round again before it begins, for this number of teams or pairs, and return the new plan.

    `how` is LOT (by lot, from the number `seed`) or LIST (in the order of the entries' numbers). `entries` is the
    number of teams or pairs, and `edition` the newest edition of the plan that the sender has seen. Raises Refused if
    the first round is not the next, if the plan has a newer edition, if the session is over, is cancelled or is not a
    Swiss, or if there are too many entries or fewer than have taken a number. Raises PermissionDenied for members who
    do not direct.
    """
    with write_transaction(), _refusals_of_scoring():
        state, section = _held(session, 1, edition, by)
        least = max(FEWEST_SWISS, len(section.players))
        if not least <= entries <= MOST_SWISS:
            words = _(
                "The first round is drawn for %(least)s to %(most)s pairs: %(taken)s have come."
            )
            if state.session.noun == "team":
                words = _(
                    "The first round is drawn for %(least)s to %(most)s teams: %(taken)s have come."
                )
            numbers = {
                "least": least,
                "most": MOST_SWISS,
                "taken": len(section.players),
            }
            raise Refused(words % numbers, field="entries")
        basis = DrawBasis.first(how, numbers_of_first_round(section, entries), seed)
        reason = DRAWN_BY_LOT(number=seed) if how == LOT else DRAWN_BY_NUMBERS()
        drawn = draw(basis.order)
        plan = _write(section, 1, drawn, basis, reason=reason, by=by, now=now)
        move(session_id=session.pk)
    return plan


def swap(
    *,
    session: Session,
    round: int,
    one: int,
    other: int,
    edition: int,
    by: Member,
    now: datetime,
) -> Plan:
    """Let two teams or pairs of different matches change places in the draw of the next round. Returns the new plan.

    `one` and `other` are their numbers; `edition` is the newest edition of the plan that the sender has seen. Raises
    Refused if `round` is not the next round, if the plan has a newer edition, if the session is over, is cancelled or
    is not a Swiss, if the round is not drawn, if a number is not in the draw, if the two meet each other in it, or if
    two entries would meet again or an entry would have a second bye. Raises PermissionDenied for members who do not
    direct.
    """
    with write_transaction(), _refusals_of_scoring():
        state, section = _held(session, round, edition, by)
        before = drawn_in(section.movement, round)
        if not before.matches:
            raise Refused(
                _("Round %(round)s is not drawn yet: draw it first.") % {"round": round}
            )
        drawn = before.swapped(one, other)
        order = tuple(number for match in drawn.matches for number in match) + (
            (drawn.bye,) if drawn.bye else ()
        )
        basis = DrawBasis(how=HAND, order=order, swapped=(one, other))
        reason = CHANGED_PLACES(round=round, one=one, other=other)
        plan = _write(section, round, drawn, basis, reason=reason, by=by, now=now)
        # The rules of the plan know the byes that were planned, not those of somebody whose opponents never came.
        if drawn.bye != before.bye and drawn.bye in had_bye(state, section, round):
            raise Refused(
                _("Number %(number)s has had a bye: nobody has two.")
                % {"number": drawn.bye},
                field="other",
            )
        move(session_id=session.pk)
    return plan


def _held(
    session: Session, round: int, edition: int, by: Member
) -> tuple[SessionState, SectionState]:
    """The session, locked for writing, and the only section of the session, for a draw of its next round.

    Raises Refused if the session is not a Swiss, is over or is cancelled, if `round` is not its next round, or if
    `edition` is not the newest edition of the plan. Raises PermissionDenied for members who do not direct.
    """
    state = hold(session)
    require_director(state.session, by)
    section = state.sections[0]
    if not state.session.is_swiss or state.session.is_over:
        raise Refused(MOVED_ON)
    if (
        round != state.round + 1
        or round > state.rounds
        or edition != section.plans[-1].edition
    ):
        raise Refused(MOVED_ON)
    return state, section


def _write(
    section: SectionState,
    round: int,
    drawn: SwissDraw,
    basis: DrawBasis,
    *,
    reason: str,
    by: Member,
    now: datetime,
) -> Plan:
    newest = section.plans[-1]
    return write_plan(
        section=section.section,
        edition=newest.edition + 1,
        name=newest.name,
        movement=with_draw(section.movement, round, drawn),
        from_round=round,
        reason=reason,
        drawn=basis.as_json(),
        by=by,
        now=now,
    )


@contextmanager
def _refusals_of_scoring() -> Iterator[None]:
    """A context manager that turns an InvalidMovement into a Refused with the words of the InvalidMovement."""
    try:
        yield
    except InvalidMovement as refusal:
        raise Refused(refusal_told(refusal), field=refusal.field or None) from refusal
