"""A machine that has PostgreSQL and a fresh checkout of Clubscore, and nothing else of Clubscore."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clubscore.launcher.environment import STAMP
from tests.docs.terminal import Terminal
from tests.server_process import free_port
from tests.source_code import ROOT

PASSWORD = "four spades doubled"
ANSWERS = {
    "The club's name": "The Portland Rooms",
    "Its clock": "Europe/Paris",
    "Its currency": "EUR",
    "Shall phones of this network reach it?": "no",
    "A name under which it is reached": "",
    "The secretary's sign-in name": "ruth",
    "The secretary's name": "Ruth Abel",
    "Password": PASSWORD,
    "Once more": PASSWORD,
    "Shall it be done?": "yes",
}
"""The answers that a newcomer types, by the question of a command."""

KEEP_ALIVE = ("sh", "-c", 'echo "$DATABASE_URL"; exec cat')


class Machine:
    """A fresh checkout in a folder with a blank in its name, and whatever is needed to use it at a terminal.

    Its libraries are the libraries of these tests: nothing is fetched.
    """

    def __init__(self, folder: Path, *, postgresql: str) -> None:
        self.port = free_port()
        self._folder, self._postgresql = folder, postgresql
        self._checkout = folder / "our club"
        copy_checkout(self._checkout)
        (folder / "bin").mkdir()
        plain = Path(sys.executable).resolve()
        for name in ("python", "python3", f"python3.{sys.version_info.minor}"):
            (folder / "bin" / name).symlink_to(plain)

    def terminal(self, home: Path) -> Terminal:
        """Return a terminal in the folder of the checkout, for a user whose home folder is `home`."""
        home.mkdir(exist_ok=True)
        environment = {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PATH": f"{self._folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PORT": str(self.port),
            "PGHOST": self._postgresql,
            "PGUSER": "postgres",
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # that is: build with the libraries that are here
        }
        return Terminal(folder=self._checkout, environment=environment, answers=ANSWERS)


def copy_checkout(to: Path) -> None:
    """Copy all files that are committed or would be into this folder, with a virtual environment of our libraries."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        stdout=-1,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)
    (to / ".venv").mkdir()
    for path in Path(sys.prefix).iterdir():
        (to / ".venv" / path.name).symlink_to(path)
    stamp = to / ".venv" / STAMP.name  # is written
    kept = stamp.read_bytes()
    stamp.unlink()
    stamp.write_bytes(kept)


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    """Yield a machine in this folder with a running PostgreSQL server, which knows the user and has no club."""
    command = [sys.executable, ROOT / ".ci" / "with_postgres.py", *KEEP_ALIVE]
    environment = {
        name: value for name, value in os.environ.items() if name != "TEST_DATABASE_URL"
    }
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin and server.stdout
        found = re.search(r"\?host=(\S+)", server.stdout.readline())
        assert found, "No server of PostgreSQL has started."
        yield Machine(folder, postgresql=found[1])
        server.stdin.close()
