"""The server as a club starts it, in processes of its own, for tests and measurements."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Self
from urllib.parse import quote

from django.db import connection

PATIENCE = 60.0  # seconds: a busy machine is no failure


class ServerProcess:
    """uvicorn on a free port of 127.0.0.1, with the database that the tests have open. A context manager."""

    def __init__(self, application: str = "clubscore.asgi:application", processes: int = 1) -> None:
        self.port = _free_port()
        self._command = [
            *(sys.executable, "-m", "uvicorn", application, "--port", str(self.port), "--workers", str(processes)),
            *("--http", "clubscore.server.protocol:PatientProtocol", "--no-proxy-headers"),
            *("--timeout-graceful-shutdown", "3", "--no-server-header", "--no-access-log", "--log-level", "warning"),
        ]  # fmt: skip

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(self._command, env={**os.environ, "DATABASE_URL": database_url()})
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

    def _answers(self) -> bool:
        try:
            return request_of(self.port, "GET", "/healthz") == 200
        except OSError:
            return False


def request_of(port: int, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None) -> int:
    """The status of one request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, dict(headers or {}))
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def database_url() -> str:
    """The DATABASE_URL of the database that this process has open: under pytest, the tests' own."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    settings = connection.settings_dict
    user, password, name = (quote(str(settings[part] or ""), safe="") for part in ("USER", "PASSWORD", "NAME"))
    account = f"{user}:{password}" if password else user
    host = settings["HOST"]
    if host.startswith("/"):
        return f"postgres://{account}@/{name}?host={host}"
    return f"postgres://{account}@{host}:{settings['PORT'] or 5432}/{name}"


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
