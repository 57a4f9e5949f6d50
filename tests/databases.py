"""The test database: migrated once for each state of the migrations, and restored after each test that commits.

On SQLite a copy of the migrated file is kept in `.cache`. Every test process, now and in the next run, starts from it.
"""

import hashlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.test.utils import setup_databases

from tests.cache import CACHE
from tests.one_at_a_time import alone

KEPT = "migrated-{}.sqlite3"  # by the digest of what it was made from

T = TypeVar("T")
_made: dict[Callable[[], Any], tuple[Callable[[], None], Any]] = {}
_rewind_all: list[Callable[[], None]] = []  # one, as soon as the database is there


def create() -> Any:
    """Create the test database of this process, and return what Django's `teardown_databases` needs."""
    if connection.vendor != "sqlite":
        return setup_databases(verbosity=0, interactive=False)
    kept = CACHE / KEPT.format(_digest_of_migrations())
    with alone("migrated"):
        if not kept.exists():
            return _migrate_and_keep(kept)
    shutil.copy(kept, connection.settings_dict["TEST"]["NAME"])
    return setup_databases(
        verbosity=0, interactive=False, keepdb=True
    )  # finds nothing left to migrate


def _migrate_and_keep(kept: Path) -> Any:
    made = setup_databases(verbosity=0, interactive=False)
    for old in CACHE.glob(KEPT.format("*")):
        old.unlink()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(kept)])
    return made


def _digest_of_migrations() -> str:
    root = Path(settings.BASE_DIR)
    digest = hashlib.sha256()
    for path in (
        root / "requirements.txt",
        *sorted(root.glob("clubscore/**/migrations/*.py")),
    ):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def rewinder() -> Callable[[], None]:
    """Return a function that puts the database back to the rows that it has now."""
    rewind = (
        _sqlite_rewinder() if connection.vendor == "sqlite" else _postgresql_rewinder()
    )
    _rewind_all[:] = [rewind]
    return rewind


def rewind() -> None:
    """Give the database back the rows that it had at the start, in the middle of a test that commits."""
    for back in _rewind_all:
        back()


def made_once(make: Callable[[], T]) -> T:
    """Return what `make` returns, with the rows that it writes: on SQLite, later calls restore a copy.

    For tests that commit. Call it before the test has written anything else: it first deletes the rows that a late
    request of an earlier test may have written.
    """
    rewind()
    if connection.vendor != "sqlite":
        return make()
    if make in _made:
        back, made = _made[make]
        back()
        return made
    made = make()
    _made[make] = _sqlite_rewinder(), made
    return made


def _sqlite_rewinder() -> Callable[[], None]:
    image = sqlite3.connect(":memory:", check_same_thread=False)
    connection.ensure_connection()
    connection.connection.backup(image)

    def rewind() -> None:
        with transaction.atomic():
            pass  # a lock that somebody has left behind is an error; `backup` would wait for it without end
        image.backup(connection.connection)
        _forget_the_books()

    return rewind


def _postgresql_rewinder() -> Callable[[], None]:
    """Return a function that empties every table that is empty now. Other tables hold rows of migrations and stay."""
    quoted = map(
        connection.ops.quote_name,
        connection.introspection.django_table_names(only_existing=True),
    )
    with connection.cursor() as cursor:
        empty = [table for table in quoted if not _has_rows(cursor, table)]
    deletions = ";".join(f"DELETE FROM {table}" for table in empty)

    def rewind() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            # Neither foreign keys nor triggers. TRUNCATE, which Django takes, makes every table and index anew.
            cursor.execute(f"SET LOCAL session_replication_role = replica; {deletions}")
        _forget_the_books()

    return rewind


def _forget_the_books() -> None:
    """Forget the remembered sums of the ledger: the next test may book the same numbers for other rubbers."""
    from clubscore.ledger.balances import RememberedAnswers  # noqa: PLC0415 - Django must be set up first

    for each in RememberedAnswers.every:
        each.forget()


def _has_rows(cursor: Any, table: str) -> bool:
    cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {table})")
    return cursor.fetchone()[0]
