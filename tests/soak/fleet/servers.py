"""Several server processes of the club on one database, on one machine or as if on several."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from django.conf import settings

from tests.server_process import ServerProcess

BEHIND_A_PROXY = {
    "HTTPS": "1",
    "TRUSTED_PROXIES": "127.0.0.1",
    "SECRET_KEY": settings.SECRET_KEY,
}


class Fleet:
    """Server processes, each on a port of its own; processes of one machine share a folder for their files."""

    def __init__(
        self,
        folder: Path,
        *,
        machines: int = 1,
        each: int = 2,
        version: str = "clubscore.settings",
    ) -> None:
        self._version = version
        self.servers = [ServerProcess() for _ in range(machines * each)]
        self._running: set[int] = set()
        self._folders = [
            folder / f"machine {number // each}" for number in range(machines * each)
        ]

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    @contextmanager
    def running(self) -> Iterator["Fleet"]:
        for number in range(len(self.servers)):
            self.start(number)
        try:
            yield self
        finally:
            self.stop()

    def start(self, number: int) -> None:
        (self._folders[number] / "static").mkdir(parents=True, exist_ok=True)
        own = {
            "CLUB_DATA_DIR": str(self._folders[number]),
            "DJANGO_SETTINGS_MODULE": self._version,
        }
        with patch.dict(os.environ, BEHIND_A_PROXY | own):
            self.servers[number].__enter__()
        self._running.add(number)

    def kill(self, number: int) -> None:
        """Kill this process without any clean-up, as a power cut does."""
        os.kill(self.servers[number].pid, signal.SIGKILL)
        self.servers[number].__exit__()
        self._running.remove(number)

    def stop(self) -> None:
        """Stop all running processes in good order."""
        while self._running:
            self.servers[self._running.pop()].__exit__()
