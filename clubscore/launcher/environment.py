"""The virtual environment of a checkout, `.venv`: it is made, and kept in step with the files of requirements."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256

from clubscore.configuration.places import IS_INSTALLED, ROOT, data_folder
from clubscore.launcher.running import ProgramFailed, run_program

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / ".installed"

CLUB = ("requirements.txt",)
ON_POSTGRES = "requirements-postgres.txt"
TOOLS = (*CLUB, ON_POSTGRES, "requirements-sentry.txt", ".ci/requirements.txt")
READERS = (".ci/readers.txt",)  # without what they ask for themselves


def install() -> None:
    """Install the Python packages that Clubscore needs to run for this club into the virtual environment.

    The function does nothing if Clubscore itself was installed as a package, because then they are installed already.
    """
    if IS_INSTALLED:
        return
    needed = list(CLUB)
    if _is_on_postgres():
        needed.append(ON_POSTGRES)
    _require(needed, "Clubscore needs")


def equip() -> None:
    """Install everything that the tests and checks of a checkout need, including what the club needs."""
    _require(TOOLS, "the tests and checks need")
    _require(READERS, "the tests read with", "--no-deps")


def django(*arguments: str) -> list[str]:
    """The command line that runs a command of Django: `arguments` are the command's name and its arguments."""
    if IS_INSTALLED:
        return [sys.executable, "-P", "-m", "clubscore.command_line", *arguments]
    return [str(PYTHON), str(ROOT / "manage.py"), *arguments]


def _is_on_postgres() -> bool:
    if url := os.environ.get("DATABASE_URL"):
        return url.startswith("postgres")
    kept = data_folder() / "club.env"
    text = kept.read_text(encoding="utf-8", errors="replace") if kept.is_file() else ""
    return bool(
        re.search(r"""^(export )?DATABASE_URL=["']?postgres""", text, re.MULTILINE)
    )


def _require(files: Sequence[str], for_what: str, *options: str) -> None:
    """Install the packages in these files of requirements, unless that was done since the files last changed.

    `for_what` completes the printed line "Installing what … into .venv/"; `options` are options of pip.
    """
    wanted = {
        f"{name} {sha256((ROOT / name).read_bytes()).hexdigest()}" for name in files
    }
    given = (
        set(STAMP.read_text(encoding="utf-8").splitlines())
        if PYTHON.exists() and STAMP.exists()
        else set()
    )
    if wanted <= given:
        return
    if not PYTHON.exists():
        _make()
    print(f"Installing what {for_what} into {VENV.name}/", flush=True)
    pip = [
        str(PYTHON),
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
        *options,
    ]
    try:
        run_program(
            [*pip, *(part for name in files for part in ("-r", str(ROOT / name)))]
        )
    except ProgramFailed:
        print(
            "That did not succeed: pip says why above. The first start needs the internet.",
            file=sys.stderr,
        )
        raise
    kept = {line for line in given if line.partition(" ")[0] not in files}
    STAMP.write_text("\n".join(sorted(kept | wanted)) + "\n", encoding="utf-8")


def _make() -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if importlib.util.find_spec("ensurepip") is None and not _apt_install(
        f"python{version}-venv"
    ):
        # Debian's python3 comes without it.
        print(
            f"Python {version} has no ensurepip. Install it (Debian, Ubuntu: apt-get install python{version}-venv).",
            file=sys.stderr,
        )
        raise ProgramFailed(1)
    run_program([sys.executable, "-m", "venv", "--clear", str(VENV)])


def _apt_install(package: str) -> bool:
    if not (shell := shutil.which("sh")):
        return False
    return subprocess.call([shell, str(ROOT / ".ci/apt_install.sh"), package]) == 0
