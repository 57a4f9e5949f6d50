"""Scoring files of rubbers on the command line: how long it takes, and whether memory grows with the file."""

import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest

from tests.bench.measure import machine, report
from tests.bench.rubbers import seven_deal_rubbers

ROOT = Path(__file__).resolve().parents[2]
RUBBERS = seven_deal_rubbers(200)


def write(path, count):
    texts = ["".join(f"{deal}\n" for deal in rubber) + "---\n" for rubber in RUBBERS]
    with path.open("w", encoding="utf-8") as file:
        file.writelines(islice(cycle(texts), count))


# Run by a small process of its own, because what starts a process lends it its own peak of memory.
RUN = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "scoring", "sheet", *sys.argv[1:]], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def run(path, as_what):
    """Score the file in a new process; return its processor seconds and its peak of memory in MiB."""
    command = [sys.executable, "-c", RUN, "--format", as_what, str(path)]
    printed = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    seconds, kilobytes = map(float, printed.split())
    return seconds, kilobytes / 1024


@pytest.mark.parametrize("as_what", ["text", "json"])
def test_files_of_rubbers(tmp_path, as_what):
    rows = []
    for count in (1_000, 10_000, 100_000):
        path = tmp_path / "rubbers.txt"
        write(path, count)
        seconds, peak = run(path, as_what)
        rows.append(
            (
                f"{count:,} rubbers of seven deals",
                f"{seconds:.1f} s, {peak:.1f} MiB at most",
            )
        )
    report(f"A file through `scoring sheet --format {as_what}`, on {machine()}", *rows)
