"""Nightly deletion of expired sessions: nobody can use them, and each row tells who was here."""

from datetime import datetime

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import OpenSession

AT_ONCE = 500  # rows; other writers come in between


def sweep_sessions(*, now: datetime) -> int:
    """Delete the expired sessions. Returns their number."""
    swept = 0
    while keys := list(
        OpenSession.objects.filter(expire_date__lte=now).values_list("pk", flat=True)[
            :AT_ONCE
        ]
    ):
        with write_transaction():
            swept += OpenSession.objects.filter(
                pk__in=keys, expire_date__lte=now
            ).delete()[0]
    return swept
