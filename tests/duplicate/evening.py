"""Makes an evening of three tables: twelve members in six pairs, seated in a Howell."""

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.members.models import Member
from scoring.movements.plan import Movement
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

NAMES = (
    "Anna",
    "Ben",
    "Cleo",
    "Dan",
    "Eva",
    "Finn",
    "Gita",
    "Hugo",
    "Ida",
    "Jan",
    "Kim",
    "Lars",
)


def pairs(count: int = 6, *, family: str = "") -> list[tuple[Member, Member]]:
    """Make so many pairs, at most six: Anna and Ben, Cleo and Dan … `family` is added to each name."""
    members = [member(f"{name} {family}".strip()) for name in NAMES[: 2 * count]]
    return list(zip(members[::2], members[1::2], strict=True))


def seated(
    session: Session, players: list[tuple[Member, Member]], *, letter: str = "A"
) -> None:
    """Let the director seat these pairs at the open numbers, in order."""
    section = load(session.pk).section(letter)
    taken = [
        Taken(letter, number, pair)
        for number, pair in zip(section.open_numbers, players, strict=False)
    ]
    seat(session=session, taken=taken, by=session.director, now=NOON)


def in_play(
    director: Member | None = None,
    *movements: Movement,
    count: int = 6,
    family: str = "",
    rounds: int = 1,
    **opening: object,
) -> Session:
    """Return a session of three tables, or of these movements, with pairs seated and so many rounds begun."""
    session = opened(director or member("Ruth"), *movements, **opening)
    seated(session, pairs(count, family=family))
    for round in range(1, rounds + 1):
        start_round(session=session, round=round, by=session.director, now=NOON)
    session.refresh_from_db()
    return session
