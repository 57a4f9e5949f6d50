"""PostgreSQL's programs, run with the connection of the settings. No password is on a command line or in a message."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from clubscore.refusals import Refused

OF_DJANGO = frozenset({"assume_role", "isolation_level", "pool", "server_side_binding"})
SERVICE = "club"


class ToolFailed(Refused):
    """The error that a program of PostgreSQL is missing or has failed. The message names the program and the error."""


@contextmanager
def connected(database: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """The environment variables for PostgreSQL's programs, with which `service=club` means this database.

    `database` is a dictionary as in the settings. The variables are valid as long as the block runs.
    """
    named = {"host": "HOST", "port": "PORT", "user": "USER", "dbname": "NAME"}
    facts = {
        name: str(database[key]) for name, key in named.items() if database.get(key)
    }
    facts |= {
        key: str(value)
        for key, value in database.get("OPTIONS", {}).items()
        if key not in OF_DJANGO
    }
    password = facts.pop("password", database.get("PASSWORD") or "")
    with TemporaryDirectory(prefix="clubscore-") as folder:
        file = Path(folder, "service")
        file.touch(mode=0o600)
        file.write_text(
            "".join(
                [
                    f"[{SERVICE}]\n",
                    *(f"{name}={value}\n" for name, value in facts.items()),
                ]
            )
        )
        yield {"PGSERVICEFILE": str(file)} | (
            {"PGPASSWORD": password} if password else {}
        )


def run(program: str, *arguments: str, environment: Mapping[str, str]) -> str:
    """Run a program of PostgreSQL to its end. Returns its output. Raises ToolFailed."""
    if not shutil.which(program):
        raise ToolFailed(
            f"{program} is not installed here: it is in the package postgresql-client."
        )
    done = subprocess.run(
        [program, *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise ToolFailed(_explained(program, done.stderr))
    return done.stdout


def _explained(program: str, errors: str) -> str:
    said = " ".join(errors.split())[:500]
    if found := re.search(r"server version: (\d+)\S*.*?pg_dump version: (\d+)", said):
        return (
            f"The server is PostgreSQL {found[1]}, and this pg_dump is of {found[2]}, which cannot read it: install "
            f"postgresql-client-{found[1]}."
        )
    if "transaction_timeout" in said:
        return (
            "The server is older than this postgresql-client, and does not know what its dumps begin with: install the "
            f"postgresql-client of the server's version. ({said})"
        )
    if "unsupported version" in said:
        return f"A newer pg_dump has made this file: install the postgresql-client of its version. ({said})"
    return f"{program}: {said}"
