"""The restore that an owner asks for in the office: the request, which the next start does, and what came of it.

Both are files in the data folder, because the restore replaces the database. A request names a backup by its place in
the club's own list, never by a path.
"""

import json
import os
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.backups.asking import is_being_made
from clubscore.backups.durable import sync_file, sync_folder
from clubscore.backups.notes import Backup, backups_in
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.upkeep.restarting import CannotRestart, ask_for_restart, can_restart
from clubscore.upkeep.restore_mark import restore_mark

REQUEST, OUTCOME = "restore_asked_for.json", "restore_done.json"
FRESH = timedelta(hours=1)
"""The time within which a request is done. The club may have played on after a later start."""
TRIES = 2
_TIMES = {"made_at", "asked_at", "at"}


class RestoreResult(StrEnum):
    DONE = "done"
    DONE_WITH_MISTAKES = "done; the audits found mistakes"
    FAILED = "failed; nothing was changed"
    UNFINISHED = "the club is back without its settings"
    CUT_OFF = "cut off"


@dataclass(frozen=True, slots=True)
class RestoreRequest:
    """A request for a restore: the backup's moment and file name, who asked and when, and how often it was begun."""

    backup: str
    made_at: datetime
    by: str
    asked_at: datetime
    begun: int = 0

    def may_begin(self, now: datetime) -> bool:
        """True if the restore may begin now. One that has replaced the database must be finished at any time."""
        is_fresh = -FRESH < now - self.asked_at < FRESH
        return self.begun < TRIES and (is_fresh or restore_mark().exists())

    def again(self) -> "RestoreRequest":
        return replace(self, begun=self.begun + 1)


@dataclass(frozen=True, slots=True)
class RestoreOutcome:
    """The outcome of a request: the moment of the backup, who asked, the time, the result, and a reason in words."""

    made_at: datetime
    by: str
    at: datetime
    result: RestoreResult
    why: str = ""

    @property
    def is_done(self) -> bool:
        return self.result in {RestoreResult.DONE, RestoreResult.DONE_WITH_MISTAKES}


def ask_for_restore(*, backup: Backup, by: Member, now: datetime) -> None:
    """Store the request for a restore, and ask for a restart, which does it.

    Raises CannotRestart where nobody would start the server again, Refused while a backup is being made.
    """
    if not can_restart():
        raise CannotRestart(
            _("Whoever looks after the computer restores it there: see “For experts”.")
        )
    if is_being_made():
        raise Refused(_("A backup is being made just now. Ask again in a minute."))
    request = RestoreRequest(backup.path.name, backup.made_at, by.name, now)
    store_request(request)
    ask_for_restart()


def backups_here() -> list[Backup]:
    """The club's own backups in its folder, the newest first."""
    return backups_in(Path(settings.BACKUP_FOLDER))


def backup_called(name: str) -> Backup | None:
    """The backup whose file has this name, among the club's own; None if there is none."""
    return next((each for each in backups_here() if each.path.name == name), None)


def store_request(request: RestoreRequest) -> None:
    _write(REQUEST, asdict(request))


def stored_request() -> RestoreRequest | None:
    facts = _read(REQUEST)
    try:
        return RestoreRequest(**facts) if facts else None
    except TypeError:
        return None


def forget_request() -> None:
    _place(REQUEST).unlink(missing_ok=True)
    sync_folder(Path(settings.DATA_DIR))


def note_outcome(outcome: RestoreOutcome) -> None:
    _write(OUTCOME, asdict(outcome))


def last_outcome() -> RestoreOutcome | None:
    facts = _read(OUTCOME)
    try:
        return (
            RestoreOutcome(**facts | {"result": RestoreResult(facts["result"])})
            if facts
            else None
        )
    except (TypeError, ValueError, KeyError):
        return None


def _place(name: str) -> Path:
    return Path(settings.DATA_DIR) / name


def _write(name: str, facts: dict[str, Any]) -> None:
    """Write the facts, completely or not at all."""
    path = _place(name)
    beside = path.with_name(f".{name}.{os.getpid()}")
    beside.touch(mode=0o600)
    beside.write_text(json.dumps(facts, default=str), encoding="utf-8")
    sync_file(beside)
    beside.replace(path)
    sync_folder(path.parent)


def _read(name: str) -> dict[str, Any]:
    """The facts in this file, with its times parsed; empty if there is no such file, or none of ours."""
    try:
        facts = json.loads(_place(name).read_text(encoding="utf-8"))
        times = {
            key: datetime.fromisoformat(facts[key]) for key in _TIMES & facts.keys()
        }
        is_right = all(timezone.is_aware(time) for time in times.values())
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
    return facts | times if is_right else {}
