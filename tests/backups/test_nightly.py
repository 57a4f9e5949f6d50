"""The server makes a backup each day by itself, and makes up for one that it missed while it was off."""

import os
import sys
import time as clock
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from clubscore.backups import nightly
from clubscore.backups.asking import LOCK
from clubscore.backups.held import ALONE, held
from clubscore.backups.nightly import BackupThread, is_due, last_turn
from clubscore.backups.notes import (
    BackupFailure,
    BackupReason,
    last_failure,
    newest_backup,
)
from tests.waiting import until

PATIENCE = 900.0  # seconds: the backup gives way to whatever else a busy machine does
PARIS, AT = ZoneInfo("Europe/Paris"), time(4, 30)
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
LAST_NIGHT = datetime(2026, 11, 22, 3, 30, tzinfo=UTC)  # 4.30 in Paris


def due(now=NOON, newest=None, failed_at=None):
    return is_due(now=now, newest=newest, failed_at=failed_at, at=AT, zone=PARIS)


def test_it_is_due_until_there_is_one_of_last_night():
    assert due()
    assert due(newest=LAST_NIGHT - timedelta(seconds=1))
    assert not due(newest=LAST_NIGHT)
    assert not due(
        now=LAST_NIGHT - timedelta(minutes=1), newest=LAST_NIGHT - timedelta(days=1)
    )
    assert due(now=LAST_NIGHT, newest=LAST_NIGHT - timedelta(days=1))


def test_a_failure_is_tried_again_after_an_hour():
    assert not due(failed_at=NOON - timedelta(minutes=59))
    assert due(failed_at=NOON - timedelta(minutes=60))
    assert due(failed_at=NOON + timedelta(days=1)), "the clock was set back since"


def test_the_turn_is_by_the_clubs_clock_on_the_days_on_which_it_is_changed():
    to_summer = datetime(2026, 3, 29, 12, 0, tzinfo=UTC)
    assert last_turn(to_summer, AT, PARIS).astimezone(UTC).hour == 2
    assert last_turn(to_summer - timedelta(days=1), AT, PARIS).astimezone(UTC).hour == 3


def failed() -> BackupFailure | None:
    return last_failure(timezone.now())


@pytest.fixture
def by_itself(transactional_db, settings, tmp_path, monkeypatch):
    """Yield a function that starts the nightly backups of a server on the test club, with its backups in tmp_path."""
    settings.BACKUP_AT, settings.DATA_DIR, settings.BACKUP_FOLDER = (
        AT,
        tmp_path,
        tmp_path / "backups",
    )
    from tests.server_process import database_url  # noqa: PLC0415 - when the database is there

    for name, value in {
        "CLUB_DATA_DIR": str(tmp_path),
        "DATABASE_URL": database_url(),
        "BACKUP_AT": "04:30",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    started = []

    def start() -> BackupThread:
        started.append(BackupThread(first=0.01, every=0.1))
        started[-1].start()
        return started[-1]

    yield start
    for thread in started:
        thread.stop()


@pytest.mark.slow
@pytest.mark.landing
def test_of_two_servers_on_a_computer_one_makes_it_and_once(by_itself, tmp_path):
    by_itself()
    by_itself()
    made = until(newest_backup, PATIENCE)
    clock.sleep(0.5)
    assert made.why is BackupReason.NIGHTLY
    assert len(list((tmp_path / "backups").glob("*.json"))) == 1


@pytest.mark.slow
@pytest.mark.landing
def test_a_failure_is_noted_and_not_tried_at_once(by_itself, tmp_path):
    (tmp_path / "backups").write_text("a file where the folder should be")
    by_itself()
    assert "No backup was made" in until(failed, PATIENCE).why


def test_one_that_is_killed_is_told_and_not_tried_again_at_once(by_itself, monkeypatch):
    """A backup process that is killed, as for lack of memory, is reported and not tried again in the next minute."""
    program = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    monkeypatch.setattr(
        nightly, "command_of", lambda *words: [sys.executable, "-c", program]
    )
    by_itself()
    assert "was ended from outside (signal 9)" in until(failed, PATIENCE).why


def test_while_another_is_at_it_nothing_is_started(by_itself, tmp_path, monkeypatch):
    monkeypatch.setattr(nightly, "command_of", lambda *words: ["false"])
    with held(tmp_path / LOCK, ALONE):
        by_itself()
        clock.sleep(0.3)
    assert failed() is None
    assert newest_backup() is None


def test_ctrl_c_at_the_terminal_reaches_the_server_alone(
    by_itself, tmp_path, monkeypatch
):
    noted = tmp_path / "group"
    program = f"import os, pathlib; pathlib.Path({str(noted)!r}).write_text(str(os.getpgrp()))"
    monkeypatch.setattr(
        nightly, "command_of", lambda *words: [sys.executable, "-c", program]
    )
    by_itself()
    assert until(lambda: noted.exists() and noted.read_text(), PATIENCE) != str(
        os.getpgrp()
    )


def test_a_club_that_has_other_backups_is_left_alone(by_itself, settings, tmp_path):
    settings.BACKUP_AT = None
    by_itself()
    clock.sleep(0.3)
    assert not (tmp_path / LOCK).exists()
    assert newest_backup() is None
