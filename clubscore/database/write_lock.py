"""The only way to write: a short transaction, and on SQLite a fair queue in front of it (decisions 0004 and 0031)."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from django.db import OperationalError, connection, transaction
from filelock import FileLock

from clubscore.database.served_file import require_served_file
from clubscore.metrics import write_waits

try:
    import fcntl
except ImportError:  # Windows
    HAS_FLOCK = False
else:
    HAS_FLOCK = True

LOOK_AGAIN_AFTER = 0.005  # seconds, where the system has no queue of its own

commit_listeners: set[Callable[[], None]] = set()
"""Functions called after every commit of `write_transaction`, in the thread that wrote. They must return at once. The
live pages register a listener, to see changes of this process without waiting for the database's report."""


@contextmanager
def write_transaction() -> Iterator[None]:
    """A context manager that runs its block in one transaction, and then calls the commit listeners.

    SQLite allows one writer at a time and lets the others sleep and retry in no fair order, so they queue at a lock
    file beside the database. PostgreSQL needs no queue. Raises OperationalError if the lock file cannot be made, or if
    another file has replaced the served database.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            transaction.on_commit(_call_listeners, robust=True)
            yield
        return
    began = perf_counter()
    with _file_lock(Path(f"{connection.settings_dict['NAME']}.lock")):
        write_waits.observe(perf_counter() - began)
        require_served_file()
        with transaction.atomic():
            transaction.on_commit(_call_listeners, robust=True)
            yield


def _call_listeners() -> None:
    for listener in tuple(commit_listeners):
        listener()


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    try:
        release = _by_flock(path) if HAS_FLOCK else _by_looking_again(path)
    except OSError as error:  # a full disk, a folder that nobody may write: as the database itself would say it
        raise OperationalError(str(error)) from error
    try:
        yield
    finally:
        release()


def _by_flock(path: Path) -> Callable[[], None]:
    """Take the lock by `flock`, in the queue of the operating system. Returns the function that releases the lock."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except BaseException:
        os.close(descriptor)
        raise
    return lambda: os.close(descriptor)


def _by_looking_again(path: Path) -> Callable[[], None]:
    """Take the lock by trying again and again. Returns the function that releases the lock.

    The library `filelock` removes the lock file afterwards. So this lock file has another name than the lock file of
    `_by_flock`.
    """
    lock = FileLock(
        path.with_suffix(".turn"), mode=0o600, poll_interval=LOOK_AGAIN_AFTER
    )
    lock.acquire()
    return lock.release
