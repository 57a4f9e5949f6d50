"""The database is lost while the server runs: each request is told so, each error is one log line, and the
server recovers.
"""

import http.client
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from django.db import connection

from tests import server_process
from tests.factories import member
from tests.live.conftest import cookie_of
from tests.server_process import PATIENCE, ServerProcess, free_port, server_command

AT_ONCE = 16  # requests: more than there are threads
PAGES = ("/", "/ledger/", "/members/me/", "/standings/")
Away = Callable[[], AbstractContextManager[None]]
Answer = tuple[int, str]


@pytest.fixture
def database(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Away:
    """A function that returns a context manager, inside which nobody can connect to the server's database.

    On SQLite the database is a copy in a folder of its own, which is moved away.
    """
    if connection.vendor == "postgresql":
        return _connections_refused
    folder = tmp_path / "club"
    folder.mkdir()
    monkeypatch.setattr(
        "tests.server_process.database_url",
        lambda: f"sqlite:///{folder / 'club.sqlite3'}",
    )
    return lambda: _moved_away(folder)


@contextmanager
def _connections_refused() -> Iterator[None]:
    """PostgreSQL cuts every connection but that of the tests inside the block, and accepts no new one."""
    name, ours = (
        connection.settings_dict["NAME"],
        connection.connection.info.backend_pid,
    )
    database = connection.ops.quote_name(name)
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {database} ALLOW_CONNECTIONS false")
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> %s",
            [name, ours],
        )
        try:
            yield
        finally:
            cursor.execute(f"ALTER DATABASE {database} ALLOW_CONNECTIONS true")


@contextmanager
def _moved_away(folder: Path) -> Iterator[None]:
    """Move the folder of the database away inside the block. Open files stay open, but new connections find nothing."""
    away = folder.rename(folder.with_name("away"))
    try:
        yield
    finally:
        away.rename(folder)


def answer_of(server: ServerProcess, path: str, headers: dict[str, str]) -> Answer:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def all_at_once(server: ServerProcess, headers: dict[str, str]) -> list[Answer]:
    with ThreadPoolExecutor(AT_ONCE) as people:
        return list(
            people.map(
                lambda n: answer_of(server, PAGES[n % len(PAGES)], headers),
                range(AT_ONCE),
            )
        )


@pytest.mark.slow
@pytest.mark.landing
def test_a_lost_database_is_said_to_everybody_in_a_line_each_and_it_goes_on_when_it_is_back(
    database: Away, capfd: pytest.CaptureFixture[str]
) -> None:
    headers = cookie_of(member("Anna"))
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(
                "VACUUM INTO %s",
                [server_process.database_url().removeprefix("sqlite:///")],
            )
    with ServerProcess() as server:
        assert answer_of(server, "/ledger/", headers)[0] == 200
        capfd.readouterr()
        lost: list[str] = []
        with database():
            give_up = time.monotonic() + PATIENCE
            while not lost and time.monotonic() < give_up:
                lost = [
                    page
                    for status, page in all_at_once(server, headers)
                    if status == 503
                ]
        told = capfd.readouterr().err.splitlines()
        assert lost
        assert [
            page for page in lost if "othing that was recorded is lost" not in page
        ] == []
        failed = [line for line in told if "Service Unavailable" in line]
        assert len(failed) == len(lost)
        assert [line for line in failed if "(OperationalError: " not in line] == []
        others = [line for line in told if line not in failed]
        assert len(others) <= 3, others  # the live pages say once that they wait
        assert {status for status, _ in all_at_once(server, headers)} == {200}


def test_a_server_whose_database_does_not_answer_at_its_start_serves_nobody(
    tmp_path: Path,
):
    """The server must not start: otherwise it would later serve without live pages, backups and the lock
    against restores.
    """
    environment = os.environ | {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/club",
        "CLUB_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "STATIC_COLLECTED": "",
        "SECRET_KEY": "a key for one test that nobody guesses at all",
    }
    command = server_command(port=free_port())
    ended = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 3
    assert "127.0.0.1" in ended.stderr
    assert "startup failed" in ended.stderr
