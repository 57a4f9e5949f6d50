"""The command `restore_club` is killed at each of its steps: afterwards the old or the new club is there, whole."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clubscore.members.models import Member
from tests.restoring.commands import manage, surroundings
from tests.restoring.installations import Installation
from tests.soak.kills.own_database import database_at
from tests.source_code import ROOT

pytestmark = pytest.mark.slow


def name_again(installation: Installation, name: str) -> None:
    with database_at(**installation.place):
        Member.objects.filter(pk=Member.objects.order_by("pk")[0].pk).update(name=name)


def backup_of_the_new_club(installation: Installation) -> Path:
    """A backup in which the first member is called New Club. Afterwards the installation's first member is Old Club."""
    name_again(installation, "New Club")
    made = manage(
        installation.folder,
        "backup_club",
        DATABASE_URL=installation.url,
        TIME_ZONE="Europe/Paris",
    )
    assert made.returncode == 0, made.stderr
    name_again(installation, "Old Club")
    (installation.folder / "club.env").write_text("CLUB_NAME=Fen\n")
    return next(
        path
        for path in (installation.folder / "backups").iterdir()
        if path.suffix != ".json"
    )


def see(installation: Installation, ended: subprocess.CompletedProcess[str]) -> str:
    """The name of the club after the next start.

    Checks that a start is refused only if the club is restored but its settings are not.
    """
    name = installation.first_member()
    assert name in {"Old Club", "New Club"}
    if (
        name == "New Club"
    ):  # the restore of the backup, and the one that made the installation
        assert installation.restores_in_the_audit() == 2
    # As each start does.
    start = installation.manage("check", "--tag=database", "--database=default")
    if name == "New Club" and not installation.has_settings():
        assert "A restore was cut off in its last step" in start.stderr, ended.stderr
    elif start.returncode:
        assert "A restore was cut off in its last step" in start.stderr, start.stderr
    return name


@pytest.mark.thorough
def test_a_kill_at_any_step_leaves_one_of_the_two_clubs(installation):
    backup = backup_of_the_new_club(installation)
    steps = installation.steps_of("restore_club", str(backup), "--yes")
    seen = []
    for at in range(1, steps + 1):
        name_again(installation, "Old Club")
        (installation.folder / "club.env").write_text("CLUB_NAME=Fen\n")
        (installation.folder / "restore_unfinished").unlink(missing_ok=True)
        ended = installation.killed(at, "restore_club", str(backup), "--yes")
        seen.append(see(installation, ended))
    assert set(seen) == {"Old Club", "New Club"}
    assert seen == sorted(seen, reverse=True), "from one step on it is the new one"


@pytest.mark.thorough
@pytest.mark.parametrize("after", [0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0])
def test_all_its_processes_are_killed_at_once(installation, after):
    """Case: a power cut, in which psql, pg_dump and the commands in scratch databases are killed too."""
    backup = backup_of_the_new_club(installation)
    environment = surroundings(installation.folder, DATABASE_URL=installation.url)
    command = [sys.executable, "manage.py", "restore_club", str(backup), "--yes"]
    with subprocess.Popen(
        command, env=environment, cwd=ROOT, stderr=subprocess.DEVNULL, process_group=0
    ) as process:
        time.sleep(after)
        os.killpg(process.pid, signal.SIGKILL)
    installation.wait_until_nobody_is_connected()
    see(installation, subprocess.CompletedProcess(command, -9, "", ""))
    again = installation.manage("restore_club", str(backup), "--yes")
    assert "Back are" in again.stdout, again.stderr
    assert installation.first_member() == "New Club"
    assert not (installation.folder / "restore_unfinished").exists()
