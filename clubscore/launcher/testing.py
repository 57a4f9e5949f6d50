"""`python -m clubscore test`: on SQLite, in the browser, on PostgreSQL. For a checkout, on Linux and macOS."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence

from clubscore.configuration.places import ROOT
from clubscore.launcher.environment import PYTHON, equip
from clubscore.launcher.running import ProgramFailed, run_program

WITHOUT_BROWSER = "--ignore=tests/e2e"
# The marks of what is left out: by each change, by one that lands, by the thorough run.
TO_CHANGE = "not landing and not thorough and not typed and not cost"
TO_LAND = "not thorough and not typed and not cost"
ALL = "not typed and not cost"
# What has no database, and what has a server of PostgreSQL of its own.
OF_THE_FIRST_RUN = ("--ignore=tests/scoring", "--ignore=tests/docs")
# What asks the server, on whichever database: on PostgreSQL in the thorough run alone.
OF_THE_SERVER = (
    "--ignore=tests/soak/test_noise.py",
    "--ignore=tests/soak/test_slow_ones.py",
)
# Of the first run alone. A hundred examples ask about rules, which no other database changes; coverage is 98 percent
# there, and to watch the other runs as well takes time and adds a fraction.
THOROUGH = (
    "--hypothesis-profile=thorough",
    "--cov",
    "--cov-report=",
    "--cov-fail-under=0",
)
# What says a day of the week or a date; each of its tests begins on each day of a week, in the browser as well.
THAT_SAY_A_DAY = (
    *(
        "tests/duplicate",
        "tests/evenings",
        "tests/ledger",
        "tests/room",
        "tests/settlements",
        "tests/standings",
    ),
    *("tests/wall", "tests/e2e/test_every_page.py", "tests/e2e/test_wall.py"),
)
WEEK = tuple(f"2026-11-{day}" for day in range(23, 30))
ON_POSTGRES = (str(PYTHON), ".ci/with_postgres.py")


def test(arguments: Sequence[str]) -> None:
    """Run the tests that a change must pass.

    With `--fast` run only the short tests on SQLite, with `--landing` the tests before a change reaches others, with
    `--thorough` all tests. Raises ProgramFailed if a test fails or an argument is unknown.
    """
    if list(arguments) not in ([], ["--fast"], ["--landing"], ["--thorough"]):
        print(
            "test takes --fast, --landing or --thorough, or nothing.", file=sys.stderr
        )
        raise ProgramFailed(2)
    equip()
    os.chdir(ROOT)
    # The tests say themselves which database they are about.
    os.environ.pop("DATABASE_URL", None)
    # Hundreds of processes import the program, and each would compile it, and the tests, anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if "--fast" in arguments:
        _pytest(WITHOUT_BROWSER, "-m", f"not slow and {TO_CHANGE}")
        return
    _forget_the_last_run()
    if "--thorough" in arguments:
        _test_thoroughly()
        return
    is_landing = "--landing" in arguments
    marks = TO_LAND if is_landing else TO_CHANGE
    _pytest(WITHOUT_BROWSER, "-m", marks)
    os.environ["CHROMIUM"] = _chromium()
    _pytest("-m", marks, "tests/e2e")
    again = marks if is_landing else f"not slow and {marks}"
    of_the_database = (
        WITHOUT_BROWSER,
        "--of-the-database",
        *OF_THE_FIRST_RUN,
        *OF_THE_SERVER,
    )
    _pytest("-m", again, *of_the_database, under=ON_POSTGRES)


def _test_thoroughly() -> None:
    """Run the tests on SQLite with 100 examples of each property, the longest history and coverage.

    Then run the tests in a browser, and run the tests that depend on a date for each day of a week. Then run the tests
    on PostgreSQL, without those in a browser and those that OF_THE_FIRST_RUN leaves out. Last, print the coverage.
    """
    _pytest(WITHOUT_BROWSER, "-m", ALL, *THOROUGH)
    os.environ["CHROMIUM"] = _chromium()
    _pytest("tests/e2e")
    for day in WEEK:
        _pytest("-m", TO_LAND, f"--on-day={day}", *THAT_SAY_A_DAY)
    _pytest(WITHOUT_BROWSER, "-m", ALL, *OF_THE_FIRST_RUN, under=ON_POSTGRES)
    run_program([str(PYTHON), "-m", "coverage", "report"], shown=True)


def _pytest(*arguments: str, under: Sequence[str] = ()) -> None:
    """Run pytest with these arguments, and print the time that the tests took.

    `under` is the command line of a program that runs Python, if one is needed.
    """
    at_once = ("-n", os.environ.get("WORKERS") or "2", "--dist", "worksteal")
    began = time.monotonic()
    run_program([*under, str(PYTHON), "-m", "pytest", *at_once, *arguments], shown=True)
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    print(f"That took {minutes}:{seconds:02}.", flush=True)


def _chromium() -> str:
    found = subprocess.run([".ci/find_chromium.sh"], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        raise ProgramFailed(found.returncode)
    return found.stdout.strip()


def _forget_the_last_run() -> None:
    cache = ROOT / ".cache"
    for path in (
        *cache.glob("coverage*"),
        *cache.glob("e2e"),
        *cache.glob("test.sqlite3*"),
    ):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
