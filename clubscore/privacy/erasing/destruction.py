"""Overwrites deleted values in the database file. Otherwise the database would only mark their space as free."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def written_over() -> Iterator[None]:
    """A context manager: on SQLite, the old values that its block deletes or changes are overwritten with zeros.

    After the commit the database's log is emptied. On PostgreSQL nothing is done, because its vacuum removes old
    values.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        (before,) = cursor.fetchone()
        cursor.execute("PRAGMA secure_delete = ON")
        try:
            yield
            transaction.on_commit(_empty_the_log, robust=True)
        finally:
            cursor.execute(f"PRAGMA secure_delete = {int(before)}")


def _empty_the_log() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
