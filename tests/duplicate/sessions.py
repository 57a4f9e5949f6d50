"""Sessions for the tests, opened through the services."""

from datetime import date
from uuid import uuid4

from clubscore.duplicate.director.opening.services import Opening, open_session
from clubscore.duplicate.models import PeriodTerms, Session
from clubscore.duplicate.results.terms.queries import periods_of
from clubscore.members.models import Member
from scoring.movements.howell import howell
from scoring.movements.plan import Movement
from tests.factories import NOON

EVENING = NOON.date()


def opened(
    by: Member,
    *movements: Movement,
    name: str = "Thursday pairs",
    day: date | None = None,
    boards_a_round: int = 2,
    is_friendly: bool = False,
    **opening: object,
) -> Session:
    """Open a session directed by `by`: a Howell of three tables, or a section for each of these movements.

    It counts in the season, whoever `by` is, unless `is_friendly` leaves that to the right to organise.
    """
    session = open_session(
        opening=Opening(  # type: ignore[arg-type]
            name=name,
            day=day or EVENING,
            boards_a_round=boards_a_round,
            **opening,
        ),
        plan_name="Howell",
        movements=movements or (howell(3),),
        key=uuid4(),
        by=by,
        now=NOON,
    )
    if not is_friendly:
        session.taken_in_at, session.taken_in_by = NOON, by
        session.save(update_fields=["taken_in_at", "taken_in_by"])
    return session


def with_periods(session: Session, **periods: object) -> Session:
    """Give a session other correction periods, as an organiser may do before play, and return it."""
    terms = periods_of(session)._replace(**periods)  # type: ignore[arg-type]
    PeriodTerms.objects.create(
        session=session,
        number=1 + PeriodTerms.objects.filter(session=session).count(),
        set_at=NOON,
        set_by=session.director,
        **terms._asdict(),
    )
    return session
