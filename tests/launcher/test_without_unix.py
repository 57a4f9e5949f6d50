"""On a system without the Unix modules, as on Windows, everything of Clubscore works.

The server and each of its processes are refused these modules; other differences of Windows cannot be tested here.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection

from clubscore.live.stream_limits import limits
from clubscore.rubbers.models import Deal, Rubber
from scoring import Seat
from tests.factories import member, rubber_in_play
from tests.forms import SECRET, closed
from tests.live.conftest import cookie_of
from tests.live.watching import Stream
from tests.server_process import ServerProcess, request_of
from tests.source_code import ROOT

MISSING = ("fcntl", "grp", "pwd", "resource", "termios", "uvloop")
REFUSE = f"import sys\nfor name in {MISSING}:\n    sys.modules[name] = None\n"
ASK = """
import django
django.setup()
from clubscore.database import write_lock
from clubscore.live import stream_limits
print(write_lock.HAS_FLOCK, stream_limits.limits().total)
"""


@pytest.fixture
def refusing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return environment variables with which every Python refuses to import the Unix modules."""
    # For the choice of the loop, which is made in this process.
    monkeypatch.setitem(sys.modules, "uvloop", None)
    (tmp_path / "sitecustomize.py").write_text(REFUSE)
    return {"PYTHONPATH": str(tmp_path), "CLUB_DATA_DIR": str(tmp_path / "data")}


@pytest.mark.slow
@pytest.mark.landing
def test_two_processes_record_and_show_deals(
    transactional_db: None, refusing: dict[str, str]
) -> None:
    rubber = rubber_in_play()
    path, cookie = (
        f"/live/rubber/{rubber.pk}/watch",
        cookie_of(rubber.players[Seat.EAST]),
    )
    with (
        ServerProcess(processes=2, environment=refusing) as server,
        Stream(server.url, path, cookie) as stream,
    ):
        stream.frame()
        for number in range(1, 5):
            assert recorded(server, rubber, number) == 200
            while not stream.frame().id.startswith(f"{number}."):
                pass
    assert Deal.objects.filter(rubber=rubber).count() == 4


@pytest.mark.slow
@pytest.mark.landing
def test_those_who_record_at_once_wait_for_each_other(
    transactional_db: None, refusing: dict[str, str]
) -> None:
    fours = [
        {seat: member(f"{seat.word} of {table}") for seat in Seat} for table in range(8)
    ]
    rubbers = [rubber_in_play(four) for four in fours]
    with (
        ServerProcess(processes=2, environment=refusing) as server,
        ThreadPoolExecutor(len(rubbers)) as at_once,
    ):
        for number in (1, 2, 3):
            answers = at_once.map(
                lambda rubber, number=number: recorded_here(server, rubber, number),
                rubbers,
            )
            assert list(answers) == [200] * len(rubbers)
    assert Deal.objects.count() == 3 * len(rubbers)


def recorded_here(server: ServerProcess, rubber: Rubber, number: int) -> int:
    """Call `recorded` in a thread, and close the thread's database connection, which nobody else would close."""
    try:
        return recorded(server, rubber, number)
    finally:
        connection.close()


@pytest.mark.slow
def test_the_queue_and_the_limits_have_another_way(refusing: dict[str, str]) -> None:
    environment = (
        os.environ
        | refusing
        | {"DJANGO_SETTINGS_MODULE": "clubscore.settings", "DATABASE_URL": ""}
    )
    command = [sys.executable, "-c", ASK]
    answer = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert answer.stdout.split() == ["False", "312"], answer.stderr
    assert limits().total > 312


def recorded(server: ServerProcess, rubber: Rubber, number: int) -> int:
    """Let North send deal number `number`, and return the status of the answer."""
    north = rubber.players[Seat.NORTH]
    headers = {
        "Cookie": f"{cookie_of(north)['Cookie']}; csrftoken={SECRET}",
        "HX-Request": "true",
    }
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    body = f"contract=1C&declarer=N&result=-1&risk=&number={number}&revision={number - 1}&key={uuid4()}"
    return request_of(
        server.port, "POST", f"/rubbers/{rubber.pk}/deals/", closed(body), headers
    )
