"""Measures functions against each other in turns, within one run, so that a busy machine slows all of them alike.

Times are those of the processor, not of the clock on the wall, for the machine may have other work.
"""

import os
import platform
from pathlib import Path
from random import Random
from statistics import median
from time import process_time_ns

ROUNDS = 60
# Where `make bench` puts what it compares with.
PEERS = str(Path(__file__).resolve().parents[2] / ".cache" / "peers")


def in_turns(things, rounds=ROUNDS):
    """Call the named functions in turns; return the median nanoseconds of each over all rounds.

    Each round has its own order: in a fixed order, the garbage of all functions would always be collected in the turn
    of the same function.
    """
    times = {name: [] for name in things}
    chance = Random(0)
    for _ in range(rounds):
        for name in chance.sample([*things], len(things)):
            began = process_time_ns()
            things[name]()
            times[name].append(process_time_ns() - began)
    return {name: median(taken) for name, taken in times.items()}


def with_room(thing):
    """Return a function that calls `thing` where the interpreter's own stack has room.

    Python 3.11 keeps that stack in pieces of 16 kB. Where a piece is full, every call takes new memory and gives it
    back: a quarter of a page's time in the depth of some tests, and next to nothing in the threads of the server.
    """

    def call():
        return thing()

    # A frame of its own piece, and the rest of that is free.
    call.__code__ = call.__code__.replace(co_stacksize=40_000)
    return call


def loop(statement, names):
    """Return a function that runs one statement for every `item` of `items`, without a function call for each."""
    program = f"def run(items=items):\n    for item in items:\n        {statement}\n"
    exec(program, names)
    return names.pop("run")


def machine():
    """Describe the machine in one line: its processors, system and Python."""
    model = next(
        (line for line in _cpu_facts() if line.startswith("model name")),
        "model name : unknown",
    )
    processor = model.partition(":")[2].strip()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} processors ({processor}), {platform.system()}, {python}"


def _cpu_facts():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as facts:
            return facts.read().splitlines()
    except OSError:
        return []


def report(title, *rows):
    """Print a title, and below it the rows, each a name and a figure."""
    print(f"\n{title}")
    for name, figure in rows:
        print(f"    {name:<58} {figure}")


def table(title, head, *rows):
    """Print a title and a table in Markdown, as `docs/benchmarks.md` has them."""
    print(f"\n{title}\n\n{_row(head)}\n{_row('---' for _ in head)}")
    for row in rows:
        print(_row(row))


def _row(cells):
    return "| " + " | ".join(_figure(cell) for cell in cells) + " |"


def _figure(cell):
    return f"{cell:.3g}" if isinstance(cell, float) else str(cell)
