"""Dumps of the club's PostgreSQL database by `pg_dump` while the club plays, and scratch databases to check them."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection

from clubscore.backups.addresses import SCRATCH
from clubscore.backups.postgresql_tools import SERVICE, connected, run
from clubscore.members.models import OpenSession
from clubscore.refusals import Refused

STAMP = "%Y%m%d%H%M"
ABANDONED = """
    SELECT datname FROM pg_database d
    WHERE starts_with(datname, %s) AND pg_get_userbyid(datdba) = current_user
    AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE d.datname IN (a.application_name, a.datname))
"""
PLAIN = ("--no-owner", "--no-privileges")


class NoScratchDatabase(Refused):
    """The error that PostgreSQL refuses to make or drop a scratch database, as for a user without the right to it."""


def dump_without_sessions(database: Mapping[str, Any], path: Path) -> None:
    """Dump the database at this moment, without its sessions, into a file for `pg_restore`. Raises ToolFailed."""
    with connected(database) as environment:
        run(
            "pg_dump",
            f"--dbname=service={SERVICE}",
            "--format=custom",
            f"--exclude-table-data={OpenSession._meta.db_table}",
            "--no-password",
            f"--file={path}",
            environment=environment,
        )


def migrations_in(path: Path) -> frozenset[tuple[str, str]]:
    """The migrations in a dump, as app and name; empty for a foreign dump. Raises ToolFailed if it is damaged."""
    rows = run(
        "pg_restore",
        "--data-only",
        "--table=django_migrations",
        "--file=-",
        str(path),
        environment={},
    )
    cells = [line.split("\t") for line in rows.splitlines()]
    return frozenset((row[1], row[2]) for row in cells if len(row) == 4)


def size_in_bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


@contextmanager
def scratch_database(*, now: datetime) -> Iterator[str]:
    """Make a new database on the same server, and drop it after the block. The block gets its name.

    During the block the connection of this process has the name of the database, too (`application_name`), so that
    other processes see that the database is in use. Raises NoScratchDatabase if it cannot be made.
    """
    _drop_abandoned()
    name = f"{SCRATCH}_{now.strftime(STAMP)}_{secrets.token_hex(3)}"
    _execute(f"SET application_name = {name}")
    try:
        _execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        try:
            yield name
        finally:
            _execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    finally:
        _execute("RESET application_name")


def fill_from_dump(name: str, dump: Path) -> None:
    """Restore the dump into the empty database of this name on the server of the settings. Raises ToolFailed."""
    with connected(connection.settings_dict) as environment:
        into = f"--dbname=service={SERVICE} dbname={name}"
        run(
            "pg_restore",
            into,
            *PLAIN,
            "--exit-on-error",
            "--no-password",
            str(dump),
            environment=environment,
        )


def _drop_abandoned() -> None:
    """Drop the scratch databases that no process uses any more, because their processes were killed.

    A scratch database is in use if a connection to it is open, or if some connection has the name of the database as
    its `application_name`. Databases of other PostgreSQL users are left alone. Raises NoScratchDatabase if PostgreSQL
    refuses to drop a database.
    """
    with connection.cursor() as cursor:
        cursor.execute(ABANDONED, [f"{SCRATCH}_"])
        names = [row[0] for row in cursor.fetchall()]
    for name in names:
        _execute(
            f"DROP DATABASE IF EXISTS {connection.ops.quote_name(name)} WITH (FORCE)"
        )


def _execute(statement: str) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError as error:
        raise NoScratchDatabase(" ".join(str(error).split())) from error
