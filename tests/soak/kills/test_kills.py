"""The server is killed repeatedly while eight tables play: no acknowledged deal is lost or doubled."""

import random
import time
from pathlib import Path
from statistics import median

import pytest

from scoring import Seat
from tests.server_process import ServerProcess
from tests.soak.kills.evening import Evening
from tests.soak.kills.kept import assert_kept
from tests.soak.kills.logs import tracebacks
from tests.soak.kills.watcher import Watcher

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.landing,
]

KILLS = {1: 50, 2: 10}  # by the number of processes
MOST_ANSWERS = 60  # of a life; a kill falls between two of them, or into one


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_a_killed_server_has_every_acknowledged_deal_once(
    full: bool, processes: int, tmp_path: Path
) -> None:
    kills = KILLS[processes] if full else 2
    log = tmp_path / "log"
    server = ServerProcess(processes=processes, log=log)
    evening = Evening(server.port)
    table = evening.tables[0]
    watcher = Watcher(table.rubber.players[Seat.SOUTH], table.pk)
    starts, returns = [], []
    with evening.play():
        for left in reversed(range(kills + 1)):
            newest, began = watcher.newest(), time.monotonic()
            with server:
                starts.append(time.monotonic() - began)
                returns.append(watcher.comes_back(server.url, at_least=newest))
                evening.is_answered(random.randrange(MOST_ANSWERS), {200, 204, 302})
                time.sleep(random.uniform(0, 0.1))
                if left:
                    server.kill()
                    assert_kept(evening)
                else:
                    evening.stop()
    assert_kept(evening)
    assert evening.unexpected == []
    assert set(evening.statuses) <= {200, 204, 302}
    assert tracebacks(log) == []
    print(
        f"\n{kills} kills of {processes} processes: {evening.figures()}; lost 0, doubled 0, half 0",
        flush=True,
    )
    print(
        f"first answer after {median(starts):.1f} s, at most {max(starts):.1f} s",
        flush=True,
    )
    print(
        f"streams are back after {median(returns):.2f} s, at most {max(returns):.2f} s",
        flush=True,
    )
