"""The nightly job that destroys the values stored for undoing an erasure, 30 days after the erasure."""

from datetime import datetime

from clubscore.privacy.erasing.services import destroy_erased
from clubscore.upkeep.nightly import Job, register


def _destroy(now: datetime) -> str:
    count = destroy_erased(now=now)
    return f"what was kept of {count} is destroyed for good" if count else ""


NIGHT_JOBS = (Job("Erased members", hour=5, work=_destroy),)
register(*NIGHT_JOBS)
