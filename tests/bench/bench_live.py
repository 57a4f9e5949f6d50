"""How long from the recording of a deal to its sheet on every screen: one watcher and sixty, in turns, in one run."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import median

import pytest

from clubscore.rubbers.models import Rubber
from scoring import Seat
from tests.bench.measure import machine, report
from tests.factories import member, record, rubber_in_play
from tests.live.conftest import cookie_of
from tests.live.watching import Stream
from tests.live_server import AsgiServer

MANY = 60
AT_ONE = 10  # streams of one member
DEALS = 12


@pytest.fixture
def server(transactional_db: None) -> Iterator[AsgiServer]:
    server = AsgiServer()
    server.start()
    yield server
    server.stop()


def delays(server: AsgiServer, rubber: Rubber, watchers: int) -> list[float]:
    """Milliseconds from the beginning of each recording until the last of the watchers has the new sheet."""
    taken = []
    cookies = [cookie_of(member(f"Watcher {number} of {rubber.pk}")) for number in range(-(-watchers // AT_ONE))]
    with ExitStack() as screens:
        streams = [
            screens.enter_context(Stream(server.url, f"/live/rubber/{rubber.pk}/watch", cookies[number // AT_ONE]))
            for number in range(watchers)
        ]
        for stream in streams:
            stream.frame()
        for _ in range(DEALS):
            begun = time.perf_counter()
            record(rubber, "p")
            for stream in streams:
                stream.frame()
            taken.append((time.perf_counter() - begun) * 1000)
    return taken


def test_the_sheet_of_a_deal_reaches_all_who_watch(server: AsgiServer):
    one = delays(server, rubber_in_play(), 1)
    many = delays(server, rubber_in_play({seat: member(f"{seat.word} at Table 2") for seat in Seat}), MANY)
    report(
        f"From recording a deal to the sheet on every screen, ms, {machine()}",
        ("one watcher, median and longest", f"{median(one):.0f} {max(one):.0f}"),
        (f"{MANY} watchers, median and longest", f"{median(many):.0f} {max(many):.0f}"),
        ("ratio of the medians", f"{median(many) / median(one):.1f}"),
    )
    assert median(many) / median(one) < MANY
