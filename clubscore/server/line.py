"""The line of requests that wait for a thread."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from time import monotonic

LONG = 2.0  # seconds
OLDEST_EVERY = 4  # turns while somebody has waited long


@dataclass(eq=False)
class Turn:
    """The work of one request, which waits for a thread or is being done."""

    work: Callable[[], None]
    since: float
    done: "Future[None]" = field(default_factory=Future)
    """A future that ends when the work is done, or was given up before it began.

    If the work raised an exception, the future has it.
    """


class WaitingLine:
    """A queue for the work of requests. It serves the work that has waited longest, unless too many requests come.

    Once the oldest work has waited too long, the newest work is served first, and at every fourth turn the oldest.

    Under too much load, an oldest-first queue answers everybody just after they have given up and asked again. So some
    requests are answered at once, and others when they are repeated; requests that are not repeated get a turn, too.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._waiting: deque[Turn] = deque()
        self._lock = threading.Lock()
        self._turns_while_long = 0

    def join(self, work: Callable[[], None]) -> Turn:
        """Add work to the line; a thread does it at its turn."""
        turn = Turn(work, monotonic())
        with self._lock:
            self._waiting.append(turn)
        self._executor.submit(self._serve)
        return turn

    def leave(self, turn: Turn) -> None:
        """Remove a turn from the line, if its work has not begun."""
        with self._lock:
            if turn not in self._waiting:
                return
            self._waiting.remove(turn)
        turn.done.set_result(None)

    def _next(self) -> Turn:
        if monotonic() - self._waiting[0].since <= LONG:
            self._turns_while_long = 0
            return self._waiting.popleft()
        self._turns_while_long += 1
        if self._turns_while_long % OLDEST_EVERY:
            return self._waiting.pop()
        return self._waiting.popleft()

    def _serve(self) -> None:
        with self._lock:
            if not self._waiting:  # somebody left
                return
            turn = self._next()
        if not turn.done.set_running_or_notify_cancel():
            return
        try:
            turn.work()
        except BaseException as error:
            turn.done.set_exception(error)
        else:
            turn.done.set_result(None)
