"""Asking the running server for a backup: a page leaves a file in the data folder, and the server sees it."""

from pathlib import Path
from threading import Event

from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.backups.held import ALONE, LockHeld, held
from clubscore.refusals import Refused

LOCK = "backing_up"
REQUEST = "backup_asked_for"
is_looked_for = Event()
"""Set while this process has a thread that looks for requests."""


class BackupInProgress(Refused):
    """The refusal of a second backup while one is being made."""


def lock_of_backups() -> Path:
    """The path of the file that is locked while the server makes a backup."""
    return Path(settings.DATA_DIR) / LOCK


def ask_for_backup() -> None:
    """Ask the server for a backup, which it begins within seconds.

    Raises BackupInProgress while one is made, Refused if this server makes none.
    """
    if not is_looked_for.is_set():
        raise Refused(
            _("The server is just starting or stopping. Try again in a minute.")
        )
    if is_being_made():
        raise BackupInProgress(
            _("A backup is being made already. It is in the list in a moment.")
        )
    _request().touch(mode=0o600)


def is_being_made() -> bool:
    """True if a backup was asked for and is not finished, or if the server is making one of its own."""
    if is_asked_for():
        return True
    try:
        with held(lock_of_backups(), ALONE):
            return False
    except LockHeld:
        return True
    except OSError:  # a disk that cannot be written
        return False


def is_asked_for() -> bool:
    return _request().exists()


def forget_request() -> None:
    _request().unlink(missing_ok=True)


def _request() -> Path:
    return Path(settings.DATA_DIR) / REQUEST
