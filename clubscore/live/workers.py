"""Threads that may ask the database on behalf of an event loop."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

_Args = ParamSpec("_Args")
_Answer = TypeVar("_Answer")


class Workers:
    """A few threads with a database connection each, kept as long as CONN_MAX_AGE allows and dropped when it broke."""

    def __init__(self, name: str, size: int) -> None:
        self._size = size
        self._threads = ThreadPoolExecutor(size, thread_name_prefix=name)

    async def run(self, work: Callable[_Args, _Answer], *args: _Args.args, **kwargs: _Args.kwargs) -> _Answer:
        """What `work` answers, or the error that it raises."""

        def job() -> _Answer:
            close_old_connections()
            try:
                return work(*args, **kwargs)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    def close(self) -> None:
        """Wait for the work under way, then close the connections and the threads."""
        close_connections(self._threads, self._size)
        self._threads.shutdown()


def close_connections(threads: Executor, size: int) -> None:
    """Close the database connections of all `size` threads. They meet at a barrier, so that none is left out."""
    meeting = threading.Barrier(size)

    def close() -> None:
        try:
            meeting.wait(timeout=2)
        finally:
            connections.close_all()

    wait([threads.submit(close) for _ in range(size)])
