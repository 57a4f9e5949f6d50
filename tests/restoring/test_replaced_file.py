"""The database file is replaced by hand while the club is served: no write may go into the file that is lost."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import time
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from clubscore.backups import nightly
from clubscore.backups.addresses import sqlite_url
from clubscore.configuration.environment import sqlite
from clubscore.database import served_file
from clubscore.live.changes import follow_sqlite
from tests.factories import PASSWORD
from tests.forms import SECRET, closed
from tests.server_process import ServerProcess, request_of

AT_ONCE = 20  # requests: more than there are threads
REFUSED = "was moved or replaced while the club is served"


def sign_in(server: ServerProcess) -> int:
    """Sign in, which writes to the database. Returns the status of the response."""
    body = closed({"username": "ruth-abel", "password": PASSWORD})
    headers = {
        "Cookie": f"csrftoken={SECRET}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    return request_of(server.port, "POST", "/sign-in/", body, headers)


def sign_in_at_once(server: ServerProcess) -> set[int]:
    """Sign in twenty times at once, so that each thread of the server needs a connection.

    Returns the set of statuses.
    """
    with ThreadPoolExecutor(AT_ONCE) as people:
        return set(people.map(lambda _: sign_in(server), range(AT_ONCE)))


def signed_in(database: Path) -> int:
    with closing(sqlite3.connect(database)) as club:
        return club.execute("SELECT count(*) FROM members_opensession").fetchone()[0]


def moved(club: Path, away: Path) -> None:
    club.rename(away)


def replaced(club: Path, away: Path) -> None:
    shutil.copyfile(club, away.with_name("copy"))
    club.rename(away)
    away.with_name("copy").rename(club)


@pytest.mark.slow
@pytest.mark.parametrize("by_hand", [moved, replaced])
@pytest.mark.landing
def test_nothing_is_written_until_the_file_is_back(
    data: Path, by_hand: Callable[[Path, Path], None], capfd: pytest.CaptureFixture[str]
) -> None:
    club, away = data / "club.sqlite3", data / "away.sqlite3"
    with ServerProcess(
        environment={"DATABASE_URL": sqlite_url(club), "CLUB_DATA_DIR": str(data)}
    ) as server:
        assert sign_in(server) == 302
        by_hand(club, away)
        assert sign_in_at_once(server) == {503}
        assert request_of(server.port, "GET", "/healthz") == 503
        assert (
            f"{club} was moved or replaced while the club is served. Stop the server"
            in capfd.readouterr().err
        )
        away.rename(club)
        assert sign_in_at_once(server) == {302}
        assert request_of(server.port, "GET", "/healthz") == 200
    assert signed_in(club) == 1 + AT_ONCE


class Served:
    """A database file that this process serves: one deal is only in its write-ahead log, and one connection
    stays open.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file, self.away = folder / "club 100%?.sqlite3", folder / "away.sqlite3"
        self._connections = ConnectionHandler(
            {"default": sqlite(self.file, test_file=self.file)}
        )
        self._first = self._connections["default"]
        monkeypatch.setattr(served_file, "connection", self._first)
        monkeypatch.setattr(served_file, "_served", [])
        self._first.cursor().execute("CREATE TABLE deals (number)")
        self._first.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.play(1)
        served_file.serve_this_file()

    def play(self, number: int) -> None:
        self._first.cursor().execute("INSERT INTO deals VALUES (%s)", [number])

    def open(self) -> BaseDatabaseWrapper:
        """Open another connection, as a thread does that has none yet."""
        another = self._connections.create_connection("default")
        another.ensure_connection()
        return another

    def deals_in_another(self) -> list[int]:
        with closing(self.open()) as another, another.cursor() as cursor:
            return [
                number
                for (number,) in cursor.execute("SELECT number FROM deals").fetchall()
            ]

    def close(self) -> None:
        self._first.close()


@pytest.fixture
def served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Iterator[Served]:
    with django_db_blocker.unblock(), closing(Served(tmp_path, monkeypatch)) as served:
        yield served


def beside(served: Served) -> dict[str, tuple[int, bytes]]:
    """The inode and content of each file in the folder of the database, by file name."""
    return {
        path.name: (path.stat().st_ino, path.read_bytes())
        for path in served.file.parent.iterdir()
    }


@pytest.mark.parametrize("by_hand", [moved, replaced])
def test_who_opens_the_file_while_it_is_away_touches_nothing(
    served: Served, by_hand: Callable[[Path, Path], None]
) -> None:
    by_hand(served.file, served.away)
    found = beside(served)
    with pytest.raises(OperationalError, match=REFUSED):
        served.open()
    assert beside(served) == found
    served.away.rename(served.file)
    served.play(2)
    assert served.deals_in_another() == [1, 2]


@pytest.mark.parametrize("by_hand", [moved, replaced])
def test_who_opens_the_file_at_the_moment_when_it_goes_touches_nothing(
    served: Served,
    by_hand: Callable[[Path, Path], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look, found = os.stat, {}

    def look_and_lose(path: str) -> os.stat_result:
        monkeypatch.setattr(os, "stat", look)
        seen = look(path)
        by_hand(served.file, served.away)
        found.update(beside(served))
        return seen

    monkeypatch.setattr(os, "stat", look_and_lose)
    with pytest.raises(OperationalError):
        served.open()
    assert beside(served) == found
    served.away.rename(served.file)
    served.play(2)
    assert served.deals_in_another() == [1, 2]


def test_live_pages_do_not_follow_another_file(served: Served) -> None:
    replaced(served.file, served.away)
    found = beside(served)
    with pytest.raises(OperationalError, match=REFUSED):
        asyncio.run(asyncio.wait_for(follow_sqlite(served.file, lambda: None), 5))
    assert beside(served) == found


def test_no_backup_is_made_of_another_file(
    served: Served, settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_AT, settings.DATA_DIR, settings.BACKUP_FOLDER = (
        time(4, 30),
        tmp_path,
        tmp_path / "backups",
    )
    monkeypatch.setattr(
        nightly,
        "command_of",
        lambda *words: pytest.fail("The process of the backup was started."),
    )
    replaced(served.file, served.away)
    with pytest.raises(OperationalError, match=REFUSED):
        nightly.BackupThread()._make_if_due(timezone.now())
