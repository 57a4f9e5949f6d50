"""Replacing the club in a PostgreSQL database by a restored club."""

import re
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection

from clubscore.backups.addresses import postgresql_url, sqlite_url
from clubscore.backups.durable import sync_file
from clubscore.backups.postgresql_dump import (
    PLAIN,
    NoScratchDatabase,
    dump_without_sessions,
    fill_from_dump,
    scratch_database,
)
from clubscore.backups.postgresql_tools import SERVICE, connected, run
from clubscore.restoring.aside import PREFIX, clear_working_folders, put_aside
from clubscore.restoring.files import CannotRestore, FileKind, RestorableFile
from clubscore.restoring.scratch import note_on_scratch, on_scratch, scratch_club
from clubscore.restoring.settings_follow import settings_follow
from clubscore.upkeep.new_database import is_empty_database

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


def require_no_other_connection() -> None:
    """Require that nobody else, such as a server, is connected to the database. Raises CannotRestore."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
        others = cursor.fetchone()[0]
    connection.close()
    if others:
        raise CannotRestore(
            f"{others} others are connected to the database: stop every server of the club first."
        )


def restore_onto_postgresql(
    found: RestorableFile, *, by: str | None, now: datetime
) -> Path | None:
    """Replace the club in the database by the club of the file `found`.

    Returns the folder with a dump of the old database; None if it had no tables. The new club is first completed in a
    scratch database, and then replaces the old club in one transaction.

    Raises CannotRestore or UnreadableDatabase if the file cannot be restored, ToolFailed if a program of PostgreSQL
    fails, OSError if the disk has too little room, RestoreUnfinished if the settings of the club cannot be written
    afterwards.
    """
    _require_server_not_older(found)
    with TemporaryDirectory(dir=settings.DATA_DIR, prefix=PREFIX) as folder:
        made = Path(folder, "club.pgdump")
        _dump_new_club(found, made, by=by, now=now)
        require_no_other_connection()
        aside = _copy_aside(now=now)
        with settings_follow(found):
            _replace_by(made)
    clear_working_folders(settings.DATA_DIR)
    return aside


def _dump_new_club(
    found: RestorableFile, dump: Path, *, by: str | None, now: datetime
) -> None:
    """Write the club of the file `found`, brought up to date, into the new dump `dump`.

    Raises CannotRestore if the database user may not create the scratch database in which the club is made.
    """
    database = connection.settings_dict
    try:
        with scratch_database(now=now) as name:
            _fill(name, found, by=by, now=now)
            dump.touch(mode=0o600)
            dump_without_sessions(database | {"NAME": name}, dump)
    except NoScratchDatabase as error:
        raise CannotRestore(
            "The club is made ready in a database of its own on the same server, and the user of DATABASE_URL may not "
            f"create one ({error}). ALTER ROLE … CREATEDB allows that."
        ) from error


def _fill(name: str, found: RestorableFile, *, by: str | None, now: datetime) -> None:
    """Restore the club of the file `found` into the empty database `name`, and bring it up to date.

    Its audit has the restore already. Raises CannotRestore or UnreadableDatabase if the file cannot be restored,
    ToolFailed if `pg_restore` fails.
    """
    url = postgresql_url(connection.settings_dict, name=name)
    if found.kind is FileKind.DUMP:
        fill_from_dump(name, found.path)
    on_scratch("migrate", "--verbosity=0", url=url, found=found)
    if found.kind is FileKind.ARCHIVE:
        on_scratch("import_club", str(found.path), url=url, found=found)
    if found.kind is not FileKind.SQLITE:
        note_on_scratch(found, url=url, by=by, now=now)
    else:
        with scratch_club(found, beside=settings.DATA_DIR, by=by, now=now) as made:
            archive = made.with_name("club.zip")
            on_scratch("export_club", str(archive), url=sqlite_url(made), found=found)
            on_scratch("import_club", str(archive), url=url, found=found)


def _require_server_not_older(found: RestorableFile) -> None:
    """Require that the dump is not from a newer PostgreSQL than this server. Raises CannotRestore."""
    if found.kind is not FileKind.DUMP:
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


def _copy_aside(*, now: datetime) -> Path | None:
    """Dump the old database. Returns the folder of the dump; None if the database has no tables."""
    is_empty = is_empty_database()
    connection.close()
    if is_empty:
        return None
    return put_aside(_dump_into, beside=settings.DATA_DIR, now=now)


def _dump_into(folder: Path) -> None:
    dump = folder / "club.pgdump"
    dump.touch(mode=0o600)
    dump_without_sessions(connection.settings_dict, dump)
    sync_file(dump)


def _replace_by(dump: Path) -> None:
    """Empty the database and restore the dump into it, in one transaction. Raises ToolFailed."""
    empty, club = dump.with_name("empty.sql"), dump.with_name("club.sql")
    empty.write_text(EMPTY)
    run("pg_restore", *PLAIN, f"--file={club}", str(dump), environment={})
    options = (
        "--no-psqlrc",
        "--quiet",
        "--no-password",
        "--set=ON_ERROR_STOP=1",
        "--single-transaction",
    )
    with connected(connection.settings_dict) as environment:
        run(
            "psql",
            f"--dbname=service={SERVICE}",
            *options,
            f"--file={empty}",
            f"--file={club}",
            environment=environment,
        )
