"""The guard on cost: what pages take over HTTP, against the limits in `limits.toml`.

    make cost

It takes two minutes at most. Statements, nodes of templates, looked-up words and bytes are counted after the first
requests have loaded what they need, and must not exceed their limits. The server's processor time is measured in
interleaved rounds, beside a page whose work is always the same, and is expressed in bare views. It is always printed,
and fails only far above its limit.
"""

import time
from collections.abc import Mapping
from statistics import median

import pytest

from tests.bench.hello import WORTH, YARDSTICK
from tests.bench.measure import machine, table
from tests.bench.scorer import Answer, Browser
from tests.bench.server_process import ServerProcess
from tests.cost.limits import ADVICE, EXACT, Figures, exceeded, limits
from tests.cost.pages import Step, Watched, watched

pytestmark = [pytest.mark.cost, pytest.mark.django_db(transaction=True)]

ROUNDS = 16
YARDSTICKS = 3  # in a round
SETTLED = 0.05  # seconds, until what follows an answer in the server is done too
HEADERS = {"statements": "X-Statements", "nodes": "X-Nodes", "words": "X-Words"}


@pytest.fixture
def server(tmp_path):
    server = ServerProcess(tmp_path)
    server.start()
    yield server
    server.stop()


def test_no_page_costs_more_than_its_limit(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
):
    reader, pages = watched(server.connection)
    assert pages.keys() == limits().keys(), (
        "Name each page both in tests/cost/pages.py and in tests/cost/limits.toml."
    )
    counts = {name: counted(page) for name, page in pages.items()}
    ratios = measured(server, reader, pages)
    found = {name: {"ratio": ratios[name], **counts[name]} for name in pages}
    with capsys.disabled():
        tell(found)
    dear = [
        sentence
        for name, figures in found.items()
        for sentence in exceeded(name, figures, limits()[name])
    ]
    assert not dear, "\n".join([*dear, ADVICE])


def counted(page: Watched) -> dict[str, int]:
    """Return the EXACT counts of a page, made after its first requests have loaded what they need.

    Of two tries the lesser count is taken: every few seconds the server asks anew whether a session is still open.
    """
    for _ in range(2):
        ask(page())
    tries = [counts_of([step(**{"X-Count": "1"}) for step in page()]) for _ in range(2)]
    return {kind: min(counts[kind] for counts in tries) for kind in EXACT}


def counts_of(answers: list[Answer]) -> dict[str, int]:
    sums = {
        name: sum(int(answer.headers[header]) for answer in answers)
        for name, header in HEADERS.items()
    }
    return sums | {"bytes": sum(len(answer.body) for answer in answers)}


def ask(steps: list[Step]) -> list[Answer]:
    answers = [step() for step in steps]
    assert [answer.status for answer in answers] == [200] * len(steps)
    return answers


def measured(
    server: ServerProcess, reader: Browser, pages: Mapping[str, Watched]
) -> dict[str, float]:
    """Return the median processor time of each page in bare views, by comparison with the yardstick page.

    Other work on the machine slows the page and the yardstick alike.
    """
    taken: dict[str, list[float]] = {name: [] for name in pages}
    yardstick: list[float] = []
    ask([lambda: reader.get(YARDSTICK)])
    for _ in range(ROUNDS):
        yardstick.append(
            processor_time(server, [lambda: reader.get(YARDSTICK)] * YARDSTICKS)
            / YARDSTICKS
        )
        for name, page in pages.items():
            taken[name].append(processor_time(server, page()))
    return {
        name: WORTH * median(times) / median(yardstick) for name, times in taken.items()
    }


def processor_time(server: ServerProcess, steps: list[Step]) -> float:
    """Make these requests, and return the processor seconds that the server used for them."""
    begun = server.processor_time()
    ask(steps)
    time.sleep(SETTLED)
    return server.processor_time() - begun


def tell(found: Mapping[str, Figures]) -> None:
    rows = [
        (name, f"{figures['ratio']:.1f} of {limits()[name]['ratio']}")
        + tuple(f"{figures[kind]} of {limits()[name][kind]}" for kind in EXACT)
        for name, figures in found.items()
    ]
    table(f"What pages cost, {machine()}", ("page", "bare views", *EXACT), *rows)
