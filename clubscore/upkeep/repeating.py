"""Threads of the server that do something again and again, beside pages and streams."""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import Event, Thread

from django.db import connections
from django.utils import timezone

logger = logging.getLogger(__name__)

WAIT_AT_STOP = 10.0  # seconds; what takes longer is rolled back by the database when the process ends


class RepeatingThread:
    """A thread that calls `work` with the present time, again and again, every `every` seconds.

    The first call is after `first` seconds; if it is None, after `every` seconds. An error of `work` is logged, and the
    next call comes as usual.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[datetime], None],
        *,
        every: float,
        first: float | None = None,
    ) -> None:
        self._name, self._work, self._every = name, work, every
        self._first = every if first is None else first
        self._stopped = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        self._stopped.clear()
        self._thread = Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread after its present work; it closes its database connections.

        Waits for the end, but no longer than WAIT_AT_STOP.
        """
        self._stopped.set()
        if self._thread:
            self._thread.join(WAIT_AT_STOP)

    def _run(self) -> None:
        pause = self._first
        while not self._stopped.wait(pause):
            pause = self._every
            try:
                self._work(timezone.now())
            except Exception:
                logger.exception(
                    "%s failed; it is tried again in %s seconds.",
                    self._name,
                    self._every,
                )
            finally:
                connections.close_all()
