"""The process of `backup_club` is really killed at each of its steps.

`tests/backups/test_interrupted.py` tests such interruptions faster, without real processes.
"""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from clubscore.backups.addresses import SCRATCH
from clubscore.backups.notes import Backup, BackupCheck, backups_in
from clubscore.backups.words import health_at
from clubscore.restoring.files import look_at
from tests.backups.backups import noted
from tests.restoring.commands import surroundings
from tests.restoring.installations import Installation
from tests.source_code import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.fixture
def folder(installation: Installation, settings) -> Path:
    """The folder of the installation's backups, which this process uses as its own backup folder too."""
    settings.DATA_DIR, settings.BACKUP_FOLDER = (
        installation.folder,
        installation.folder / "backups",
    )
    settings.BACKUP_FOLDER.mkdir()
    return settings.BACKUP_FOLDER


def see(folder: Path, older: list[Backup]) -> bool:
    """True if there is a new backup.

    Checks that each new backup is whole and that the health check states the newest one's age.
    """
    now = timezone.now()
    there = backups_in(folder)
    new = [each for each in there if each not in older]
    assert [each for each in there if each in older] == older
    for each in new:
        assert each.path.stat().st_size == each.size
        assert each.check is BackupCheck.AUDITED, each.remark
        assert look_at(each.path)
    assert health_at(now) == (
        "0 hours old, checked" if new else "48 hours old, checked"
    )
    return bool(new)


def make_the_next(installation: Installation, folder: Path) -> None:
    """Make another backup, and check that it has deleted everything that the killed one left behind."""
    made = installation.manage("backup_club")
    assert made.returncode == 0, made.stderr
    files = {path for each in backups_in(folder) for path in (each.path, each.note)}
    assert {path for path in folder.rglob("*") if path.is_file()} == files
    assert not scratch_databases()


def scratch_databases() -> list[str]:
    if connection.vendor == "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [SCRATCH]
        )
        return [row[0] for row in cursor.fetchall()]


def forget(folder: Path, but: list[Backup]) -> None:
    for each in backups_in(folder):
        if each not in but:
            each.path.unlink()
            each.note.unlink()


def test_a_kill_at_any_step_leaves_a_whole_backup_or_none(installation, folder):
    older = [noted(folder, timezone.now() - timedelta(days=days)) for days in (2, 3)]
    steps = installation.steps_of("backup_club")
    seen = []
    for at in range(1, steps + 1):
        forget(folder, but=older)
        ended = installation.killed(at, "backup_club")
        assert ended.returncode == -9, ended.stderr
        seen.append(see(folder, older))
        make_the_next(installation, folder)
    assert seen == sorted(seen), "from one step on it is there"
    assert set(seen) == {False, True}
    audit = installation.manage("audit_club")
    assert audit.returncode == 0, audit.stderr


@pytest.mark.parametrize("after", [0.5, 1.0, 2.0, 3.0, 4.0, 6.0])
def test_all_its_processes_are_killed_at_once(installation, folder, after):
    """Case: a power cut, in which pg_dump and the processes of the audits are killed too."""
    older = [noted(folder, timezone.now() - timedelta(days=days)) for days in (2, 3)]
    environment = surroundings(installation.folder, DATABASE_URL=installation.url)
    command = [sys.executable, "manage.py", "backup_club"]
    with subprocess.Popen(
        command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, process_group=0
    ) as process:
        time.sleep(after)
        os.killpg(process.pid, signal.SIGKILL)
    see(folder, older)
    make_the_next(installation, folder)
