"""A Howell in which a misplayed round gave up boards of one table, which one of its pairs plays later or loses."""

from django.test import Client

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.director.misplay.plans import Boards, misplay_ways, played_rows
from clubscore.duplicate.director.misplay.services import record_misplay
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from scoring.movements.howell import howell
from tests.duplicate.evening import pairs, seated
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

TOLD = Boards(1, 2, 1, exchanged=False)
GIVEN_UP, AGAIN = Slot("A", 1, 2, 3), Slot("A", 4, 4, 3)
"""The two slots of board 3 for pair 6: in round 1, where it was given up, and in round 4, where it is played."""


def with_boards_given_up() -> Session:
    """Return a Howell of eight pairs in its first round, in which table 2 played set 1, and pair 6 has set 2 later.

    Pair 5 never plays set 2, but it plays as many boards as were planned, so it has lost none.
    """
    return _misplayed("sets")


def with_boards_lost() -> Session:
    """Return the same Howell, in which pair 6 has lost set 2: its table does not play in round 4."""
    return _misplayed("artificial")


def _misplayed(kind: str) -> Session:
    made = opened(member("Ruth"), howell(4, rounds=4))
    seated(made, pairs())
    seated(made, pairs(2, family="More"))
    start_round(session=made, round=1, by=made.director, now=NOON)
    misplay(made, TOLD, kind)
    made.refresh_from_db()
    return made


def misplay(session: Session, told: Boards, kind: str) -> None:
    """Tell the session which boards were really played, and go on in the way that `kind` names."""
    state = load(session.pk)
    ways = misplay_ways(
        state,
        state.sections[0],
        played_rows(state, state.sections[0], told),
        results_of(session.pk),
    )
    tell(session, told, way=[each.kind for each in ways].index(kind))


def tell(session: Session, told: Boards, *, way: int = 0) -> None:
    more = {
        "from_round": load(session.pk).round + 1,
        "by": session.director,
        "now": NOON,
    }
    record_misplay(session=session, letter="A", misplay=told, way=way, **more)


def on_to_the_fourth_round(session: Session) -> None:
    for round in (2, 3, 4):
        start_round(session=session, round=round, by=session.director, now=NOON)


def row_given_up(session: Session):
    return next(
        row
        for row in load(session.pk).sections[0].editions[0].rows
        if (row.round, row.table) == (1, 2)
    )


def client_of(session: Session) -> Client:
    client = Client()
    client.force_login(session.director)
    return client
