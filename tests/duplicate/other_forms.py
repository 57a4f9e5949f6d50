"""Individuals, team matches and other pair sessions for the tests, opened and played through the services."""

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.seating.services import SEATS, seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.members.models import Member
from scoring.contest.rules import ContestRules
from scoring.movements.individual import individual
from scoring.movements.plan import Movement
from scoring.movements.teams import teams
from tests.duplicate.evening import NAMES
from tests.duplicate.published import LINES
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import opened
from tests.factories import NOON, member


def alone(
    *, rounds: int = 0, by: Member | None = None, family: str = "", **opening: object
) -> Session:
    """Return an individual of eight, seated, with so many rounds begun: player 1 is Anna, player 2 is Ben …"""
    session = opened(
        by or member("Ruth"), individual(8), name="Thursday individual", **opening
    )
    return _begun(session, _names(family)[:8], rounds)


def in_teams(
    *,
    count: int = 2,
    rounds: int = 0,
    movement: Movement | None = None,
    by: Member | None = None,
    family: str = "",
    **opening: object,
) -> Session:
    """Return a match of `count` teams, seated, with so many rounds begun.

    The first team is Anna, Ben, Cleo and Dan, who sit North, South, East and West.
    """
    opening.setdefault("rules", ContestRules(scoring="team-imps"))
    director = by or member(f"Ruth {family}".strip())
    session = opened(
        director,
        movement or teams(count),
        name=f"Thursday teams {family}".strip(),
        **opening,
    )
    return _begun(session, _names(family)[: 4 * count], rounds)


def in_pairs(
    *,
    count: int,
    movement: Movement,
    rounds: int = 0,
    by: Member | None = None,
    family: str = "",
    **opening: object,
) -> Session:
    """Return a session of `count` pairs in this movement, with so many rounds begun; pair 1 is Anna and Ben."""
    director = by or member(f"Ruth {family}".strip())
    session = opened(
        director, movement, name=f"Thursday pairs {family}".strip(), **opening
    )
    return _begun(session, _names(family)[: 2 * count], rounds)


def _names(family: str) -> list[str]:
    """Return 24 names of players, with `family` added to each, so that a club can have several players of a name."""
    return [
        f"{name} {family}".strip()
        for name in (*NAMES, *(f"{name} Again" for name in NAMES))
    ]


def _begun(session: Session, names: list[str], rounds: int) -> Session:
    size = len(SEATS[session.noun])
    members = [
        Member.objects.filter(name=name).first() or member(name) for name in names
    ]
    entries = [members[first : first + size] for first in range(0, len(members), size)]
    taken = [Taken("A", number, four) for number, four in enumerate(entries, start=1)]
    seat(session=session, taken=taken, by=session.director, now=NOON)
    for round in range(1, rounds + 1):
        start_round(session=session, round=round, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def played_to_the_end(session: Session, *, missing: int = 0) -> Session:
    """Begin all rounds, record every result but the first `missing` ones, end play, and return the session."""
    state = load(session.pk)
    for round in range(state.round + 1, state.rounds + 1):
        start_round(session=session, round=round, by=session.director, now=NOON)
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        if index >= missing:
            recorded(session, slot, LINES[(index + slot.table) % len(LINES)])
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session
