"""The server as a club starts it, in processes of its own, for tests and measurements."""

import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Self
from urllib.parse import quote

from django.db import connection

from clubscore.upkeep.server_command import server_arguments

PATIENCE = 60.0  # seconds: a busy machine is no failure


def server_command(
    *,
    port: int,
    processes: int = 1,
    application: str = "clubscore.asgi:application",
) -> list[str]:
    """A command whose process is uvicorn itself, so that a test can kill it; `manage.py serve` has it in its own."""
    arguments = server_arguments(
        port=port, host="127.0.0.1", processes=processes, application=application
    )
    # Nothing that lies in the folder of the start is taken for a library (-P).
    return [sys.executable, "-P", "-m", "uvicorn", *arguments]


class ServerProcess:
    """A context manager that runs uvicorn on a free port of 127.0.0.1, with the database that the tests have open.

    After the block it can be entered again, and keeps its port. `under` is a command that starts the server, such as
    `nice`. `log` is a file to which the log is appended; without it the log goes to the output of the tests.
    """

    def __init__(
        self,
        application: str = "clubscore.asgi:application",
        processes: int = 1,
        *,
        under: tuple[str, ...] = (),
        environment: Mapping[str, str] | None = None,
        log: Path | None = None,
    ) -> None:
        self.port = free_port()
        self._environment = environment or {}
        self._log = log
        served = server_command(
            port=self.port, processes=processes, application=application
        )
        self._command = [*under, *served, "--log-level", "warning"]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> Self:
        environment = os.environ | {"DATABASE_URL": database_url()} | self._environment
        with ExitStack() as files:
            log = files.enter_context(self._log.open("ab")) if self._log else None
            self._process = subprocess.Popen(self._command, env=environment, stderr=log)
        give_up = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > give_up:
                self.__exit__()
                raise RuntimeError("The server did not start.")
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise

    def kill(self) -> None:
        """End the server and its workers at once, as a power cut does. Returns when they are gone."""
        # A supervisor starts no other worker from here on.
        os.kill(self.pid, signal.SIGSTOP)
        workers = _children_of(self.pid)
        for process in (self.pid, *workers):
            os.kill(process, signal.SIGKILL)
        self._process.wait(PATIENCE)
        while any(_is_running(worker) for worker in workers):
            time.sleep(0.01)

    def _answers(self) -> bool:
        try:
            return request_of(self.port, "GET", "/healthz") == 200
        except OSError:
            return False


def request_of(
    port: int,
    method: str,
    path: str,
    body: str = "",
    headers: Mapping[str, str] | None = None,
) -> int:
    """Send one request on a new connection to this port of 127.0.0.1, and return the status of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, dict(headers or {}))
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def database_url() -> str:
    """Return the value of DATABASE_URL for the database that this process has open: under pytest, the test database."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    settings = connection.settings_dict
    user, password, name = (
        quote(str(settings[part] or ""), safe="")
        for part in ("USER", "PASSWORD", "NAME")
    )
    account = f"{user}:{password}" if password else user
    host = settings["HOST"]
    if host.startswith("/"):
        return f"postgres://{account}@/{name}?host={host}"
    return f"postgres://{account}@{host}:{settings['PORT'] or 5432}/{name}"


def free_port() -> int:
    """Return a free port below the range from which the kernel gives ports to clients, so no client can take it."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as free:
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def _children_of(process: int) -> list[int]:
    table = subprocess.run(
        ["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    return [
        int(pid)
        for pid, parent in map(str.split, table.splitlines())
        if int(parent) == process
    ]


def _is_running(process: int) -> bool:
    """True if the process exists and is no zombie."""
    try:
        state = (
            Path(f"/proc/{process}/stat")
            .read_text(encoding="ascii")
            .rpartition(")")[2]
            .split()[0]
        )
    except FileNotFoundError:
        return False
    return state != "Z"
