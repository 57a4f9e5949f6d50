"""Threads that query the database for an event loop."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")


class Workers:
    """A few threads, each with a database connection, which is kept for CONN_MAX_AGE and replaced after an error."""

    def __init__(self, name: str, size: int) -> None:
        self._size = size
        self._threads = ThreadPoolExecutor(size, thread_name_prefix=name)

    async def run(
        self, work: Callable[_Args, _Result], *args: _Args.args, **kwargs: _Args.kwargs
    ) -> _Result:
        """Run `work` in one of the threads; return its result or raise its error."""

        def job() -> _Result:
            close_old_connections()
            try:
                return work(*args, **kwargs)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    def close(self) -> None:
        """Wait for the work in progress, then close the connections and the threads."""
        close_connections(self._threads, self._size)
        self._threads.shutdown()


def close_connections(threads: Executor, size: int) -> None:
    """Close the database connection of each of the `size` threads. A barrier makes each thread close its own."""
    meeting = threading.Barrier(size)

    def close() -> None:
        try:
            meeting.wait(timeout=2)
        finally:
            connections.close_all()

    wait([threads.submit(close) for _ in range(size)])
