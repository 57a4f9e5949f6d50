"""Twelve hours of an evening's traffic in ten minutes: the server's memory stays flat, and its pages stay fast."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from clubscore.live.stream_limits import limits
from clubscore.rubbers.models import Deal, Rubber
from tests.bench.live_clients import percentile
from tests.bench.live_people import books, cookies
from tests.factories import NINE_DEALS
from tests.server_process import ServerProcess
from tests.soak.slow.clients import Clients
from tests.soak.slow.evening import Table
from tests.soak.slow.memory import megabytes

EVENING = 12 * 3600.0  # seconds
DEAL = 360.0  # of a table
PARTS = 10  # of the run, after each of which memory is looked at
FILLED = 6  # of them: by then what the process keeps for the next page is as much as it ever keeps

pytestmark = [pytest.mark.slow, pytest.mark.landing]


@pytest.mark.thorough
def test_twelve_hours_of_an_evening_leave_memory_flat(
    transactional_db: None, full: bool
) -> None:
    tables, onlookers, seconds = (16, 36, 600.0) if full else (2, 4, 2.0)
    speed = EVENING / 600
    stopped = threading.Event()
    ((_, watched),) = books()
    with (
        ServerProcess() as server,
        Clients(server.port) as clients,
        ThreadPoolExecutor(tables) as threads,
    ):
        playing = [Table(number, server.port) for number in range(tables)]
        streams = [
            (f"/live/rubber/{watched}/watch", cookie)
            for cookie in cookies(onlookers + 4 * tables)
        ]
        results = [
            threads.submit(table.play, stopped, DEAL / speed if full else 0.05)
            for table in playing
        ]
        memory = []
        for _ in range(PARTS):
            ends_at = time.monotonic() + seconds / PARTS
            while time.monotonic() < ends_at:
                clients.drop_streams()
                clients.open_streams(streams)
                time.sleep(
                    min(limits().lifetime / speed, max(0.0, ends_at - time.monotonic()))
                )
            memory.append(megabytes(server.pid))
        stopped.set()
        played = [result.result() for result in results]
    times = [one for table in played for one in table.times]
    print(
        f"An evening: {tables} tables, {len(streams)} streams, {sum(one.rubbers for one in played)} rubbers, "
        f"{len(times)} requests, p50 {percentile(times, 0.5) * 1e3:.0f} p99 {percentile(times, 0.99) * 1e3:.0f} ms",
        flush=True,
    )
    print(
        f"An evening: memory, MB, after each tenth: {' '.join(f'{each:.0f}' for each in memory)}",
        flush=True,
    )
    rubbers = sum(one.rubbers for one in played)
    assert Rubber.objects.exclude(agreed_at=None).count() == rubbers
    assert Deal.objects.count() == rubbers * len(NINE_DEALS)
    if full:
        assert memory[-1] - memory[FILLED] < 10
