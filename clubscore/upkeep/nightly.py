"""Nightly jobs, such as sweeping. The server does each job once a night for the whole club.

An app registers its jobs in its `night_jobs.py`. Every process looks once a minute, and a row in the database decides
which process does a job. A missed night is made up for within a minute of the next start.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from clubscore.database.write_lock import write_transaction
from clubscore.upkeep.models import NightlyJob
from clubscore.upkeep.repeating import RepeatingThread

logger = logging.getLogger(__name__)

EVERY = 60.0  # seconds
# When it failed, or the process died at it; a job takes less.
AGAIN_AFTER = timedelta(hours=1)
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Job:
    """A nightly job: work that the server does once a night for the whole club."""

    name: str
    """The name of the job in the log and in its row."""
    hour: int
    """The hour on the club's clock from which the job is done, 0 to 23."""
    work: Callable[[datetime], str]
    """The function that does the job at the given time. Returns the result for the log, or ""; raises if it fails."""


JOBS: dict[str, Job] = {}
"""The jobs by name, in the order in which they are done."""


def register(*jobs: Job) -> None:
    """Register nightly jobs. Raises ValueError if a name is taken."""
    for job in jobs:
        if job.name in JOBS:
            raise ValueError(f"There is a job {job.name!r} of the night already.")
        JOBS[job.name] = job


def nightly_thread(every: float = EVERY) -> RepeatingThread:
    return RepeatingThread("The work of the night", do_what_is_due, every=every)


def do_what_is_due(now: datetime) -> None:
    """Do each job that is due and that no other process does. The other jobs go on if one job fails."""
    rows = {row.name: row for row in NightlyJob.objects.all()}
    for job in JOBS.values():
        night = night_of(job, now)
        if _is_due(rows.get(job.name), night, now) and _claim(
            job=job, night=night, now=now
        ):
            _do(job=job, night=night, now=now)


def night_of(job: Job, now: datetime) -> date:
    """The last day, up to now, on which the job was due."""
    here = timezone.localtime(now)
    return here.date() if here.hour >= job.hour else here.date() - A_DAY


def _is_due(row: NightlyJob | None, night: date, now: datetime) -> bool:
    """True if the job must be done for this night: it is not done yet, and no process has begun it lately.

    `row` is the state of the job; None if it was never done. A time far in the future, from a clock that was ahead,
    counts neither as done nor as begun.
    """
    if row is None:
        return True
    is_done = row.done_for is not None and night <= row.done_for <= night + A_DAY
    was_begun_lately = (
        row.begun_at is not None and abs(now - row.begun_at) < AGAIN_AFTER
    )
    return not is_done and not was_begun_lately


def _claim(*, job: Job, night: date, now: datetime) -> bool:
    """Claim the job of this night for this process, in the job's row.

    Returns True; False if the job is done already or another process does it.
    """
    with write_transaction():
        NightlyJob.objects.bulk_create(
            [NightlyJob(name=job.name)], ignore_conflicts=True
        )
        row = NightlyJob.objects.select_for_update(no_key=True).get(name=job.name)
        if not _is_due(row, night, now):
            return False
        row.begun_at = now
        row.save(update_fields=["begun_at"])
    return True


def _do(*, job: Job, night: date, now: datetime) -> None:
    try:
        outcome = job.work(now)
    except Exception:
        logger.exception(
            "The work of the night failed: %s. It is tried again in an hour.", job.name
        )
        return
    with write_transaction():
        NightlyJob.objects.filter(name=job.name).update(done_for=night, begun_at=None)
    if outcome:
        logger.info("%s: %s", job.name, outcome)
