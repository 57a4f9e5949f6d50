"""The mark of the demonstration club, which may be thrown away."""

from datetime import datetime

from django.db import DatabaseError

from clubscore.upkeep.models import Demonstration


def mark_demonstration(*, now: datetime) -> None:
    """From now on this database is known as the demonstration club."""
    Demonstration.objects.create(pk=1, at=now)


def is_demonstration() -> bool:
    """False also for a database that an earlier version has made, and for a file that is no database."""
    try:
        return Demonstration.objects.exists()
    except DatabaseError:
        return False
