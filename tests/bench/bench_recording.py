"""The cost of recording a deal over HTTP (session, CSRF, form, commit and all), beside the simplest pages.

    make bench    or this file alone, here and on PostgreSQL:
    .venv/bin/python -m pytest -q -s --tb=line tests/bench/bench_recording.py
    .ci/with_postgres.py .venv/bin/python -m pytest -q -s --tb=line tests/bench/bench_recording.py

Sixteen tables of a contract rubber; at each North records deal after deal as a browser with htmx does. The server is a
process of its own, uvicorn and all. Both sides of a ratio are taken in turns within one run, as medians. Times are
those of the server's processor where nothing else is said. "Bare" is a Django view without middleware, "hello" a page
that knows who looks at it, "insert" a form of ours that writes one row; all under the same server.
`profile_recording.py` shows where the time of one recording goes.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from statistics import median, quantiles

import pytest
from django.db import connection

from tests.bench.hello import BARE, HELLO, INSERT
from tests.bench.measure import machine, table
from tests.bench.scorer import Answer, Played, Scorer, tables_in_play
from tests.bench.server_process import ServerProcess

TABLES = 16
BATCHES = 10
LONG_SHEET = 29
SETTLED = 0.05  # seconds, until what follows an answer in the server is done too
A_SECOND = 10
SECONDS = 10

HEAD = ("what", "measured", "against", "ratio", "goal")


@pytest.fixture
def server(transactional_db, tmp_path):
    server = ServerProcess(tmp_path)
    server.start()
    yield server
    server.stop()


def scorers(server: ServerProcess) -> list[Scorer]:
    """Return a scorer for each of TABLES tables in play, who has the page of the table open."""
    found = [Scorer(played, server.connection()) for played in tables_in_play(TABLES)]
    for scorer in found:
        scorer.open()
    return found


def title() -> str:
    return f"A recorded deal over HTTP, {connection.vendor}, {machine()}"


def milliseconds(
    server: ServerProcess, things: dict[str, list[Callable[[], Answer]]]
) -> dict[str, float]:
    """Return the server's processor time in milliseconds per call of each named thing: medians of batches in turns."""
    taken: dict[str, list[float]] = {name: [] for name in things}
    for batch in range(BATCHES + 1):
        for name, calls in things.items():
            begun = server.processor_time()
            for call in calls:
                assert call().status == 200
            time.sleep(SETTLED)
            if batch:  # the first warms up
                taken[name].append(
                    (server.processor_time() - begun) / len(calls) * 1000
                )
    return {name: median(times) for name, times in taken.items()}


def test_the_processor_time_of_a_recorded_deal(server: ServerProcess):
    keeping = scorers(server)
    first = keeping[0]
    times = milliseconds(
        server,
        {
            "record": [scorer.record for scorer in keeping],
            "bare": [lambda: first.get(BARE)] * 100,
            "hello": [lambda: first.get(HELLO)] * 50,
            "insert": [lambda: first.post(INSERT, {})] * 50,
        },
    )
    answers = [seventh_deal(played, server) for played in tables_in_play(4, deals=6)]
    statements = int(median(int(answer.headers["X-Statements"]) for answer in answers))
    size = median(len(answer.body) for answer in answers) / 1000
    recorded = f"a recorded deal, {times['record']:.1f} ms"
    table(
        title(),
        HEAD,
        (
            recorded,
            f"a bare view, {times['bare']:.2f} ms",
            times["record"] / times["bare"],
            "20 at most",
        ),
        (
            recorded,
            f"a hello, {times['hello']:.2f} ms",
            times["record"] / times["hello"],
            "–",
        ),
        (
            recorded,
            f"an insert, {times['insert']:.2f} ms",
            times["record"] / times["insert"],
            "–",
        ),
        (
            "its SQL statements, for the seventh deal",
            statements,
            "–",
            "–",
            "14 at most",
        ),
        ("its answer", f"{size:.1f} kB", "–", "–", "10 kB at most"),
    )
    assert times["record"] <= 20 * times["bare"]
    assert statements <= 14
    assert size <= 10


