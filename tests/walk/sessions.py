"""The clubs of the walk that play duplicate."""

from uuid import uuid4

from clubscore.duplicate.directing.services import cancel, end_play
from clubscore.duplicate.loading import load
from clubscore.duplicate.models import Session
from clubscore.duplicate.playing.calls import call_director
from clubscore.duplicate.ruling.groups import group_board
from clubscore.duplicate.ruling.penalties import Taking, lift_penalty, penalise
from clubscore.duplicate.slots import Slot, slots_of
from clubscore.duplicate.tablet.services import lay_tablet
from scoring import Side
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.published import LINES, published
from tests.duplicate.results import agreed, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.duplicate.tablets import laid
from tests.factories import NOON, member
from tests.walk.clubs import ABOUT_DUPLICATE, club

RULINGS = ("A+-", "A==", "A7030", "NP", "4sn+1", "+420", "30%=+420,70%=-50", "ns:-50,ew:-420")


def slots(session: Session) -> list[Slot]:
    return [slot for slot, _ in slots_of(load(session.pk))]


def penalty(session: Session, number: int, *, unit: str = "%", hundredths: int = 2_500) -> None:
    taking = Taking("A", number, hundredths, unit, "90B1", "Late", uuid4())
    penalise(session=session, taking=taking, by=session.director, now=NOON)


@club("a session in play", *ABOUT_DUPLICATE)
def in_the_second_round() -> None:
    """Each thing that can be the matter with a board while it is played, and an open table with a tablet."""
    session = in_play(rounds=2)
    agreed_at, entered, differs, called, *rest = slots(session)
    agreed(session, agreed_at, "4sn=")
    recorded(session, entered, "3nn-1")
    recorded(session, differs, "2he=")
    recorded(session, differs, "2he+1", by=player(session, differs, Side.EW))
    call_director(
        session_id=session.pk, slot=called, about="a revoke", key=uuid4(), by=player(session, called), now=NOON
    )
    for slot, line in zip(rest, ("A+-", "NP"), strict=False):
        ruled(session, slot, line)
    penalty(session, 2)
    laid(session)
    lay_tablet(session=session, letter="A", table=2, by=session.director, now=NOON)


@club("published results of every kind", *ABOUT_DUPLICATE)
def published_with_every_ruling() -> None:
    """A board for each kind of ruling, one without a result, one fouled; a penalty, and one given back."""
    session = in_play(member("Ruth"), howell(3), rounds=5)
    missing, *others = slots(session)
    for index, slot in enumerate(others):
        recorded(session, slot, LINES[index % len(LINES)])
    for slot, line in zip(others[::3], RULINGS, strict=False):
        ruled(session, slot, line)
    fouled = others[-1]
    group_board(
        session=session, board=fouled.board, groups={fouled: "b"}, reason="Two cards", by=session.director, now=NOON
    )
    penalty(session, 1)
    penalty(session, 2)
    lift_penalty(penalty=session.penalties.last(), reason="The clock", by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    published(session, accepts_missing=True)


@club("sessions that nobody has played", *ABOUT_DUPLICATE)
def not_begun() -> None:
    """One that is open and empty, one with a pair, one cancelled."""
    ruth = member("Ruth")
    opened(ruth)
    cancelled = opened(ruth, name="Snowed in")
    cancel(session=cancelled, reason="Snow", by=ruth, now=NOON)
