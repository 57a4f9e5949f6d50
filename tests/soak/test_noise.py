"""Everything that no page sends, to every address, by everybody: nothing fails, and refused requests change nothing."""

import os
import secrets
import time
from collections import Counter
from contextlib import closing
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.databases import made_once
from tests.live_server import AsgiServer
from tests.soak.noise.club import fill
from tests.soak.noise.evening import RESTORED_EVERY, Evening, Failure
from tests.soak.noise.sending import Door
from tests.soak.noise.watch import InFlight, Watch
from tests.soak.noise.wire import Raw, exchange, is_well, spoiled
from tests.soak.silence import silence

pytestmark = pytest.mark.landing

SHORT, FULL, AN_EVENING = 1_400, 100_000, 5_000  # requests
SHORT_RAW, FULL_RAW = 150, 5_000
AUDITS = ("check_ledger", "check_rubbers", "check_sessions", "check_standings")


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use a folder of this test for `club.env`, which an admin can write on a page, so that no later test reads it."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)


def _seed() -> str:
    """The seed of the noise: NOISE_SEED to repeat a run, otherwise a random one."""
    return os.environ.get("NOISE_SEED") or secrets.token_hex(4)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_noise_makes_a_page_fail_and_nothing_that_was_refused_is_written(
    full: bool,
) -> None:
    requests, seed = (FULL, _seed()) if full else (SHORT, "1")
    counts: Counter[int] = Counter()
    refused, written, failures, began = 0, 0, [], time.monotonic()
    door, watch = Door(), Watch()
    with watch.on(), silence():
        while counts.total() < requests:
            evening = Evening(
                made_once(fill), f"{seed} from {counts.total()}", door, watch
            )
            evening.spend(min(AN_EVENING, requests - counts.total()))
            counts, refused, written = (
                counts + evening.counts,
                refused + evening.refused,
                written + evening.written,
            )
            if full:
                print(
                    f"\nnoise: {counts.total()} requests so far in {time.monotonic() - began:.0f} s",
                    flush=True,
                )
            if evening.failures:
                print(report(evening.failures, seed), flush=True)
            failures += evening.failures
            for audit in AUDITS:
                call_command(audit, stdout=StringIO())
    door.close()
    seconds = time.monotonic() - began
    statuses = ", ".join(
        f"{count} × {status}" for status, count in sorted(counts.items())
    )
    print(
        f"\nnoise: seed {seed}, {counts.total()} requests, {counts.total() / seconds:.0f} a second",
        flush=True,
    )
    print(
        f"noise: {statuses}; {refused} refused, {written} wrote something", flush=True
    )
    assert not failures, report(failures, seed)
    # The noise reaches the club, and the watch sees it.
    assert min(refused, written) > requests / 50


def written_amiss(raw: Raw, status: int | None, watch: Watch) -> set[str]:
    """The tables that an incomplete or refused request wrote to."""
    is_refused = 400 <= (status or 0) < 500
    return set(watch.tables) if raw.must_not_write or is_refused else set()


def print_of_sockets(seed: str, counts: Counter[int | None], seconds: float) -> None:
    """Print how many requests were sent over sockets, and how many had each status."""
    statuses = ", ".join(
        f"{count} × {status or 'no answer'}" for status, count in counts.most_common()
    )
    print(
        f"\nnoise over sockets: seed {seed}, {counts.total()} requests in {seconds:.0f} s",
        flush=True,
    )
    print(f"noise over sockets: {statuses}", flush=True)


@pytest.mark.slow
def test_what_is_no_http_or_half_a_form_makes_nothing_fail_and_writes_nothing(
    transactional_db: None, full: bool
) -> None:
    requests, seed = (FULL_RAW, _seed()) if full else (SHORT_RAW, "1")
    rng, counts, failures = Random(seed), Counter[int | None](), []
    club, watch, began = made_once(fill), Watch(thread="page"), time.monotonic()
    with (
        closing(InFlight()) as in_flight,
        closing(Door()) as door,
        watch.on(),
        silence(),
        AsgiServer() as server,
    ):
        evening = Evening(club, seed, door, watch)
        evening.look_around()
        for number in range(requests):
            if number % RESTORED_EVERY == 0:
                evening.come_back()
                took = time.monotonic() - began
                print(
                    f"\nnoise over sockets: seed {seed}, {number} requests so far in {took:.0f} s",
                    end="",
                    flush=True,
                )
            sent = evening.noise()
            raw = spoiled(sent, evening.browsers[sent.who].header, rng)
            watch.forget()
            door.errors.clear()
            status = exchange(server.port, raw)
            goes_on = is_well(server.port) and in_flight.are_done()
            counts[status] += 1
            wrote = written_amiss(raw, status, watch)
            if wrote or door.errors or (status or 0) >= 500 or not goes_on:
                failures.append(
                    (number, status, wrote, door.errors[:1], raw.content[:3_000])
                )
            if not goes_on:
                break  # each of the others would wait for as long
    print_of_sockets(seed, counts, time.monotonic() - began)
    assert not failures, f"NOISE_SEED={seed}: {failures[:3]}"


def report(failures: list[Failure], seed: str) -> str:
    """The text of a report with the first failure of each kind and its request. NOISE_SEED=… repeats the run."""
    first: dict[str, Failure] = {}
    for failure in failures:
        first.setdefault(failure.why.strip().splitlines()[-1], failure)
    lines = [
        f"{len(failures)} failures, {len(first)} kinds. NOISE_SEED={seed} repeats them."
    ]
    for failure in first.values():
        shown = failure.sent._replace(
            body=failure.sent.body[:2_000], path=failure.sent.path[:2_000]
        )
        lines += [
            f"--- request {failure.number} of its evening: {shown!r}",
            failure.why,
        ]
    return "\n".join(lines)
