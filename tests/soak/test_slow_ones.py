"""Clients that are slow, too many, or reconnect all at once: other people's pages stay fast, and memory stays flat."""

import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import NamedTuple

import pytest

from clubscore.live.stream_limits import limits
from tests.bench.live_clients import percentile
from tests.bench.live_people import books, cookies
from tests.server_process import ServerProcess
from tests.soak.slow.clients import Clients
from tests.soak.slow.memory import megabytes, open_files
from tests.soak.slow.page_times import Taken, Visitors

VISITORS = 4
WITHIN = 2.5  # times the quiet p99 of pages; the aim is 2, and other work on the machine has a share in both
FLAT = 15  # megabytes between one round and the next

pytestmark = [pytest.mark.slow, pytest.mark.landing]


class Size(NamedTuple):
    clients: int
    attempts: int
    reconnects: int
    seconds: float
    """The length of each measurement, in seconds."""
    patience: float
    """The time that slow clients stay, in seconds; longer than the server waits for them."""
    rounds: int
    """The number of rounds of each campaign; memory that the first round fills must not grow in the second."""


# Patience: twice the half minute in which a client takes something, for what fills the kernel's buffers counts.
FULL = Size(
    clients=200, attempts=6_000, reconnects=3_000, seconds=20, patience=70, rounds=2
)
SHORT = Size(
    clients=40, attempts=120, reconnects=60, seconds=0.5, patience=0.5, rounds=1
)


@pytest.fixture
def size(full: bool) -> Size:
    return FULL if full else SHORT


@pytest.fixture(scope="module")
def files() -> Iterator[None]:
    """Raise this process's limit of open files to the maximum, which the server that it starts inherits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def server(files: None, django_db_setup: None) -> Iterator[ServerProcess]:
    """One server for all campaigns, as a club has one server for all its evenings."""
    with ServerProcess() as server:
        yield server


@pytest.fixture
def clients(transactional_db: None, server: ServerProcess) -> Iterator[Clients]:
    with Clients(server.port) as clients:
        yield clients


@pytest.fixture
def visitors(
    transactional_db: None, server: ServerProcess, size: Size
) -> Iterator[Visitors]:
    """The visitors, each with a table of its own and sheets for all deals of the measurements."""
    sheets = 1 + int((size.seconds + size.patience) * size.rounds) // 24
    visitors = Visitors(server.port, [books(sheets) for _ in range(VISITORS)])
    visitors.measure(min(size.seconds, 5))  # what is made once is made
    yield visitors
    visitors.close()


def report(campaign: str, quiet: Taken, busy: Taken) -> float:
    """Print the figures. Returns the ratio of the pages' 99th percentile while busy to the quiet one."""
    for what, before, beside in (
        ("pages", quiet.pages, busy.pages),
        ("deals", quiet.deals, busy.deals),
    ):
        if before and beside:
            figures = " ".join(
                f"{percentile(of, 0.5) * 1e3:.0f}/{percentile(of, 0.99) * 1e3:.0f} ms of {len(of)}"
                for of in (before, beside)
            )
            print(
                f"{campaign}: {what}, p50/p99 quiet, then beside it: {figures}",
                flush=True,
            )
    ratio = percentile(busy.pages, 0.99) / percentile(quiet.pages, 0.99)
    print(f"{campaign}: pages p99 {ratio:.2f} times the quiet one", flush=True)
    return ratio


def joined(parts: list[Taken]) -> Taken:
    return Taken(
        [one for part in parts for one in part.pages],
        [one for part in parts for one in part.deals],
    )


def measured(
    visitors: Visitors,
    server: ServerProcess,
    size: Size,
    campaign: str,
    once: Callable[[], None],
) -> tuple[float, float]:
    """Run the campaign in turn with quiet times.

    Returns the ratio of the pages' 99th percentiles, and the memory growth in MB.
    """
    quiet, busy, memory = [], [], []
    for _ in range(size.rounds):
        quiet.append(visitors.measure(size.seconds))
        busy.append(visitors.measure(size.seconds, once))
        time.sleep(min(size.seconds, 3))
        memory.append(megabytes(server.pid))
    print(
        f"{campaign}: memory after each round, MB: {' '.join(f'{each:.1f}' for each in memory)}",
        flush=True,
    )
    return report(campaign, joined(quiet), joined(busy)), memory[-1] - memory[0]