def seventh_deal(played: Played, server: ServerProcess) -> Answer:
    """Open the table, record its next deal with its SQL statements counted, and return the answer."""
    scorer = Scorer(played, server.connection())
    scorer.open()
    return scorer.record(**{"X-Count": "1"})


def test_the_table_page_with_a_long_sheet(server: ServerProcess):
    """The cost of a table's page with a long sheet, as its scorer sees it with the entry form."""
    keeping = [
        Scorer(played, server.connection())
        for played in tables_in_play(4, deals=LONG_SHEET)
    ]
    first = keeping[0]
    things = {
        "page": [scorer.open for scorer in keeping] * 4,
        "bare": [lambda: first.get(BARE)] * 100,
    }
    times = milliseconds(server, things)
    page = f"a table's page with {LONG_SHEET} deals, {times['page']:.1f} ms"
    table(
        title(),
        HEAD,
        (
            page,
            f"a bare view, {times['bare']:.2f} ms",
            times["page"] / times["bare"],
            "30 at most",
        ),
        ("its HTML", f"{len(first.open().body) / 1000:.0f} kB", "–", "–", "–"),
    )
    assert times["page"] <= 30 * times["bare"]


def test_how_many_deals_a_second_sixteen_clients_record(server: ServerProcess):
    keeping = scorers(server)
    rates: dict[str, list[float]] = {"record": [], "insert": []}
    for _ in range(3):
        rates["record"].append(a_second([scorer.record for scorer in keeping], each=8))
        rates["insert"].append(
            a_second([partial(scorer.post, INSERT, {}) for scorer in keeping], each=40)
        )
    deals, inserts = median(rates["record"]), median(rates["insert"])
    table(
        f"{title()}, {TABLES} clients at once, by the clock on the wall",
        HEAD,
        (
            f"{deals:.0f} deals a second",
            f"{inserts:.0f} inserts a second",
            deals / inserts,
            "1/3 at least",
        ),
    )
    assert deals >= inserts / 3


def a_second(clients: list[Callable[[], Answer]], *, each: int) -> float:
    """Let all clients call at once, `each` times per client; return the calls per second. Every call must succeed."""

    def work(call: Callable[[], Answer]) -> None:
        for _ in range(each):
            answer = call()
            assert answer.status == 200, answer.status  # a locked database would be 500

    begun = time.perf_counter()
    with ThreadPoolExecutor(len(clients)) as threads:
        list(threads.map(work, clients))
    return len(clients) * each / (time.perf_counter() - begun)


def test_the_slowest_of_a_hundred_recordings_while_ten_a_second_come(
    server: ServerProcess,
):
    keeping = scorers(server)
    waits: dict[str, list[float]] = {"record": [], "insert": []}
    for _ in range(3):
        waits["record"] += paced([scorer.record for scorer in keeping])
        waits["insert"] += paced(
            [partial(scorer.post, INSERT, {}) for scorer in keeping]
        )
    record, insert = (percentiles(waits[name]) for name in ("record", "insert"))
    table(
        f"{title()}, {A_SECOND} a second, ms by the clock on the wall",
        HEAD,
        (
            f"p99 of a recording, {record[98]:.0f}",
            f"p99 of an insert, {insert[98]:.0f}",
            record[98] / insert[98],
            "–",
        ),
        (
            f"its median, {record[49]:.0f}",
            f"median, {insert[49]:.0f}",
            record[49] / insert[49],
            "6 at most",
        ),
    )
    assert record[49] <= 6 * insert[49]


def percentiles(waits: list[float]) -> list[float]:
    return quantiles(waits, n=100)


def paced(clients: list[Callable[[], Answer]]) -> list[float]:
    """Make A_SECOND calls a second, however slow the answers; return each call's milliseconds since it was due."""
    due = time.perf_counter() + 0.1
    moments = [due + number / A_SECOND for number in range(A_SECOND * SECONDS)]

    def work(client: int) -> list[float]:
        waited = []
        for moment in moments[client :: len(clients)]:
            time.sleep(max(0.0, moment - time.perf_counter()))
            assert clients[client]().status == 200
            waited.append((time.perf_counter() - moment) * 1000)
        return waited

    with ThreadPoolExecutor(len(clients)) as threads:
        return list(chain.from_iterable(threads.map(work, range(len(clients)))))
