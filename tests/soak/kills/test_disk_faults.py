"""The disk of a club on SQLite is full or read-only: everybody gets an error page, nothing is lost, and
play goes on.
"""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

import pytest
from django.db import connection

from scoring import Seat
from tests.server_process import ServerProcess
from tests.soak.kills.evening import Evening
from tests.soak.kills.kept import assert_kept
from tests.soak.kills.logs import tracebacks
from tests.soak.kills.own_database import file_of_its_own
from tests.soak.kills.phones import Phone

pytestmark = [pytest.mark.slow, pytest.mark.landing]

FAULTS = 10
TOLD = 16  # answers: every phone has one or two
# Root may write where nobody may, so it gives that right away.
AS_ANYBODY = (
    ()
    if os.geteuid()
    else ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-sys_resource")
)


class Quota:
    """A limit on the bytes that the server may write to a file, so that a deal ends in the middle of the log."""

    name, told = "the log ends in the middle of a deal", {503}
    LIMIT = 300_000  # some ten deals of the write-ahead log

    def __init__(self, club: Path, server: ServerProcess) -> None:
        self._server = server

    def fill(self) -> None:
        self._allow(self.LIMIT)

    def free(self) -> None:
        self._allow(resource.RLIM_INFINITY)

    def _allow(self, size: int) -> None:
        resource.prlimit(
            self._server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class SmallDisk:
    """A small disk in memory for the club alone, which is filled up with another file."""

    name, told = "a disk of 16 MB", {507}

    def __init__(self, club: Path, server: ServerProcess) -> None:
        self._club = club
        self._ballast = club.with_name("ballast")

    def __enter__(self) -> Self:
        connection.close()  # whose file is whole now, without a log beside it
        content = self._club.read_bytes()
        options = ["-o", "size=16m,mode=700", "clubscore-tests", self._club.parent]
        subprocess.run(["mount", "-t", "tmpfs", *options], check=True)
        self._club.write_bytes(content)
        return self

    def __exit__(self, *_: object) -> None:
        connection.close()
        subprocess.run(["umount", self._club.parent], check=True)

    def fill(self) -> None:
        with self._ballast.open("wb", buffering=0) as ballast, suppress(OSError):
            while ballast.write(bytes(4096)):
                pass

    def free(self) -> None:
        self._ballast.unlink()


def may_mount() -> bool:
    """True if this process is root and can mount a disk, which some containers forbid."""
    asked = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return (
        os.geteuid() == 0
        and subprocess.run(asked, stderr=subprocess.DEVNULL).returncode == 0
    )


# The quota stands for both in a quick run.
DISKS = [
    Quota,
    *([pytest.param(SmallDisk, marks=pytest.mark.thorough)] if may_mount() else []),
]


@pytest.fixture
def club(transactional_db: None, tmp_path: Path) -> Iterator[Path]:
    """The path of a club's database, alone in its folder."""
    file = tmp_path / "club" / "club.sqlite3"
    file.parent.mkdir()
    with file_of_its_own(file):
        yield file


@pytest.mark.parametrize("disk", DISKS)
def test_a_full_disk_loses_no_acknowledged_deal(
    full: bool, disk: type["Quota | SmallDisk"], club: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    server = ServerProcess(log=log)
    evening = Evening(server.port)
    with disk(club, server) as space, server, evening.play():
        for _ in range(FAULTS if full else 1):
            evening.every_table_plays_on(2)
            space.fill()
            evening.is_answered(TOLD, space.told)
            space.free()
        evening.every_table_plays_on(2)
        evening.stop()
        assert_kept(evening)
    finish(evening, log, f"full disks ({space.name})")


@pytest.mark.thorough
def test_a_read_only_folder_loses_no_acknowledged_deal(
    full: bool, club: Path, tmp_path: Path
) -> None:
    """The folder is made read-only under the running server, and before a start, after which the club can
    still be read.
    """
    log = tmp_path / "log"
    server = ServerProcess(under=AS_ANYBODY, log=log)
    evening = Evening(server.port)
    reader = Phone(evening.tables[0].rubber.players[Seat.SOUTH], server.port)
    with evening.play():
        for _ in range(FAULTS if full else 1):
            with server:
                evening.every_table_plays_on(2)
                forbid(club)
                evening.is_answered(TOLD, {503, 507})
                allow(club)
                evening.every_table_plays_on(2)
                forbid(club)
            with server:
                evening.is_answered(TOLD, {503, 507})
                assert reader.get("/").status == 200
            reader.close()
            allow(club)
        with server:
            evening.every_table_plays_on(2)
            evening.stop()
    assert_kept(evening)
    finish(evening, log, "read-only folders")


def forbid(club: Path) -> None:
    """Make the folder and its files read-only."""
    for path in (*club.parent.iterdir(), club.parent):
        path.chmod(0o500 if path.is_dir() else 0o400)


def allow(club: Path) -> None:
    for path in (club.parent, *club.parent.iterdir()):
        path.chmod(0o700 if path.is_dir() else 0o600)


def finish(evening: Evening, log: Path, what: str) -> None:
    assert evening.unexpected == []
    assert set(evening.statuses) <= {200, 204, 302, 503, 507}
    assert tracebacks(log) == []
    print(f"\n{what}: {evening.figures()}; lost 0, doubled 0, half 0", flush=True)
