"""The one way to write: a short transaction, and on SQLite a fair queue in front of it (decision 0004)."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction


@contextmanager
def write_transaction() -> Iterator[None]:
    """Run the block in one transaction.

    SQLite lets one writer in at a time and makes the others sleep unfairly; a lock file beside the database queues
    them. PostgreSQL needs no such help.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _file_lock(Path(f"{connection.settings_dict['NAME']}.lock")), transaction.atomic():
        yield


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)  # closing gives the lock back
