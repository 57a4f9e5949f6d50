"""The times that pages and recorded deals take, measured by a separate process while the server is busy."""

import http.client
import multiprocessing
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import NamedTuple

from tests.bench.live_clients import PATIENCE, Books, Scorer

PAGES = ("/", "/rubbers/{rubber}/", "/room/", "/ledger/", "/evenings/")
PAUSE = 0.05  # seconds, in the middle, from one page of a visitor to the next
DEALS_A_SHEET = 24


class Taken(NamedTuple):
    """The seconds that each page and each recorded deal took."""

    pages: list[float]
    deals: list[float]


class Visitors:
    """Visitors who look at pages and record deals, and must never be refused.

    `books` are the sheets of each visitor, one for every 24 deals. `measure` may be called several times.
    """

    def __init__(self, port: int, books: list[Books]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(port, books, theirs), daemon=True
        )
        self._process.start()

    def measure(
        self, seconds: float, meanwhile: Callable[[], object] = lambda: None
    ) -> Taken:
        """Measure for this many seconds, or as long as `meanwhile` runs if that is longer."""
        with self.visiting() as ending:
            began = time.monotonic()
            meanwhile()
            time.sleep(max(0.0, began + seconds - time.monotonic()))
        return ending()

    @contextmanager
    def visiting(self) -> Iterator[Callable[[], Taken]]:
        self._pipe.send("go")
        yield self._pipe.recv
        self._pipe.send("stop")

    def close(self) -> None:
        self._pipe.send(None)
        self._process.join(PATIENCE)


def _serve(port: int, books: list[Books], pipe: Connection) -> None:
    scorers = [Scorer(port, own) for own in books]
    while pipe.recv():
        stopped = threading.Event()
        found = [Taken([], []) for _ in scorers]
        threads = [
            threading.Thread(target=_visit, args=(port, scorer, taken, stopped))
            for scorer, taken in zip(scorers, found, strict=True)
        ]
        for thread in threads:
            thread.start()
        pipe.recv()
        stopped.set()
        for thread in threads:
            thread.join()
        pipe.send(
            Taken(
                [one for each in found for one in each.pages],
                [one for each in found for one in each.deals],
            )
        )


def _visit(port: int, scorer: Scorer, taken: Taken, stopped: threading.Event) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    recorded = idle_since = time.monotonic()
    while not (stopped.wait(random.uniform(0.5, 1.5) * PAUSE) and taken.pages):
        # One at least, however short it was.
        if time.monotonic() > idle_since + 3:
            # The server closes a line that was idle for five seconds.
            connection.close()
        began = time.monotonic()
        connection.request(
            "GET",
            random.choice(PAGES).format(rubber=scorer.rubber),
            headers={"Cookie": scorer.cookie},
        )
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        idle_since = time.monotonic()
        taken.pages.append(idle_since - began)
        if time.monotonic() > recorded + 1:
            posted = scorer.record()
            taken.deals.append(posted.answered - posted.began)
            recorded = time.monotonic()
    connection.close()
