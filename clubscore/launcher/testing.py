"""`python -m clubscore test`: on SQLite, in the browser, on PostgreSQL. For a checkout, on Linux and macOS."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from clubscore.configuration.places import ROOT
from clubscore.launcher.environment import PYTHON, equip
from clubscore.launcher.running import Failed, run_program

EXTENTS = {
    "": ("-m", "not e2e and not thorough and not typed"),
    "--thorough": ("-m", "not e2e and not typed"),
}
# What has no database, and what has a server of PostgreSQL of its own.
OF_THE_FIRST_RUN = ("--ignore=tests/scoring", "--ignore=tests/docs")
# Of the first run alone. A hundred examples ask about rules, which no other database changes; coverage is 98 percent
# there, and to watch the other runs as well takes time and adds a fraction.
THOROUGH = ("--hypothesis-profile=thorough", "--cov", "--cov-report=", "--cov-fail-under=0")


def test(arguments: Sequence[str]) -> None:
    """All tests. `--thorough`: a hundred examples of each property, the longest history, coverage. Raises Failed."""
    equip()
    os.chdir(ROOT)
    os.environ.pop("DATABASE_URL", None)  # the tests say themselves which database they are about
    if list(arguments) == ["--fast"]:
        _pytest("-m", "not e2e and not slow and not typed")
        return
    extent = EXTENTS.get(" ".join(arguments))
    if extent is None:
        print("test takes --fast or --thorough, or nothing.", file=sys.stderr)
        raise Failed(2)
    thorough = THOROUGH if "--thorough" in arguments else ()
    _forget_the_last_run()
    _pytest(*extent, *thorough)
    os.environ["CHROMIUM"] = _chromium()
    _pytest("tests/e2e")
    _pytest(*extent, *OF_THE_FIRST_RUN, under=(str(PYTHON), ".ci/with_postgres.py"))
    if thorough:
        run_program([str(PYTHON), "-m", "coverage", "report"], shown=True)


def _pytest(*arguments: str, under: Sequence[str] = ()) -> None:
    at_once = ("-n", os.environ.get("WORKERS") or "2", "--dist", "worksteal")
    run_program([*under, str(PYTHON), "-m", "pytest", *at_once, *arguments], shown=True)


def _chromium() -> str:
    found = subprocess.run([".ci/find_chromium.sh"], stdout=subprocess.PIPE, text=True)
    if found.returncode:
        raise Failed(found.returncode)
    return found.stdout.strip()


def _forget_the_last_run() -> None:
    cache = ROOT / ".cache"
    for path in (*cache.glob("coverage*"), *cache.glob("e2e"), *cache.glob("test.sqlite3*")):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
