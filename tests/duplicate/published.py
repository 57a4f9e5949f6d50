"""Sessions that were played to the end, and their publications."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.results.publishing.open_matters import open_matters
from clubscore.duplicate.results.publishing.services import Notice, publish
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.members.models import Member
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import recorded
from tests.factories import NOON, member

LINES = ("4sn=", "3nn-1", "2he+1", "p", "5cw-2")


def played(
    director: Member | None = None, *, missing: int = 0, **opening: object
) -> Session:
    """Return a Howell of two tables whose play is over, without a result in its first `missing` slots."""
    session = in_play(
        director or member("Ruth"), howell(2), count=4, rounds=3, **opening
    )
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        if index >= missing:
            recorded(session, slot, LINES[index % len(LINES)])
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def notice(**changes: Any) -> Notice:
    usual = {
        "begins_period": True,
        "reason": "",
        "accepts_missing": False,
        "accepts_open": frozenset(),
    }
    return Notice(**(usual | {"key": uuid4()} | changes))


def published(
    session: Session, *, now: datetime = NOON, by: Member | None = None, **changes: Any
) -> Publication:
    return publish(
        session=session, notice=notice(**changes), by=by or session.director, now=now
    )


def published_as_it_is(session: Session, **changes: Any) -> Publication:
    """Publish the results now, and leave every board open on which something is not settled (Law 79B)."""
    matters = open_matters(load(session.pk), results_of(session.pk))
    left_open = frozenset(matter.key for matter in matters)
    return published(session, accepts_open=left_open, **changes)
