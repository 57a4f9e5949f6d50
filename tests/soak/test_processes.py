"""Several processes behind nginx on one database: each can answer everything, and one that dies or is
replaced loses nothing.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.db import connection

from clubscore.rubbers.models import Deal
from tests.bench.live_clients import percentile
from tests.bench.scorer import Browser, tables_in_play
from tests.server_process import database_url
from tests.soak.fleet.nginx import ROOT, Nginx
from tests.soak.fleet.people import Evening, Keeper, Watching
from tests.soak.fleet.servers import BEHIND_A_PROXY, Fleet

pytestmark = [pytest.mark.slow, pytest.mark.landing]

PAGES = (
    "/",
    "/tables/{table}/",
    "/rubbers/{rubber}/",
    "/ledger/",
    "/standings/",
    "/members/me/",
    "/static/js/live.js",
)
NEXT_VERSION = "tests.soak.next_version.settings"


def layouts(full: bool) -> list[tuple[int, int]]:
    """Pairs of (machines, processes on each machine). With SQLite there is only one machine."""
    if not full:
        return [(1, 2)]
    return [
        (1, 2),
        (1, 4),
        *([(2, 1), (2, 2)] if connection.vendor == "postgresql" else []),
    ]


def assert_each_deal_once(keepers: list[Keeper]) -> None:
    """Assert that exactly the acknowledged deals are recorded, numbered without a gap."""
    for keeper in keepers:
        numbers = (
            Deal.objects.filter(rubber=keeper.rubber)
            .order_by("number")
            .values_list("number", flat=True)
        )
        assert list(numbers) == list(range(1, len(keeper.acknowledged) + 1))


def test_any_process_answers_anything_and_streams_of_each_show_every_deal(
    transactional_db: None, tmp_path: Path, full: bool
) -> None:
    for machines, each in layouts(full):
        folder = tmp_path / f"{machines} {each}"
        fleet = Fleet(folder, machines=machines, each=each)
        with (
            fleet.running(),
            Nginx(folder / "nginx", fleet.ports) as nginx,
            ExitStack() as open_streams,
        ):
            keepers = [
                Keeper(played, nginx) for played in tables_in_play(4 if full else 1)
            ]
            urls = [
                *(server.url for server in fleet.servers),
                *[nginx.url] * len(fleet.servers),
            ]
            streams = {
                keeper: [
                    open_streams.enter_context(watching(url, keeper, nginx))
                    for url in urls
                ]
                for keeper in keepers
            }
            with Evening(keepers, pause=1 if full else 0.1) as evening:
                look_at_each_page(keepers[0], len(fleet.ports))
                evening.wait_for(160 if full else 4)
            assert_each_deal_once(keepers)
            report_streams(f"{machines} × {each} processes", keepers, streams, full)
            assert_all_answered(fleet, nginx)


def look_at_each_page(keeper: Keeper, processes: int) -> None:
    """Open each page as often as there are processes."""
    browser = Browser(keeper.north, keeper.send)
    for page in PAGES:
        path = page.format(table=keeper.rubber.table_id, rubber=keeper.rubber.pk)
        for _ in range(processes):
            assert browser.get(path).status == 200, path


def assert_all_answered(fleet: Fleet, nginx: Nginx) -> None:
    """Assert that every process answered pages and forms, and refused none. nginx itself serves the static files."""
    log = [each for each in nginx.log() if not each.path.startswith("/static/")]
    assert {each.status for each in log} == {200}
    assert {each.process for each in log} == {
        f"127.0.0.1:{port}" for port in fleet.ports
    }
    assert {each.process for each in log if each.method == "POST"} == {
        each.process for each in log
    }
    print(
        f"{len(log)} requests, each answered by whichever process: all 200", flush=True
    )


def report_streams(
    layout: str,
    keepers: list[Keeper],
    streams: dict[Keeper, list[Watching]],
    full: bool,
) -> None:
    late = [
        stream.seconds_until(number, since)
        for keeper in keepers
        for number, since in enumerate(keeper.acknowledged, start=1)
        for stream in streams[keeper]
    ]
    answers = [seconds for keeper in keepers for seconds in keeper.took]
    print(
        f"{layout}: {len(late)} times a deal on a stream after its answer, p50 {percentile(late, 0.5) * 1e3:.0f} "
        f"p99 {percentile(late, 0.99) * 1e3:.0f} most {max(late) * 1e3:.0f} ms; "
        f"the answers took p50 {percentile(answers, 0.5) * 1e3:.0f} p99 {percentile(answers, 0.99) * 1e3:.0f} ms",
        flush=True,
    )
    if full:  # on a machine that is so busy that answers take seconds, streams may, too
        assert percentile(late, 0.99) < max(1, 2 * percentile(answers, 0.99))


def watching(url: str, keeper: Keeper, nginx: Nginx) -> Watching:
    cookie = "; ".join(f"{name}={value}" for name, value in keeper.cookies.items())
    return Watching(
        url, f"/live/rubber/{keeper.rubber.pk}/watch?revision=0.0", cookie, nginx
    )


@pytest.mark.thorough
def test_a_process_that_dies_loses_nobodys_deal(
    transactional_db: None, tmp_path: Path, full: bool
) -> None:
    fleet = Fleet(tmp_path, each=4 if full else 2)
    deaths = 20 if full else 1
    with fleet.running(), Nginx(tmp_path / "nginx", fleet.ports) as nginx:
        keepers = [Keeper(played, nginx) for played in tables_in_play(8 if full else 2)]
        with Evening(keepers) as evening:
            for death in range(deaths):
                evening.wait_for(5)
                fleet.kill(death % len(fleet.servers))
                fleet.start(death % len(fleet.servers))
    assert_each_deal_once(keepers)
    again = sum(keeper.again for keeper in keepers)
    print(
        f"{deaths} processes killed: {evening.acknowledged} deals, all once; {again} requests were sent again",
        flush=True,
    )


def migrate(folder: Path, app: str, *target: str) -> None:
    own = {
        "DJANGO_SETTINGS_MODULE": NEXT_VERSION,
        "DATABASE_URL": database_url(),
        "CLUB_DATA_DIR": str(folder),
    }
    command = [sys.executable, "manage.py", "migrate", app, *target, "-v", "0"]
    subprocess.run(command, cwd=ROOT, env=os.environ | BEHIND_A_PROXY | own, check=True)


@pytest.mark.thorough
def test_the_next_version_takes_over_without_a_stop(
    transactional_db: None, tmp_path: Path, full: bool
) -> None:
    present, following = (
        Fleet(tmp_path / "present"),
        Fleet(tmp_path / "following", version=NEXT_VERSION),
    )
    with (
        present.running(),
        following_schema_undone(tmp_path),
        Nginx(tmp_path / "nginx", present.ports) as nginx,
    ):
        keepers = [Keeper(played, nginx) for played in tables_in_play(8 if full else 2)]
        more = 200 if full else 5
        with Evening(keepers) as evening:
            evening.wait_for(more)
            migrate(tmp_path, "next_version")
            evening.wait_for(more)
            with following.running():
                nginx.send_to(present.ports + following.ports)
                evening.wait_for(more)
                nginx.send_to(following.ports)
                evening.wait_for(more)
                present.stop()
                evening.wait_for(more)
                evening.end()
    assert_each_deal_once(keepers)
    again = sum(keeper.again for keeper in keepers)
    print(
        f"The next version took over under {evening.acknowledged} deals: {again} requests were sent again",
        flush=True,
    )
    assert again == 0


@contextmanager
def following_schema_undone(folder: Path) -> Iterator[None]:
    try:
        yield
    finally:
        migrate(folder, "next_version", "zero")
