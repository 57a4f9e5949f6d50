"""deploy/Caddyfile as Caddy reads it, and a Caddy with this file in front of the real server."""

import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories import member
from tests.live.conftest import cookie_of
from tests.live.watching import Stream
from tests.server.test_observer import figures
from tests.server_process import PATIENCE, ServerProcess, free_port, request_of
from tests.source_code import ROOT
from tests.waiting import until

CADDYFILE = ROOT / "deploy" / "Caddyfile"


@pytest.fixture(scope="module")
def caddy() -> str:
    found = subprocess.run(
        [ROOT / ".ci" / "find_caddy.sh"], check=True, stdout=subprocess.PIPE, text=True
    )
    return found.stdout.strip()


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return os.environ | {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }


def test_caddy_finds_nothing_wrong_with_it(caddy: str, home: dict[str, str]) -> None:
    done = subprocess.run(
        [caddy, "validate", "--adapter", "caddyfile", "--config", CADDYFILE],
        env=home,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr


@pytest.fixture
def club(transactional_db: None) -> Iterator[ServerProcess]:
    with ServerProcess(environment={"TRUSTED_PROXIES": "127.0.0.1"}) as server:
        yield server


@pytest.fixture
def front(
    caddy: str, home: dict[str, str], club: ServerProcess, tmp_path: Path
) -> Iterator[int]:
    """Yield the port of a Caddy that runs without HTTPS in front of the club."""
    port = free_port()
    text = CADDYFILE.read_text()
    text, named = re.subn(
        r"^club\.example \{", f"http://127.0.0.1:{port} {{", text, flags=re.MULTILINE
    )
    text, led = re.subn(r"127\.0\.0\.1:8000", f"127.0.0.1:{club.port}", text)
    text, options = re.subn(r"^\{\n", "{\n\tadmin off\n", text, flags=re.MULTILINE)
    assert (named, led, options) == (1, 1, 1)
    (tmp_path / "Caddyfile").write_text(text)
    command = [
        caddy,
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        tmp_path / "Caddyfile",
    ]
    with subprocess.Popen(command, env=home, stderr=subprocess.DEVNULL) as process:
        give_up = time.monotonic() + PATIENCE
        while not _answers(port):
            assert process.poll() is None and time.monotonic() < give_up
            time.sleep(0.05)
        yield port
        process.terminate()


def _answers(port: int) -> bool:
    try:
        return request_of(port, "GET", "/sign-in/") == 200
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.landing
def test_pages_and_streams_come_through_and_what_a_visitor_says_of_itself_does_not(
    front: int, club: ServerProcess
) -> None:
    with Stream(
        f"http://127.0.0.1:{front}", "/live/room/0/watch", cookie_of(member("Anna"))
    ) as stream:
        assert stream.frame(timeout=10).data
    wait_until_nobody_watches(club.port)
    for said in (
        {},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-For": ""},
        {"Connection": "X-Forwarded-For"},
    ):
        assert request_of(front, "GET", "/metrics", headers=said) == 401


def wait_until_nobody_watches(port: int) -> None:
    """Wait until the club counts no watchers: a visitor who has gone must be gone for the club, too."""
    until(lambda: figures(port)["clubscore_watchers"] == 0, PATIENCE)


@pytest.mark.slow
@pytest.mark.landing
def test_while_the_club_is_away_visitors_read_what_to_do(
    front: int, club: ServerProcess
) -> None:
    club.__exit__()
    try:
        assert request_of(front, "GET", "/sign-in/") == 502
    finally:
        club.__enter__()
