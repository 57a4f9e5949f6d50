"""The extra cost of counting a request and of logging it, compared with the request alone.

The application answers at once, so that nothing else is measured. An answer has two messages, as a page's has.
"""

import asyncio
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from clubscore.server.bodies import Application
from clubscore.server.observer import Observer
from tests.bench.measure import in_turns, machine, report
from tests.source_code import ROOT

REQUESTS = 2_000
ROUNDS = 25


async def page(scope: Any, receive: Any, send: Any) -> None:
    scope.setdefault("state", {}).update(route="rubbers:detail", member=7)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def nothing(*_: Any) -> None:
    pass


def answers(application: Application) -> Any:
    async def all_of_them() -> None:
        for _ in range(REQUESTS):
            await application(  # type: ignore[arg-type]
                {"type": "http", "method": "GET", "path": "/rubbers/41/"},
                nothing,
                nothing,
            )

    return lambda: asyncio.run(all_of_them())


def measure() -> list[tuple[str, str]]:
    nowhere = open(os.devnull, "w")  # noqa: SIM115
    logging.getLogger("clubscore.requests").addHandler(logging.StreamHandler(nowhere))
    logging.getLogger("clubscore.requests").setLevel(logging.INFO)
    logging.getLogger("clubscore.requests").propagate = False
    ways = {
        "unseen": answers(page),
        "counted": answers(Observer(page, logs=False)),
        "counted, and a line in the log": answers(Observer(page, logs=True)),
    }
    taken = in_turns(ways, rounds=ROUNDS)
    return [
        (name, f"{(taken[name] - taken['unseen']) / REQUESTS / 1000:.1f}")
        for name in list(ways)[1:]
    ]


def test_what_it_costs_to_be_seen(tmp_path: Path) -> None:
    shared = subprocess.run(
        [sys.executable, "-m", "tests.bench.bench_observer"],
        cwd=ROOT,
        env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    of_several = [line.split("\t") for line in shared.stdout.splitlines()]
    report(
        f"µs of processor time more a request, {machine()}",
        *measure(),
        *(
            (f"{name}; figures shared by several processes", figure)
            for name, figure in of_several
        ),
    )


if __name__ == "__main__":
    for name, figure in measure():
        print(name, figure, sep="\t")
