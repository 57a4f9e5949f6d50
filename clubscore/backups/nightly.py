"""The backups that the server makes, in a separate process of low priority: one each day, and one whenever it is asked.

It is not a job of `clubscore.upkeep.nightly`, which notes its work in the database: a restored database would not know
the backup files. The backup has a time to the minute, each computer makes its own backup, and it can be switched off.
"""

import logging
import os
import signal
import subprocess
import sys
from contextlib import suppress
from datetime import datetime, time, timedelta, tzinfo
from types import FrameType

from django.conf import settings
from django.utils import timezone

from clubscore.backups.asking import (
    forget_request,
    is_asked_for,
    is_looked_for,
    lock_of_backups,
)
from clubscore.backups.children import command_of, environment_with
from clubscore.backups.held import ALONE, LockHeld, held
from clubscore.backups.notes import backups_in, last_failure, note_failure
from clubscore.database.served_file import require_served_file
from clubscore.upkeep.repeating import RepeatingThread

logger = logging.getLogger(__name__)

# Seconds: after the start of the server, which has other things to do, and from then on.
FIRST, EVERY = (
    120.0,
    60.0,
)
AGAIN = timedelta(hours=1)  # after a failure
PATIENCE = 5.0  # seconds that the process has to clean up when the server stops
LOWEST = 19
LOOKS_EVERY = 1.0


def is_due(
    *,
    now: datetime,
    newest: datetime | None,
    failed_at: datetime | None,
    at: time,
    zone: tzinfo,
) -> bool:
    """True if no backup was made since the last daily time `at`. A failed backup is tried again after an hour.

    So a machine that was off at that time makes the backup later.
    """
    if failed_at and now - AGAIN < failed_at <= now:
        return False
    return newest is None or newest < last_turn(now, at, zone)


def last_turn(now: datetime, at: time, zone: tzinfo) -> datetime:
    """The last moment up to now at which the clock of the zone showed the time of day `at`."""
    today = now.astimezone(zone).date()
    turns = [
        datetime.combine(today - timedelta(days=back), at, tzinfo=zone)
        for back in (0, 1)
    ]
    return next(turn for turn in turns if turn <= now)


class BackupThread(RepeatingThread):
    """The thread of the server that starts the backup process when a backup is due.

    Each process of the server has this thread. A lock lets only one of them start the backup process.
    """

    def __init__(self, first: float = FIRST, every: float = EVERY) -> None:
        super().__init__(
            "The nightly backup", self._make_if_due, first=first, every=every
        )

    def _make_if_due(self, now: datetime) -> None:
        if (at := settings.BACKUP_AT) is None:
            return
        # LockHeld: another server is at it.
        with suppress(LockHeld), held(lock_of_backups(), ALONE):
            if _is_due_here(at, now):
                self._make("--nightly", now=now)

    def _make(self, option: str, *, now: datetime) -> None:
        """Run the backup process. It reports its own result, in the log and on the office page, unless it was killed.

        Ctrl-C at the terminal must not reach the process and its programs, because that would be noted as a failure.
        The process gets no session of its own, because Linux may share the processor evenly between sessions. The low
        priority would then have no effect.
        """
        require_served_file()  # the process does not know which one is served
        command, environment = (
            command_of("backup_club", option),
            environment_with({}),
        )
        with subprocess.Popen(command, env=environment, process_group=0) as process:
            while process.poll() is None and not self._stopped.wait(0.2):
                pass
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
            elif process.returncode < 0:
                _note_kill(-process.returncode, now)


class AskedBackupThread(BackupThread):
    """The thread of the server that starts the backup process when somebody in the office asks for a backup."""

    def __init__(self, every: float = LOOKS_EVERY) -> None:
        super().__init__(first=every, every=every)

    def start(self) -> None:
        super().start()
        is_looked_for.set()

    def stop(self) -> None:
        is_looked_for.clear()
        super().stop()

    def _make_if_due(self, now: datetime) -> None:
        if not is_asked_for():
            return
        with suppress(LockHeld), held(lock_of_backups(), ALONE):
            if not is_asked_for():
                return
            try:
                self._make("--asked", now=now)
            finally:
                if not self._stopped.is_set():  # else it is made after the next start
                    forget_request()


def _is_due_here(at: time, now: datetime) -> bool:
    failure = last_failure(now)
    failed_at = failure.at if failure else None
    # A backup from the future was made by a wrong clock, and does not count.
    moments = (backup.made_at for backup in backups_in(settings.BACKUP_FOLDER))
    newest = next((moment for moment in moments if moment <= now), None)
    return is_due(
        now=now,
        newest=newest,
        failed_at=failed_at,
        at=at,
        zone=timezone.get_default_timezone(),
    )


def _note_kill(number: int, now: datetime) -> None:
    why = f"No backup was made: its process was ended from outside (signal {number}), perhaps for want of memory."
    note_failure(at=now, why=why)
    logger.error("%s It is tried again in an hour.", why)


def give_way() -> None:
    """Give this process and its children the lowest priority.

    From then on SIGTERM ends the process by SystemExit, so that the process cleans up first.
    """
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, LOWEST)
    signal.signal(signal.SIGTERM, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)
