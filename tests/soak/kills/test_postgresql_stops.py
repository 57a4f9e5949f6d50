"""PostgreSQL is stopped and started while eight tables play: no acknowledged deal is lost, and play goes on."""

import random
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import pytest
from django.db import connection

from scoring import Seat
from tests.server_process import ServerProcess
from tests.soak.kills.evening import Evening
from tests.soak.kills.kept import assert_kept
from tests.soak.kills.logs import tracebacks
from tests.soak.kills.own_database import Cluster, database_at
from tests.soak.kills.watcher import Watcher

STOPS = 10
RUNS, AWAY = (0.5, 2.0), (0.2, 1.5)  # seconds between the stops, and of each


@pytest.fixture
def cluster(django_db_blocker) -> Iterator[Cluster]:
    with (
        TemporaryDirectory(prefix="clubscore-stops-") as folder,
        django_db_blocker.unblock(),
        Cluster(Path(folder)) as cluster,
        database_at(**cluster.place),
    ):
        yield cluster


@pytest.mark.thorough
@pytest.mark.slow
def test_a_stopped_postgresql_has_every_acknowledged_deal_once(
    full: bool, cluster: Cluster, tmp_path: Path
) -> None:
    stops = STOPS if full else 1
    log = tmp_path / "log"
    server = ServerProcess(log=log)
    evening = Evening(server.port)
    table = evening.tables[0]
    watcher = Watcher(table.rubber.players[Seat.SOUTH], table.pk)
    answers, returns = [], []
    with server, evening.play():
        for _ in range(stops):
            time.sleep(random.uniform(*RUNS))
            cluster.stop()
            connection.close()  # the one of this test has broken, too
            time.sleep(random.uniform(*AWAY))
            cluster.start()
            began = time.monotonic()
            evening.every_table_plays_on(1)
            answers.append(time.monotonic() - began)
            returns.append(watcher.comes_back(server.url, at_least=watcher.newest()))
        evening.stop()
        assert_kept(evening)
    assert evening.unexpected == []
    assert set(evening.statuses) <= {200, 204, 302, 503}
    assert evening.statuses[503] > 0
    assert tracebacks(log) == []
    print(
        f"\n{stops} stops of PostgreSQL: {evening.figures()}; lost 0, doubled 0, half 0",
        flush=True,
    )
    print(
        f"every table has its next deal {median(answers):.1f} s after its start, at most {max(answers):.1f} s",
        flush=True,
    )
    print(
        f"streams are back after {median(returns):.2f} s, at most {max(returns):.2f} s",
        flush=True,
    )
