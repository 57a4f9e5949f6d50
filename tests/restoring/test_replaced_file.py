"""The file of the database is replaced by hand while the club is served: nothing is written where it would be lost."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from clubscore.backups.addresses import sqlite_url
from tests.factories import PASSWORD
from tests.forms import SECRET, closed
from tests.server_process import ServerProcess, request_of

pytestmark = pytest.mark.slow
AT_ONCE = 20  # requests: more than there are threads


def sign_in(server: ServerProcess) -> int:
    """A form that writes."""
    body = closed({"username": "ruth-abel", "password": PASSWORD})
    headers = {"Cookie": f"csrftoken={SECRET}", "Content-Type": "application/x-www-form-urlencoded"}
    return request_of(server.port, "POST", "/sign-in/", body, headers)


def signed_in(database: Path) -> int:
    with closing(sqlite3.connect(database)) as club:
        return club.execute("SELECT count(*) FROM members_opensession").fetchone()[0]


def moved(club: Path, away: Path) -> None:
    club.rename(away)


def replaced(club: Path, away: Path) -> None:
    shutil.copyfile(club, away.with_name("copy"))
    club.rename(away)
    away.with_name("copy").rename(club)


@pytest.mark.parametrize("by_hand", [moved, replaced])
def test_nothing_is_written_until_the_file_is_back(
    data: Path, by_hand: Callable[[Path, Path], None], capfd: pytest.CaptureFixture[str]
) -> None:
    club, away = data / "club.sqlite3", data / "away.sqlite3"
    with ServerProcess(environment={"DATABASE_URL": sqlite_url(club), "CLUB_DATA_DIR": str(data)}) as server:
        assert sign_in(server) == 302
        by_hand(club, away)
        assert {sign_in(server) for _ in range(AT_ONCE)} == {503}
        assert request_of(server.port, "GET", "/healthz") == 503
        assert f"{club} was moved or replaced while the club is served. Stop the server" in capfd.readouterr().err
        away.rename(club)
        assert {sign_in(server) for _ in range(AT_ONCE)} == {302}
        assert request_of(server.port, "GET", "/healthz") == 200
    assert signed_in(club) == 1 + AT_ONCE
