"""Clients for bench_live.py, on real sockets of 127.0.0.1: a crowd that watches, and people who post."""

import http.client
import multiprocessing
import os
import re
import select
import socket
import threading
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from uuid import uuid4

from tests.forms import SECRET, closed

PATIENCE = 60.0
# Rubbers in play, each with the Cookie header of one who keeps its sheet.
Books = list[tuple[str, int]]
_FRAME_ID = re.compile(rb"^id: (\d+)", re.MULTILINE)


class Crowd:
    """A crowd of watchers: many open streams, all read by one thread.

    `arrivals` holds (revision, time, descriptor) of each frame that has arrived.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._poll = select.epoll()
        self._sockets: dict[int, socket.socket] = {}
        self._unanswered: set[int] = set()
        self._rest: dict[int, bytes] = {}
        self.arrivals: list[tuple[int, float, int]] = []
        self.refused = 0

    def __len__(self) -> int:
        return len(self._sockets)

    def open(self, targets: list[tuple[str, str]]) -> float:
        """Open a stream for each (path, cookie) at once. Returns the seconds until each one has had its first event."""
        began = time.monotonic()
        for number, (path, cookie) in enumerate(targets):
            self._connect(path, cookie)
            if number % 50 == 49:
                self._read(0)
        while self._unanswered and time.monotonic() < began + PATIENCE:
            self._read(0.05)
        assert not self._unanswered, (
            f"{len(self._unanswered)} streams were not opened, {self.refused} were refused"
        )
        return time.monotonic() - began

    def _connect(self, path: str, cookie: str) -> None:
        client = socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE)
        client.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        client.setblocking(False)
        self._sockets[client.fileno()] = client
        self._unanswered.add(client.fileno())
        self._poll.register(client, select.EPOLLIN)

    def _read(self, seconds: float) -> None:
        for descriptor, _ in self._poll.poll(seconds, 1024):
            try:
                data = self._sockets[descriptor].recv(65536)
            except OSError:
                data = b""
            now = time.monotonic()
            if not data:
                self._leave(descriptor)
                continue
            text = self._rest.get(descriptor, b"") + data
            self._rest[descriptor] = text[text.rfind(b"\n") + 1 :][-100:]
            if descriptor in self._unanswered and b"\n\n" in text:
                self._unanswered.discard(descriptor)
            if b"id: " in text:
                self.arrivals += [
                    (int(found), now, descriptor) for found in _FRAME_ID.findall(text)
                ]

    def _leave(self, descriptor: int) -> None:
        self.refused += 1
        self._sockets.pop(descriptor).close()

    def read_for(self, seconds: float) -> None:
        give_up = time.monotonic() + seconds
        while (left := give_up - time.monotonic()) > 0:
            self._read(left)

    def wait_for(self, revision: int) -> float:
        """Read until every stream has this revision or a newer one, and return the time at which the last got it."""
        give_up = time.monotonic() + PATIENCE
        missing = set(self._sockets)
        looked = 0
        while missing and time.monotonic() < give_up:
            self._read(1)
            missing -= {
                descriptor
                for found, _, descriptor in self.arrivals[looked:]
                if found >= revision
            }
            looked = len(self.arrivals)
        assert not missing, f"{len(missing)} watchers never got revision {revision}"
        return self.arrivals[-1][1]

    def close(self) -> None:
        for client in self._sockets.values():
            client.close()
        self._poll.close()


@dataclass(frozen=True)
class Posted:
    """The times of one POST by `time.monotonic` (when it began, was committed, was answered), and its new revision."""

    began: float
    committed: float
    answered: float
    revision: int


class Scorer:
    """A member who posts: one deal after the other, or rows through the form of one insert."""

    def __init__(self, port: int, books: Books) -> None:
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=PATIENCE
        )
        self._books = books
        self.revision = 0
        self._idle_since = 0.0

    @property
    def cookie(self) -> str:
        return self._books[0][0]

    @property
    def rubber(self) -> int:
        return self._books[0][1]

    def record(self) -> Posted:
        """Record the next deal, 1♣ down one, by which no rubber ends; return its times. Each rubber gets 24 deals."""
        if self.revision == 24:
            self._books, self.revision = self._books[1:], 0
        asked_for = f"number={self.revision + 1}&revision={self.revision}&key={uuid4()}"
        body = f"contract=1C&declarer=N&result=-1&risk=&{asked_for}"
        posted = self._post(
            f"/rubbers/{self.rubber}/deals/", closed(body), self.revision + 1
        )
        self.revision += 1
        return posted

    def insert(self) -> Posted:
        return self._post("/bench/insert/", closed(""), 0)

    def push(self, event: bytes) -> Posted:
        return self._post("/bare/push", event, 0)

    def _post(self, path: str, body: str | bytes, revision: int) -> Posted:
        headers = {
            "Cookie": f"{self.cookie}; csrftoken={SECRET}",
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        if time.monotonic() > self._idle_since + 3:
            # The server closes a line that was idle for five seconds.
            self._connection.close()
        began = time.monotonic()
        self._connection.request("POST", path, body, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        assert answer.status in (200, 204), f"{path}: {answer.status} {text[:500]!r}"
        self._idle_since = time.monotonic()
        return Posted(
            began,
            float(answer.headers.get("X-Committed", 0)),
            self._idle_since,
            revision,
        )

    def close(self) -> None:
        self._connection.close()


def post_at_once(
    port: int, people: list[Books], seconds: float, what: str, go: Connection
) -> None:
    """Let all people post from "go" on for some seconds, each at least once, and send the results back through `go`.

    It runs in a process of its own.
    """
    results: list[list[Posted]] = [[] for _ in people]

    def work(number: int) -> None:
        scorer = Scorer(port, people[number])
        while not results[number] or time.monotonic() < ends_at:
            results[number].append(getattr(scorer, what)())
        scorer.close()

    go.send("ready")
    go.recv()
    ends_at = time.monotonic() + seconds
    threads = [
        threading.Thread(target=work, args=(number,)) for number in range(len(people))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    go.send(results)


class Posters:
    """Runs `post_at_once` in another process, so that posting and measuring do not slow each other."""

    def __init__(
        self, port: int, people: list[Books], seconds: float, what: str
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._go, theirs = context.Pipe()
        self._process = context.Process(
            target=post_at_once, args=(port, people, seconds, what, theirs), daemon=True
        )
        self._process.start()
        assert self._go.recv() == "ready"

    def start(self) -> None:
        self._go.send("go")

    def results(self) -> list[list[Posted]]:
        """Wait for the end, and return what each person has posted."""
        found = self._go.recv()
        self._process.join(PATIENCE)
        return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def processor_seconds(pid: int) -> float:
    """Return the processor seconds that the process has used so far."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
