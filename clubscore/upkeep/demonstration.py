"""The mark of the demonstration club, which may be thrown away."""

from datetime import datetime

from django.db import DatabaseError

from clubscore.upkeep.models import Demonstration


def mark_demonstration(*, now: datetime) -> None:
    """Mark this database as the demonstration club."""
    Demonstration.objects.create(pk=1, at=now)


def is_demonstration() -> bool:
    """True if the database has the mark. False also for a database or a file without the table of the mark."""
    try:
        return Demonstration.objects.exists()
    except DatabaseError:
        return False
