"""The only way to write: a short transaction, and on SQLite a fair queue in front of it (decision 0004)."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import OperationalError, connection, transaction

commit_listeners: set[Callable[[], None]] = set()
"""Called after every commit of `write_transaction`, in the thread that wrote. The live pages wake up by one: they must
not wait until the database reports a change that this process has made itself. A listener returns at once."""


@contextmanager
def write_transaction() -> Iterator[None]:
    """Run the block in one transaction, then call the commit listeners.

    SQLite allows one writer at a time and lets the others sleep and retry in no fair order, so they queue at a lock
    file beside the database. PostgreSQL needs no queue. Raises OperationalError where that file cannot be made.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            transaction.on_commit(_call_listeners, robust=True)
            yield
        return
    with _file_lock(Path(f"{connection.settings_dict['NAME']}.lock")), transaction.atomic():
        transaction.on_commit(_call_listeners, robust=True)
        yield


def _call_listeners() -> None:
    for listener in tuple(commit_listeners):
        listener()


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:  # a full disk, a folder that nobody may write: as the database itself would say it
        raise OperationalError(str(error)) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)  # closing releases the lock
