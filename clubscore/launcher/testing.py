"""`python -m clubscore test`: on SQLite, in the browser, on PostgreSQL. For a checkout, on Linux and macOS."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence

from clubscore.configuration.places import ROOT
from clubscore.launcher.environment import PYTHON, equip
from clubscore.launcher.running import Failed, run_program

QUICK = ("-m", "not e2e and not thorough and not typed")
ALL = ("-m", "not e2e and not typed")
IN_THE_BROWSER = ("-m", "not thorough", "tests/e2e")
# What has no database, and what has a server of PostgreSQL of its own.
OF_THE_FIRST_RUN = ("--ignore=tests/scoring", "--ignore=tests/docs")
# Of the first run alone. A hundred examples ask about rules, which no other database changes; coverage is 98 percent
# there, and to watch the other runs as well takes time and adds a fraction.
THOROUGH = ("--hypothesis-profile=thorough", "--cov", "--cov-report=", "--cov-fail-under=0")
ON_POSTGRES = (str(PYTHON), ".ci/with_postgres.py")


def test(arguments: Sequence[str]) -> None:
    """The tests that a change must pass; with `--fast` the short ones on SQLite alone, with `--thorough` all there are.

    Raises Failed.
    """
    if list(arguments) not in ([], ["--fast"], ["--thorough"]):
        print("test takes --fast or --thorough, or nothing.", file=sys.stderr)
        raise Failed(2)
    equip()
    os.chdir(ROOT)
    os.environ.pop("DATABASE_URL", None)  # the tests say themselves which database they are about
    if "--fast" in arguments:
        _pytest("-m", "not e2e and not slow and not thorough and not typed")
        return
    _forget_the_last_run()
    if "--thorough" in arguments:
        _test_thoroughly()
        return
    _pytest(*QUICK)
    os.environ["CHROMIUM"] = _chromium()
    _pytest(*IN_THE_BROWSER)
    _pytest(*QUICK, "--of-the-database", *OF_THE_FIRST_RUN, under=ON_POSTGRES)


def _test_thoroughly() -> None:
    """Every test on each database, a hundred examples of each property, the longest history, coverage."""
    _pytest(*ALL, *THOROUGH)
    os.environ["CHROMIUM"] = _chromium()
    _pytest("tests/e2e")
    _pytest(*ALL, *OF_THE_FIRST_RUN, under=ON_POSTGRES)
    run_program([str(PYTHON), "-m", "coverage", "report"], shown=True)


def _pytest(*arguments: str, under: Sequence[str] = ()) -> None:
    """Run these tests, under another program where one is named, and print how long they took."""
    at_once = ("-n", os.environ.get("WORKERS") or "2", "--dist", "worksteal")
    began = time.monotonic()
    run_program([*under, str(PYTHON), "-m", "pytest", *at_once, *arguments], shown=True)
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    print(f"That took {minutes}:{seconds:02}.", flush=True)


def _chromium() -> str:
    found = subprocess.run([".ci/find_chromium.sh"], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        raise Failed(found.returncode)
    return found.stdout.strip()


def _forget_the_last_run() -> None:
    cache = ROOT / ".cache"
    for path in (*cache.glob("coverage*"), *cache.glob("e2e"), *cache.glob("test.sqlite3*")):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
