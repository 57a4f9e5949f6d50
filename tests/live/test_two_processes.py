"""`make run PROCESSES=2`: the streams of each process show what the other process has recorded."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from statistics import median
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command

from clubscore.rubbers.models import Deal, Rubber
from clubscore.upkeep.management.commands import serve
from clubscore.upkeep.server_command import server_arguments
from scoring import Seat
from tests.factories import rubber_in_play
from tests.forms import SECRET, closed
from tests.live.conftest import cookie_of
from tests.live.watching import Stream
from tests.server_process import ServerProcess, free_port, request_of


@pytest.fixture
def rubber(transactional_db: None) -> Rubber:
    return rubber_in_play()


@pytest.fixture
def server(transactional_db: None) -> Iterator[ServerProcess]:
    with ServerProcess(processes=2) as server:
        yield server


def workers_of(server: ServerProcess) -> list[int]:
    """Return the ids of the worker processes that serve, without the supervisor's other child."""
    table = subprocess.run(
        ["ps", "-ww", "-eo", "pid=,ppid=,args="],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = [line.split(maxsplit=2) for line in table.splitlines()]
    return [
        int(pid)
        for pid, parent, command in rows
        if int(parent) == server.pid and "spawn_main" in command
    ]


@contextmanager
def asleep(process: int) -> Iterator[None]:
    """Stop this process for the block, so that another process takes whatever arrives."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def record(server: ServerProcess, rubber: Rubber, number: int) -> None:
    north = rubber.players[Seat.NORTH]
    headers = {
        "Cookie": f"{cookie_of(north)['Cookie']}; csrftoken={SECRET}",
        "HX-Request": "true",
    }
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    body = f"contract=1C&declarer=N&result=-1&risk=&number={number}&revision={number - 1}&key={uuid4()}"
    assert (
        request_of(
            server.port, "POST", f"/rubbers/{rubber.pk}/deals/", closed(body), headers
        )
        == 200
    )


@pytest.mark.landing
def test_streams_of_both_processes_show_every_deal_within_a_second(
    server: ServerProcess, rubber: Rubber
) -> None:
    first, second = workers_of(server)
    path, cookie = (
        f"/live/rubber/{rubber.pk}/watch",
        cookie_of(rubber.players[Seat.EAST]),
    )
    streams = []
    for idle in (first, second):
        with asleep(idle):
            streams.append(Stream(server.url, path, cookie).__enter__())
            streams[-1].frame()
    delays: list[list[float]] = [[], []]
    for number, idle in enumerate((first, second, first, second), start=1):
        with asleep(idle):
            record(server, rubber, number)
        committed = time.monotonic()
        for stream, late in zip(streams, delays, strict=True):
            while not stream.frame().id.startswith(f"{number}."):
                pass
            late.append(time.monotonic() - committed)
    for stream in streams:
        stream.__exit__()
    assert Deal.objects.filter(rubber=rubber).count() == 4
    assert [
        late for late in delays if median(late) >= 1
    ] == []  # of one deal a busy machine may make more


def test_the_club_is_served_with_as_many_processes_as_its_settings_say(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    started: list[list[str]] = []
    settings.PORT = free_port()
    monkeypatch.setattr(serve, "run_server", started.append)
    monkeypatch.setenv("PROCESSES", "2")
    # The command sets it for its processes.
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "put back afterwards")
    call_command("serve", stdout=StringIO())
    where = f"--host 127.0.0.1 --port {settings.PORT} --workers 2 "
    assert f"clubscore.asgi:application {where}" in " ".join(started[0])


def test_a_busy_machine_is_no_reason_to_kill_a_process() -> None:
    """The server gets 30 seconds to answer its supervisor, because uvicorn's 5 would kill it on a busy machine."""
    arguments = server_arguments(port=8000, host="127.0.0.1", processes=2)
    assert " --timeout-worker-healthcheck 30 " in " ".join(arguments)
