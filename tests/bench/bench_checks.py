"""Measures how long the audits of a whole history take, and how much memory they need.

HISTORY=1000000 make bench
"""

import resource
import time
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from tests.bench.bench_standings import LARGEST, MEMBERS, SEASON
from tests.bench.big_club import club_of
from tests.bench.measure import machine, report

GOAL = 5 * 60  # seconds on one core, for a million rubbers


@pytest.mark.parametrize("command", ["check_rubbers", "check_ledger"])
def test_a_long_history_is_proved_in_minutes(database, command):
    club_of(members=MEMBERS, history=LARGEST, season=SEASON)
    before = _most_memory()
    wall, own = time.perf_counter(), time.process_time()
    call_command(command, stdout=StringIO())
    wall, own = time.perf_counter() - wall, time.process_time() - own
    report(
        f"{command}, {LARGEST:,} rubbers, {connection.vendor}, on {machine()}",
        ("processor time of Clubscore", f"{own:.0f} s"),
        ("clock on the wall", f"{wall:.0f} s"),
        (
            "processor time for a million (goal: 300 s at most)",
            f"{own * 1_000_000 / LARGEST:.0f} s",
        ),
        (
            "most memory before, and after",
            f"{before:.0f} MiB, {_most_memory():.0f} MiB",
        ),
    )
    # Few rubbers: what closed seasons carry weighs more.
    assert own <= max(GOAL * LARGEST / 1_000_000, 60)


def _most_memory() -> float:
    """Return the most memory that this process has used so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
