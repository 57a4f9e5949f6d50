"""The cost of many clubs on one PostgreSQL server, each in a database or each in a schema, and of a serving process.

`make bench` runs it, or `python .ci/with_postgres.py python -m pytest -q -s tests/bench/postgresql/clubs.py`. The clubs
are empty, so it measures what a club costs before it has played. CLUBS=500 measures more than the usual 200.
"""

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import monotonic
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.bench.measure import machine, report
from tests.server_process import ServerProcess, database_url

ROOT = Path(__file__).resolve().parents[3]
CLUBS = int(os.environ.get("CLUBS", "200"))
UPGRADE = "ALTER TABLE rubbers_deal ADD COLUMN lead varchar(3) NOT NULL DEFAULT ''"
VISIT = (
    "SELECT (SELECT count(*) FROM rubbers_deal) + (SELECT count(*) FROM ledger_posting)"
)


def url_of(database):
    return urlsplit(database_url())._replace(path=f"/{database}").geturl()


def connect(database):
    return psycopg.connect(
        url_of(database).replace("postgres://", "postgresql://"), autocommit=True
    )


def manage(database, *arguments):
    """Run a manage.py command for the club in this database, and return the seconds that it took."""
    began = monotonic()
    environment = os.environ | {"DATABASE_URL": url_of(database)}
    subprocess.run(
        [sys.executable, "manage.py", *arguments], env=environment, cwd=ROOT, check=True
    )
    return monotonic() - began


def dump(database, *options):
    """Return pg_dump's dump of this database as bytes."""
    command = [
        "pg_dump",
        "-d",
        url_of(database).replace("postgres://", "postgresql://"),
        *options,
    ]
    return subprocess.run(command, check=True, capture_output=True).stdout


def timed(work, *arguments):
    began = monotonic()
    work(*arguments)
    return monotonic() - began


def private_megabytes(pid):
    """Return the memory of the process, in MiB, that it shares with no other process."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return (
        sum(
            int(found)
            for found in re.findall(r"^Private_\w+:\s+(\d+)", told, re.MULTILINE)
        )
        / 1024
    )


@pytest.fixture
def server(transactional_db):
    """Yield a connection to the PostgreSQL server, which has an empty database `club_0`; drop all clubs afterwards."""
    with connect("postgres") as server:
        server.execute("CREATE DATABASE club_0")
        yield server
        for (name,) in server.execute(
            r"SELECT datname FROM pg_database WHERE datname ~ '^(club_\d+|clubs)$'"
        ).fetchall():
            server.execute(f"DROP DATABASE {name}")


def test_a_database_a_club_against_a_schema_a_club(server):
    rows = [
        ("migrate of an empty club, s", f"{manage('club_0', 'migrate', '-v', '0'):.1f}")
    ]
    rows += [
        (
            "migrate with nothing to do, s",
            f"{manage('club_0', 'migrate', '-v', '0'):.1f}",
        )
    ]
    databases = [f"club_{number}" for number in range(1, CLUBS + 1)]
    made = [
        timed(server.execute, f"CREATE DATABASE {name} TEMPLATE club_0")
        for name in databases
    ]
    upgraded = []
    memory = []
    for name in databases:
        with connect(name) as club:
            upgraded.append(timed(club.execute, UPGRADE))
            club.execute(VISIT)
            memory.append(private_megabytes(club.info.backend_pid))
    (size,) = server.execute("SELECT pg_database_size('club_1')").fetchone()
    rows += figures("database", made, upgraded, median(memory), CLUBS * size)
    rows += [("database: a dump of one club, s", f"{timed(dump, 'club_1', '-Fc'):.2f}")]
    rows += schemas(server)
    report(f"{CLUBS} clubs on one server, {machine()}", *rows)


def schemas(server):
    server.execute("CREATE DATABASE clubs")
    script = dump("club_0", "--no-owner", "--inserts", "--schema=public").decode()
    names = [f"club_{number}" for number in range(1, CLUBS + 1)]
    made, upgraded = [], []
    with connect("clubs") as clubs:
        for name in names:
            made.append(timed(clubs.execute, schema_of(script, name)))
        before = private_megabytes(clubs.info.backend_pid)
        for name in names:
            clubs.execute(f"SET search_path TO {name}")
            upgraded.append(timed(clubs.execute, UPGRADE))
    with connect("clubs") as clubs:
        before = private_megabytes(clubs.info.backend_pid)
        for name in names:
            clubs.execute(f"SET search_path TO {name}")
            clubs.execute(VISIT)
        grown = private_megabytes(clubs.info.backend_pid) - before
        (relations,) = clubs.execute("SELECT count(*) FROM pg_class").fetchone()
        (size,) = clubs.execute("SELECT pg_database_size('clubs')").fetchone()
    return [
        *figures("schema", made, upgraded, grown + before, size),
        ("schema: rows of pg_class in the one database", relations),
        (
            "schema: a dump of one club, s",
            f"{timed(dump, 'clubs', '-Fc', '--schema=club_1'):.2f}",
        ),
    ]


def schema_of(script, name):
    """Return the SQL dump of a club, changed so that it restores the club into a schema of this name."""
    lines = (
        line
        for line in script.splitlines()
        if not line.startswith(("--", "\\", "COMMENT ON SCHEMA"))
    )
    return re.sub(r"\bpublic\b", name, "\n".join(lines)).replace(
        "CREATE SCHEMA", "CREATE SCHEMA IF NOT EXISTS"
    )


def figures(way, made, upgraded, memory, size):
    return [
        (
            f"{way}: to make one, first and last tenth, ms",
            f"{early(made):.0f} {late(made):.0f}",
        ),
        (
            f"{way}: one column more, first and last tenth, ms",
            f"{early(upgraded):.1f} {late(upgraded):.1f}",
        ),
        (
            f"{way}: memory of a connection that has visited {'its' if way == 'database' else 'every'} club, MB",
            f"{memory:.1f}",
        ),
        (f"{way}: on the disk, MB a club", f"{size / CLUBS / 2**20:.1f}"),
    ]


def early(seconds):
    return median(seconds[: len(seconds) // 10 or 1]) * 1e3


def late(seconds):
    return median(seconds[-(len(seconds) // 10 or 1) :]) * 1e3


def test_the_process_of_a_club(server):
    began = monotonic()
    with ExitStack() as running:
        servers = [running.enter_context(ServerProcess()) for _ in range(4)]
        started = (monotonic() - began) / len(servers)
        memory = [private_megabytes(each.pid) for each in servers]
        (connections,) = server.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = %s",
            [urlsplit(database_url()).path.lstrip("/")],
        ).fetchone()
    report(
        f"The process of a club that nobody visits, {machine()}",
        ("to start, s", f"{started:.1f}"),
        ("memory of its own, MB", f"{median(memory):.0f}"),
        ("connections to the database", f"{(connections - 1) / len(servers):.1f}"),
    )
