"""The cost of connections to PostgreSQL: one kept by each thread, psycopg's pool, or a new one each time.

`make bench` runs it, or `python .ci/with_postgres.py python -m pytest -q -s tests/bench/postgresql/pool.py`.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from statistics import median
from time import monotonic
from unittest.mock import patch

from django.db import connection

from tests.bench.live_clients import Scorer, processor_seconds
from tests.bench.live_people import books
from tests.bench.measure import machine, report
from tests.server_process import ServerProcess, request_of

WAYS = {
    "kept by each thread": "clubscore.settings",
    "psycopg's pool": "tests.bench.postgresql.pooled_settings",
    "new each time": "tests.bench.postgresql.unkept_settings",
}
ROUNDS = 8
AT_ONCE = 8  # as many as there are threads for pages
DEALS = 20  # of each in each round
LOOKS = 40


def test_connections_kept_pooled_and_new(transactional_db):
    processor, seconds = {}, {}
    with ExitStack() as running:
        servers = {
            way: running.enter_context(started(settings))
            for way, settings in WAYS.items()
        }
        for _ in range(ROUNDS):
            for way, server in servers.items():
                for what, work in (("health page", look), ("recorded deal", record)):
                    used, taken = measured(server, work)
                    processor.setdefault((what, way), []).append(used)
                    seconds.setdefault((what, way), []).append(taken)
        open_connections = connections_open()
    rows = [
        (
            f"{what}, {way}: ms of processor, ratio",
            f"{median(found) * 1e3:.2f} {ratio(processor, what, way):.2f}",
        )
        for (what, way), found in processor.items()
    ]
    rows += [
        (
            f"{what}, {way}: ms from {AT_ONCE} at once, ratio",
            f"{median(found) * 1e3:.2f} {ratio(seconds, what, way):.2f}",
        )
        for (what, way), found in seconds.items()
    ]
    report(
        f"Connections to PostgreSQL, {machine()}",
        *rows,
        ("open connections of the three servers", open_connections),
    )


@contextmanager
def started(settings):
    with (
        patch.dict(os.environ, {"DJANGO_SETTINGS_MODULE": settings}),
        ServerProcess() as server,
    ):
        yield server


def measured(server, work):
    """Return the seconds per request of the server's processor, and of the clock, with AT_ONCE workers at a time."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        workers = [work(server) for _ in range(AT_ONCE)]
        used, began = processor_seconds(server.pid), monotonic()
        done = sum(threads.map(lambda worker: worker(), workers))
        return (processor_seconds(server.pid) - used) / done, (
            monotonic() - began
        ) / done


def look(server):
    def work():
        for _ in range(LOOKS):
            assert request_of(server.port, "GET", "/healthz") == 200
        return LOOKS

    return work


def record(server):
    scorer = Scorer(server.port, books())

    def work():
        for _ in range(DEALS):
            scorer.record()
        scorer.close()
        return DEALS

    return work


def ratio(found, what, way):
    return median(found[what, way]) / median(found[what, next(iter(WAYS))])


def connections_open():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        )
        return cursor.fetchone()[0] - 1
