"""Swiss sessions of teams and of pairs for the tests, opened, drawn and played through the services."""

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.director.drawing.services import (
    draw_first_round,
    draw_round,
    swap,
)
from clubscore.duplicate.director.opening.draws import LIST, DrawBasis, first_movement
from clubscore.duplicate.models import Plan, Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring.contest.rules import ContestRules
from scoring.movements.swiss import SwissDraw, drawn_in
from tests.duplicate.other_forms import in_pairs, in_teams
from tests.duplicate.recorded import recorded
from tests.factories import NOON

VICTORY_POINTS = ContestRules(scoring="team-imps", matches="vp")
OF_PAIRS = ContestRules(scoring="matchpoints", matches="vp")


def swiss(
    numbers: int = 4,
    *,
    count: int | None = None,
    rounds: int = 3,
    begun: int = 0,
    by: Member | None = None,
    **opening,
) -> Session:
    """Return a Swiss of so many teams, of which `count` are seated. Round 1 is 1 against 2, 3 against 4 …"""
    drawn = DrawBasis.first(LIST, range(1, numbers + 1), 0)
    return in_teams(
        count=numbers if count is None else count,
        rounds=begun,
        movement=first_movement(drawn, rounds),
        by=by,
        **{"rules": VICTORY_POINTS, "boards_a_round": 1, "drawn": drawn.as_json()}
        | opening,
    )


def swiss_of_pairs(
    numbers: int = 4,
    *,
    count: int | None = None,
    rounds: int = 3,
    begun: int = 0,
    by: Member | None = None,
    **opening,
) -> Session:
    """Return a Swiss of so many pairs, of which `count` are seated, scored by matchpoints; pair 1 is Anna and Ben."""
    drawn = DrawBasis.first(LIST, range(1, numbers + 1), 0)
    return in_pairs(
        count=numbers if count is None else count,
        rounds=begun,
        movement=first_movement(drawn, rounds, "pairs"),
        by=by,
        **{"rules": OF_PAIRS, "boards_a_round": 1, "drawn": drawn.as_json()} | opening,
    )


def edition_of(session: Session) -> int:
    return load(session.pk).sections[0].plans[-1].edition


def drawn(
    session: Session, round: int = 2, *, by: Member | None = None, edition: int = 0
) -> Plan:
    return draw_round(
        session=session,
        round=round,
        edition=edition or edition_of(session),
        by=by or session.director,
        now=NOON,
    )


def drawn_first(
    session: Session, how: str = LIST, *, teams: int, seed: int = 7
) -> Plan:
    return draw_first_round(
        session=session,
        how=how,
        entries=teams,
        seed=seed,
        edition=edition_of(session),
        by=session.director,
        now=NOON,
    )


def swapped(session: Session, one: int, other: int, *, round: int = 2) -> Plan:
    edition = edition_of(session)
    return swap(
        session=session,
        round=round,
        one=one,
        other=other,
        edition=edition,
        by=session.director,
        now=NOON,
    )


def begun(session: Session, round: int) -> None:
    start_round(session=session, round=round, by=session.director, now=NOON)


def played(session: Session, winners: set[int], *, missing: int = 0) -> None:
    """Record the current round but for `missing` boards: winners make 4♠ as North-South and beat it as East-West."""
    state = load(session.pk)
    slots = [(slot, row) for slot, row in slots_of(state) if slot.round == state.round]
    for slot, row in slots[missing:]:
        recorded(
            session,
            slot,
            "4sn=" if row.ns in winners or row.ew not in winners else "4sn-1",
        )


def draw_of(session: Session, round: int) -> SwissDraw:
    return drawn_in(load(session.pk).sections[0].movement, round)


def slots_in(session: Session, round: int) -> list[Slot]:
    return [slot for slot, _ in slots_of(load(session.pk)) if slot.round == round]
