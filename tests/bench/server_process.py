"""Runs the server of `serving.py` in its own process, so that its processor time can be told from its clients'."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db import connection

from tests.bench.scorer import Answer, Send

ROOT = Path(__file__).resolve().parents[2]


class ServerProcess:
    """A server of the test database on a free port of 127.0.0.1, with static files as `make run` collects them."""

    def __init__(self, data_dir: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._connections: list[http.client.HTTPConnection] = []
        self._environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.bench.served_settings",
            "DATABASE_URL": _test_database(),
            "SECRET_KEY": settings.SECRET_KEY,
            "CLUB_DATA_DIR": str(data_dir),
            "STATIC_COLLECTED": "1",
        }

    def start(self) -> None:
        collect = [
            sys.executable,
            "manage.py",
            "collectstatic",
            "--no-input",
            "-v",
            "0",
        ]
        subprocess.run(collect, env=self._environment, cwd=ROOT, check=True)
        serve = [
            sys.executable,
            "-m",
            "uvicorn",
            "tests.bench.serving:application",
            "--port",
            str(self.port),
        ]
        patiently = ["--http", "clubscore.server.protocol:PatientProtocol"]
        quietly = [
            "--http",
            "clubscore.server.protocol:PatientProtocol",
            "--no-access-log",
            "--log-level",
            "warning",
            "--timeout-keep-alive",
            "600",
        ]
        self._process = subprocess.Popen(
            [*serve, *patiently, *quietly], env=self._environment, cwd=ROOT
        )
        give_up = time.monotonic() + 60
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError("The server of the bench did not start.")
            time.sleep(0.05)

    def connection(self) -> Send:
        """Open a connection to the server, and return a function that sends requests over it until the server stops."""
        opened = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self._connections.append(opened)

        def send(
            method: str, path: str, headers: Mapping[str, str], body: bytes
        ) -> Answer:
            opened.request(method, path, body, dict(headers))
            answer = opened.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

        return send

    def stop(self) -> None:
        for opened in self._connections:
            opened.close()
        self._process.terminate()
        self._process.wait(15)

    def processor_time(self) -> float:
        """Return the processor seconds that all threads of the server have used so far."""
        clock_of_process = (
            ~self._process.pid << 3
        ) | 2  # Linux: CPUCLOCK_SCHED of that process
        return time.clock_gettime(clock_of_process)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def _test_database() -> str:
    """Return the DATABASE_URL of the database that the tests have just made."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(name)}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
