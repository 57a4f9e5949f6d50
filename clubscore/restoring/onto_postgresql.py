"""A club takes the place of the one in a PostgreSQL database."""

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection

from clubscore.backups.postgresql_dump import PLAIN, dump_without_sessions
from clubscore.backups.postgresql_tools import SERVICE, connected, run
from clubscore.refusals import Refused
from clubscore.restoring.files import CannotRestore, Found, Kind
from clubscore.restoring.scratch import must_succeed, on_scratch, scratch_club
from clubscore.upkeep.aside import move_aside

EMPTY = """
DO $body$
DECLARE statement text;
BEGIN
    FOR statement IN SELECT format('DROP TABLE %I.%I CASCADE', schemaname, tablename)
        FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE statement;
    END LOOP;
    FOR statement IN SELECT format('DROP FUNCTION %s CASCADE', oid::regprocedure)
        FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') LOOP
        EXECUTE statement;
    END LOOP;
END
$body$;
"""


def refuse_others() -> None:
    """Raises CannotRestore: others are connected to the database, such as a server."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
        others = cursor.fetchone()[0]
    connection.close()
    if others:
        raise CannotRestore(f"{others} others are connected to the database: stop every server of the club first.")


def restore_onto_postgresql(found: Found, *, now: datetime) -> Path | None:
    """Put the club of this file in the place of the database. Returns the folder with a dump of what was there.

    Raises CannotRestore, ToolFailed; then what was there is there again.
    """
    _refuse_newer_server(found)
    if found.kind is Kind.DUMP:
        return _put(found, found.path, now=now)
    with scratch_club(found, beside=settings.DATA_DIR) as made:
        archive = made.with_name("club.zip")
        on_scratch("export_club", str(archive), path=made, found=found)
        return _put(found, archive, now=now)


def _put(found: Found, file: Path, *, now: datetime) -> Path | None:
    """Replace the club by that of a dump or of an archive of this version. Returns as `restore_onto_postgresql`."""
    database = connection.settings_dict
    is_dump = found.kind is Kind.DUMP
    aside = _put_aside(database, now=now)
    try:
        _replace_by(database, file if is_dump else None)
        must_succeed("migrate", "--verbosity=0", environment=found.missing_settings)
        if not is_dump:
            must_succeed("import_club", str(file), environment=found.missing_settings)
    except Refused:
        _replace_by(database, _dump_in(aside) if aside else None)
        raise
    return aside


def _refuse_newer_server(found: Found) -> None:
    """Raises CannotRestore: an older server cannot be relied upon to understand the dump of a newer one."""
    if found.kind is not Kind.DUMP:
        return
    heading = run("pg_restore", "--list", str(found.path), environment={})
    there = re.search(r"Dumped from database version: (\d+)", heading)
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        here = int(cursor.fetchone()[0]) // 10_000
    if there and int(there[1]) > here:
        raise CannotRestore(
            f"It was made on PostgreSQL {there[1]}, and this server is PostgreSQL {here}: restore it onto "
            f"PostgreSQL {there[1]} or a later one."
        )


def _put_aside(database: Mapping[str, Any], *, now: datetime) -> Path | None:
    """A dump of what the database has, before it goes. None where it has no tables."""
    has_tables = connection.introspection.table_names()
    connection.close()
    if not has_tables:
        return None
    folder = move_aside([], folder=settings.DATA_DIR, now=now)
    _dump_in(folder).touch(mode=0o600)
    dump_without_sessions(database, _dump_in(folder))
    return folder


def _dump_in(folder: Path) -> Path:
    return folder / "club.pgdump"


def _replace_by(database: Mapping[str, Any], dump: Path | None) -> None:
    """In one transaction, empty the database and fill it with what the dump has, if there is one. Raises ToolFailed."""
    with TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restoring-") as folder, connected(database) as environment:
        scripts = [Path(folder, "empty.sql")]
        scripts[0].write_text(EMPTY)
        if dump:
            scripts.append(Path(folder, "club.sql"))
            run("pg_restore", *PLAIN, f"--file={scripts[1]}", str(dump), environment={})
        files = [f"--file={script}" for script in scripts]
        options = ("--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--single-transaction")
        run("psql", f"--dbname=service={SERVICE}", *options, *files, environment=environment)
