"""Sessions for the tests, opened through the services."""

from uuid import uuid4

from clubscore.duplicate.director.opening.services import Opening, open_session
from clubscore.duplicate.models import Session
from clubscore.members.models import Member
from scoring.movements.howell import howell
from scoring.movements.plan import Movement
from tests.factories import NOON

EVENING = NOON.date()


def opened(
    by: Member,
    *movements: Movement,
    name: str = "Thursday pairs",
    boards_a_round: int = 2,
    **opening: object,
) -> Session:
    """Open a session directed by `by`: a Howell of three tables, or a section for each of these movements."""
    return open_session(
        opening=Opening(  # type: ignore[arg-type]
            name=name, day=EVENING, boards_a_round=boards_a_round, **opening
        ),
        plan_name="Howell",
        movements=movements or (howell(3),),
        key=uuid4(),
        by=by,
        now=NOON,
    )
