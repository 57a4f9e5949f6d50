"""Many processes hold a lock together, or one holds it alone; the lock ends with the process."""

import subprocess
import sys

import pytest

from clubscore.backups.held import ALONE, SHARED, LockHeld, held


def test_servers_share_it_and_a_restore_has_it_alone(tmp_path):
    path = tmp_path / "club.served"
    with (
        held(path, SHARED),
        held(path, SHARED),
        pytest.raises(LockHeld),
        held(path, ALONE),
    ):
        pass
    with held(path, ALONE), pytest.raises(LockHeld), held(path, SHARED):
        pass


def test_it_ends_with_the_process_that_holds_it(tmp_path):
    path = tmp_path / "club.served"
    words = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN EXCLUSIVE');"
    command = [
        sys.executable,
        "-c",
        f"{words} print('held', flush=True); input()",
        str(path),
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        holder.stdout.readline()
        with pytest.raises(LockHeld), held(path, SHARED):
            pass
        holder.kill()
        holder.wait()
        with held(path, ALONE):
            pass


def test_where_there_can_be_no_file_that_is_said(tmp_path):
    with (
        pytest.raises(OSError, match="unable to open"),
        held(tmp_path / "none" / "club.served", SHARED),
    ):
        pass
