"""The restore that was asked for in the office, done while no server runs."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from clubscore.backups.children import manage
from clubscore.backups.held import ALONE, LockHeld, held, place_of_service
from clubscore.backups.making import make_backup
from clubscore.backups.notes import BackupReason
from clubscore.refusals import Refused
from clubscore.restoring.asking import (
    RestoreOutcome,
    RestoreRequest,
    RestoreResult,
    backup_called,
    forget_request,
    note_outcome,
    store_request,
    stored_request,
)
from clubscore.restoring.files import CannotRestore, look_at
from clubscore.restoring.in_place import require_unused, restore_in_place
from clubscore.restoring.settings_follow import RestoreUnfinished
from clubscore.restoring.waiting_page import waiting_page

logger = logging.getLogger(__name__)

PATIENCE = 30.0  # seconds in which other servers of this club stop, too


def restore_as_asked() -> bool:
    """Do the restore that was asked for, if any, and note its outcome. True if there was one.

    A process that is killed here leaves the request: the next start begins again, but no more than twice.
    """
    if stored_request() is None:
        return False
    with waiting_page(), _alone() as is_alone:
        request = stored_request()
        if request is None:  # another server of this club has done it
            return True
        outcome = _outcome(request, is_alone)
        note_outcome(outcome)
        forget_request()
    level = logging.INFO if outcome.is_done else logging.ERROR
    logger.log(
        level,
        "The restore of the backup %s, asked for by %s: %s. %s",
        request.backup,
        request.by,
        outcome.result,
        outcome.why,
    )
    return True


@contextmanager
def _alone() -> Iterator[bool]:
    """Hold the lock of restores, for which other servers are given time to stop. Yields False if they do not."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            with held(place_of_service(), ALONE):
                yield True
                return
        except LockHeld:
            if time.monotonic() > give_up:
                break
            time.sleep(0.2)
    yield False


def _outcome(request: RestoreRequest, is_alone: bool) -> RestoreOutcome:
    result, why = RestoreResult.CUT_OFF, ""
    if not is_alone:
        result, why = RestoreResult.FAILED, "Another server has the club open."
    elif request.may_begin(timezone.now()):
        store_request(request.again())
        result, why = _restored(request)
    return RestoreOutcome(request.made_at, request.by, timezone.now(), result, why)


def _restored(request: RestoreRequest) -> tuple[RestoreResult, str]:
    """Make a backup of the club as it is, then restore. Returns the result, and the reason if it is not the best."""
    now = timezone.localtime()
    try:
        backup = backup_called(request.backup)
        if backup is None:
            raise CannotRestore("The backup is no longer there.")
        require_unused()
        found = look_at(backup.path)
        make_backup(
            folder=settings.BACKUP_FOLDER,
            why=BackupReason.RESTORE,
            now=now,
            spared=backup,
        )
        restore_in_place(found, by=request.sign_in_name, now=now)
    except RestoreUnfinished as error:
        return RestoreResult.UNFINISHED, str(error)
    except (Refused, OSError, DatabaseError) as error:
        return RestoreResult.FAILED, " ".join(str(error).split())
    audits = manage("audit_club")
    if audits.code:
        return RestoreResult.DONE_WITH_MISTAKES, audits.errors
    return RestoreResult.DONE, ""
