"""Players and watchers behind nginx: browsers that send a deal until it is acknowledged, and open event streams."""

import http.client
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self
from urllib.parse import urlsplit

from tests.bench.scorer import Answer, Played, Scorer, Send
from tests.server_process import PATIENCE
from tests.soak.fleet.nginx import Nginx

NOT_NOW = {502, 503, 504}  # as static/js/entry.js has them


def sender(nginx: Nginx) -> Send:
    """A function that sends one request on a new connection, so that any of the processes may answer."""

    def send(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        connection = http.client.HTTPSConnection(
            "127.0.0.1", nginx.port, timeout=PATIENCE, context=nginx.trust
        )
        try:
            connection.request(
                method, path, body, {"Origin": nginx.url} | dict(headers)
            )
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    return send


class Keeper(Scorer):
    """The North player, who records deals at one table. An unanswered form is sent again with the same key,
    as the page does.

    `acknowledged` has the time at which each deal was acknowledged, `took` the seconds until then, and `again` the
    number of forms that were sent again.
    """

    def __init__(self, played: Played, nginx: Nginx) -> None:
        self.send = sender(nginx)
        super().__init__(played, self.send)
        self.rubber, self.north = played
        self.acknowledged: list[float] = []
        self.took: list[float] = []
        self.again = 0

    def play(self, stopped: threading.Event, pause: float) -> None:
        """Record deals with `pause` seconds between them until `stopped` is set."""
        while not stopped.wait(pause):
            began = time.monotonic()
            self.record()
            self.acknowledged.append(time.monotonic())
            self.took.append(self.acknowledged[-1] - began)

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            try:
                answer = super()._request(method, path, headers, body)
            except (OSError, http.client.HTTPException):
                answer = None
            if answer and answer.status not in NOT_NOW:
                return answer
            self.again += 1
            time.sleep(0.1)
        raise AssertionError(f"{method} {path} was never answered")


class Evening:
    """A context manager in which all keepers record deals, until `end`. If one of them fails, the test fails."""

    def __init__(self, keepers: list[Keeper], *, pause: float = 0.01) -> None:
        self._keepers = keepers
        self._pause = pause
        self._stopped = threading.Event()
        self._playing: list[Future[None]] = []

    def __enter__(self) -> Self:
        for keeper in self._keepers:
            keeper.open()
        self._threads = ThreadPoolExecutor(len(self._keepers))
        self._playing = [
            self._threads.submit(keeper.play, self._stopped, self._pause)
            for keeper in self._keepers
        ]
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._stopped.set()
        self._threads.shutdown()
        if kind is None:
            self.end()

    def end(self) -> None:
        """Stop the keepers, and wait until each has its last answer."""
        self._stopped.set()
        for keeper in self._playing:
            keeper.result()

    @property
    def acknowledged(self) -> int:
        """The number of deals that have been acknowledged so far."""
        return sum(len(keeper.acknowledged) for keeper in self._keepers)

    def wait_for(self, more: int) -> None:
        """Wait until `more` further deals are acknowledged."""
        expected = self.acknowledged + more
        while self.acknowledged < expected:
            for keeper in self._playing:
                if keeper.done():
                    keeper.result()
            time.sleep(0.01)


class Watching:
    """An open stream of a sheet. `seen` has each revision that arrived, with the moment of its arrival."""

    def __init__(self, url: str, path: str, cookie: str, nginx: Nginx) -> None:
        self._connection = _connection(url, nginx)
        self._connection.request("GET", path, headers={"Cookie": cookie})
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200, self._answer.status
        self.seen: list[tuple[int, float]] = []
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Self:
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._connection.sock:
            self._connection.sock.shutdown(2)
        self._reader.join(5)
        self._answer.close()
        self._connection.close()

    def _read(self) -> None:
        try:
            while line := self._answer.readline():
                if line.startswith(b"id: "):
                    self.seen.append(
                        (int(line[4:].partition(b".")[0]), time.monotonic())
                    )
        except (OSError, ValueError, http.client.HTTPException):
            pass  # hung up

    def seconds_until(self, revision: int, since: float) -> float:
        """Wait for this revision or a newer one. Returns the seconds from `since` until it arrived."""
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            for found, at in self.seen:
                if found >= revision:
                    return at - since
            time.sleep(0.005)
        raise AssertionError(f"revision {revision} never came")


def _connection(url: str, nginx: Nginx) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    if parts.scheme == "https":
        return http.client.HTTPSConnection(
            parts.netloc, timeout=PATIENCE, context=nginx.trust
        )
    return http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
