"""Template context of the page of a draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial

from clubscore.duplicate.director.drawing.queries import Standings, standings
from clubscore.duplicate.director.opening.draws import DrawBasis
from clubscore.duplicate.models import Plan
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.session.lineup import NOBODY, names_of
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.languages.spoken import figure
from clubscore.members.models import Member
from scoring.contest.rounding import shown, two_decimals
from scoring.movements.swiss import drawn_in


@dataclass(frozen=True, slots=True)
class Drawee:
    """A team or pair in a draw, or in the standings from which a round is drawn."""

    number: int
    names: str
    points: str
    """The victory points in words.

    Empty in the first round, and if the viewer plays and may not see the standings yet.
    """


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """Two teams or pairs that meet, and their table. A match of teams has two tables, one for each half."""

    tables: str
    sides: tuple[Drawee, Drawee]


@dataclass(frozen=True, slots=True)
class Made:
    """One draw of a round: its basis, the name of the director who drew it, and the time."""

    basis: DrawBasis
    by: str
    at: datetime


def draw_context(state: SessionState, viewer: Member) -> dict[str, object]:
    """The template variables of the page of a draw: the draw of the next round, its basis, and the standings."""
    section, round = state.sections[0], state.round + 1
    context: dict[str, object] = {
        "session": state.session,
        "state": state,
        "round": round,
        "is_first": round == 1,
    }
    if state.session.is_over or state.session.is_cancelled or round > state.rounds:
        return context | {"is_next": False}
    made = _made(state, round)
    points: Mapping[int, Fraction] = {}
    before = Standings({}, missing=0, undecided=0)
    if round > 1:
        desk = SessionDesk(state, viewer)
        before = standings(state, desk.results)
        if desk.sees(None):
            points = before.points
    drawn = drawn_in(section.movement, round)
    drawee = partial(_drawee, section, round, points)
    matches = []
    for index, (one, other) in enumerate(drawn.matches, start=1):
        sides = drawee(one), drawee(other)
        matches.append(DrawnMatch(_tables(section, index), sides))
    return context | {
        "is_next": True,
        "edition": section.plans[-1].edition,
        "is_drawn": bool(drawn.matches),
        "made": made,
        "matches": matches,
        "bye": drawee(drawn.bye) if drawn.bye else None,
        "standings": [drawee(number) for number in points],
        "missing": before.missing,
        "undecided": before.undecided,
    }


def _made(state: SessionState, round: int) -> Sequence[Made]:
    """The records of all draws of a round, the newest draw first."""
    plans = Plan.objects.filter(
        section__session=state.session, from_round=round, drawn__isnull=False
    )
    draws = []
    for plan in plans.select_related("adopted_by").order_by("-edition"):
        basis = DrawBasis.from_json(plan.drawn or {})
        draws.append(Made(basis, plan.adopted_by.name, plan.adopted_at))
    return draws


def _tables(section: SectionState, index: int) -> str:
    """The tables of the match with this index, in words: `5`, or `9, 10` for a match of teams."""
    if section.form == "teams":
        return f"{2 * index - 1}, {2 * index}"
    return str(index)


def _drawee(
    section: SectionState, round: int, points: Mapping[int, Fraction], number: int
) -> Drawee:
    """An entry with its players in the round and its points, for the page of a draw.

    The points have two decimals unless the points of all entries are whole numbers.
    """
    names = names_of(section.members_in(number, round)) or str(NOBODY)
    written = ""
    if number in points:
        are_whole = all(amount.denominator == 1 for amount in points.values())
        write = shown if are_whole else two_decimals
        written = write(points[number])
    return Drawee(number, names, figure(written))
