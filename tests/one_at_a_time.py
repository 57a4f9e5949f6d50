"""Lets one test process at a time do something, by a Unix lock. A server that runs without Unix must not import it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from tests.cache import CACHE


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Hold the lock named `what` for the block, so that only one process at a time makes that thing."""
    with (CACHE / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
