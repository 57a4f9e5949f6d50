"""Services that open a session with its sections, and write the editions of its plans."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Plan, PlanRow, Section, Session
from clubscore.duplicate.models.session import LETTERS
from clubscore.duplicate.results.terms.queries import USUAL_PERIODS, Periods
from clubscore.duplicate.results.terms.services import ORGANISER_SETS, require_lawful
from clubscore.duplicate.session.plans import leave_of, plan_rows
from clubscore.members.models import Member
from clubscore.members.permissions import may_organise
from clubscore.once import once
from clubscore.refusals import Refused
from scoring.contest.rules import ContestRules
from scoring.movements.change.proposal import breaches_from
from scoring.movements.check import BrokenMovement
from scoring.movements.plan import SWISS, Movement

_WRONG_SCORING = _(
    "IMPs or points against the other room are for teams, and teams have no others."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The choices of a director who opens a session."""

    name: str
    day: date
    boards_a_round: int
    minutes_a_board: int = 7
    minutes_a_change: int = 2
    starts_at: datetime | None = None
    law: str = "2017"
    leads: str = Session.Leads.OFF
    periods: Periods = USUAL_PERIODS
    """The correction periods; other than the usual ones only if an organiser opens the session."""
    rules: ContestRules = ContestRules()
    drawn: Mapping[str, Any] | None = None
    """The basis of the draw of the first round of a Swiss, as JSON; None in other forms of play."""


def open_session(
    *,
    opening: Opening,
    plan_name: str,
    movements: Sequence[Movement],
    key: UUID,
    by: Member,
    now: datetime,
) -> Session:
    """Open a session with a section for each of these movements, directed by `by`.

    The session counts in the season if `by` is an organiser. Otherwise it is friendly until an organiser takes it in.
    `plan_name` is the name of every section's plan. A repeated call with the same `key` returns the session that is
    open already. Raises Refused if another session of the day has this name, or if the scoring does not fit the form of
    play; scoring.InvalidMovement if a movement breaks a rule; PermissionDenied for other correction periods than the
    usual ones by a member who is no organiser.
    """
    with write_transaction():
        if opened := once(key, Session.objects.all()):
            return opened
        _require_possible(opening, movements[0], by)
        session = Session.objects.create(
            name=opening.name,
            day=opening.day,
            form=_form_of(movements[0]),
            rules=_rules_with_winners(opening.rules, movements).as_json(),
            law=opening.law,
            boards_a_round=opening.boards_a_round,
            minutes_a_board=opening.minutes_a_board,
            minutes_a_change=opening.minutes_a_change,
            leads=opening.leads,
            **opening.periods._asdict(),
            starts_at=opening.starts_at,
            key=key,
            **_opened(by, now),
        )
        for letter, movement in zip(LETTERS, movements, strict=False):
            section = Section.objects.create(session=session, letter=letter)
            write_plan(
                section=section,
                edition=1,
                name=plan_name,
                movement=movement,
                drawn=opening.drawn,
                by=by,
                now=now,
            )
    return session


def _require_possible(opening: Opening, movement: Movement, by: Member) -> None:
    """Require a scoring that fits the movement, a free name, and lawful correction periods.

    Raises Refused, or PermissionDenied if a member who is no organiser sets periods.
    """
    _require_fitting_scoring(opening.rules, movement)
    _require_free_name(opening)
    _require_periods(opening, by)


def _require_periods(opening: Opening, by: Member) -> None:
    """Raises PermissionDenied if a member who is no organiser sets periods, Refused for periods that no law allows."""
    if opening.periods == USUAL_PERIODS:
        return
    if not may_organise(by):
        raise PermissionDenied(ORGANISER_SETS)
    require_lawful(opening.law, opening.periods)


def _opened(by: Member, now: datetime) -> dict[str, Any]:
    """The fields of a session that say who opens and directs it; if `by` is an organiser, also who takes it in."""
    fields: dict[str, Any] = {"director": by, "opened_at": now, "opened_by": by}
    if may_organise(by):
        fields |= {"taken_in_at": now, "taken_in_by": by}
    return fields


def _require_free_name(opening: Opening) -> None:
    """Require that no other session of the day has the name of the session to be opened. Raises Refused."""
    namesakes = Session.objects.current().filter(day=opening.day, name=opening.name)
    if namesakes.exists():
        raise Refused(
            _("Another session of this day has this name: choose another name."),
            field="name",
        )


def _require_fitting_scoring(rules: ContestRules, movement: Movement) -> None:
    """Raises Refused if the scoring does not fit the movement's form of play."""
    is_swiss = movement.kind == SWISS
    is_of_teams = movement.form == Session.Form.TEAMS
    if rules.against_the_other_room != is_of_teams:
        raise Refused(_WRONG_SCORING, field="scoring")
    if is_swiss and not rules.has_victory_points:
        raise Refused(_("A Swiss is scored by victory points."), field="scoring")
    if rules.has_victory_points and not (is_swiss or is_of_teams):
        raise Refused(_("Pairs have victory points in a Swiss alone."), field="scoring")


def _form_of(movement: Movement) -> str:
    """The form of play of a session with this movement, a value of Session.Form."""
    if movement.kind == SWISS:
        return f"swiss_{movement.form}"
    return movement.form


def _rules_with_winners(
    rules: ContestRules, movements: Sequence[Movement]
) -> ContestRules:
    """The rules with the highest number of winners (one or two) of any of the movements."""
    winners = max(movement.winners for movement in movements)
    return ContestRules.from_mapping(rules.as_json() | {"winners": winners})


def write_plan(
    *,
    section: Section,
    edition: int,
    name: str,
    movement: Movement,
    by: Member,
    now: datetime,
    from_round: int = 1,
    proved_from: int | None = None,
    reason: str = "",
    drawn: Mapping[str, Any] | None = None,
) -> Plan:
    """Write an edition of the section's plan with the rounds of `movement` from `from_round` on. Returns the plan.

    The caller opens the transaction. The rounds from `proved_from` on must keep the rules of movements; by default
    `proved_from` is `from_round`. A later `proved_from` leaves out rounds that were played wrongly. `reason` is stored
    with the plan. `drawn` is the basis of a draw in a Swiss, as JSON; None for other plans.

    Raises scoring.InvalidMovement if the movement breaks a rule in a round that is checked.
    """
    if proved_from is None:
        proved_from = from_round
    if breaches := breaches_from(movement, proved_from):
        raise BrokenMovement(breaches)
    plan = Plan.objects.create(
        section=section,
        edition=edition,
        from_round=from_round,
        name=name,
        kind=movement.kind,
        leave=leave_of(movement),
        drawn=drawn,
        reason=reason,
        adopted_at=now,
        adopted_by=by,
    )
    PlanRow.objects.bulk_create(plan_rows(plan, movement.from_round(from_round)))
    return plan