def test_slow_senders_do_not_hold_up_the_others(
    server: ServerProcess, visitors: Visitors, size: Size, full: bool
) -> None:
    cut = []

    def once() -> None:
        with Clients(server.port) as clients:
            clients.send_slowly(size.clients)
            time.sleep(size.patience)
            cut.append(clients.cut)

    ratio, grown = measured(
        visitors, server, size, f"{size.clients} slow senders", once
    )
    print(f"{size.clients} slow senders: cut off {sum(cut)} times", flush=True)
    if full:
        assert min(cut) >= size.clients
        assert ratio <= WITHIN
        assert grown < FLAT


def test_slow_readers_do_not_hold_up_the_others(
    server: ServerProcess, visitors: Visitors, size: Size, full: bool
) -> None:
    held = []

    def once() -> None:
        before = open_files(server.pid)
        with Clients(server.port) as clients:
            clients.read_slowly(size.clients)
            time.sleep(size.patience)
            held.append(open_files(server.pid) - before)

    ratio, grown = measured(
        visitors, server, size, f"{size.clients} slow readers", once
    )
    print(
        f"{size.clients} slow readers: {max(held)} of them held after {size.patience:.0f} s",
        flush=True,
    )
    if full:
        assert max(held) < size.clients / 10
        assert ratio <= WITHIN
        assert grown < FLAT


def stream_targets(number: int, members: list[str]) -> list[tuple[str, str]]:
    """The path and cookie of each of `number` streams of one sheet; the cookies of `members` are used in turn."""
    ((_, rubber),) = books()
    return [
        (f"/live/rubber/{rubber}/watch?revision=0.0", cookie)
        for cookie in islice(cycle(members), number)
    ]


def test_streams_beyond_the_limit_are_refused_and_pages_go_on(
    server: ServerProcess, visitors: Visitors, size: Size, full: bool
) -> None:
    targets = stream_targets(size.attempts, cookies(size.attempts // 12))
    fit = min(size.attempts, limits().total)
    found: list[Counter[int]] = []

    def once() -> None:
        with Clients(server.port) as clients:
            began = time.monotonic()
            found.append(clients.open_streams(targets))
            print(
                f"{size.attempts} streams: answered in {time.monotonic() - began:.1f} s, {dict(found[-1])}",
                flush=True,
            )

    ratio, grown = measured(visitors, server, size, f"{size.attempts} streams", once)
    assert found == [Counter({200: fit, 503: size.attempts - fit})] * size.rounds
    if full:
        assert ratio <= WITHIN
        assert grown < FLAT


def test_all_who_come_back_at_once_are_let_in(
    server: ServerProcess, clients: Clients, visitors: Visitors, size: Size, full: bool
) -> None:
    targets = stream_targets(size.reconnects, cookies(size.reconnects // 6))
    clients.open_streams(targets)

    def once() -> None:
        clients.drop_streams()
        began = time.monotonic()
        assert clients.open_streams(targets) == Counter({200: size.reconnects})
        print(
            f"{size.reconnects} reconnects: all are back in {time.monotonic() - began:.1f} s",
            flush=True,
        )

    ratio, grown = measured(
        visitors, server, size, f"{size.reconnects} reconnects", once
    )
    if full:
        assert ratio <= WITHIN
        assert grown < FLAT


def test_a_members_seventeenth_stream_is_refused_and_a_place_that_is_given_up_is_free(
    server: ServerProcess, clients: Clients
) -> None:
    targets = stream_targets(17, cookies(1))
    assert clients.open_streams(targets) == Counter({200: 16, 503: 1})
    assert clients.open_streams(stream_targets(1, cookies(1))) == Counter({200: 1})
    clients.drop_streams()
    give_up = time.monotonic() + 20
    while clients.open_streams(targets[:1])[200] == 0:
        assert time.monotonic() < give_up
