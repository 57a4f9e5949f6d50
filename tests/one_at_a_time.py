"""One test process at a time, by a lock of Unix. A server of the tests that runs without Unix must not import this."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from tests.cache import CACHE


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Only one process at a time makes this; the others find what it has kept."""
    with (CACHE / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
