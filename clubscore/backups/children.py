"""Commands of `manage.py` in separate processes, on this database or on another."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

_HEADING = re.compile(r"^(CommandError: |\?: \(\S+\) )")


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command: its exit code and its output."""

    code: int
    output: str
    errors: str

    @property
    def reason(self) -> str:
        """The error of the command in one line, without the heading that Django's command line prints."""
        said = self.errors.splitlines() or [f"it ended with {self.code}"]
        return _HEADING.sub(
            "", next((line for line in said if "(upkeep.E001)" in line), said[-1])
        )


def command_of(*words: str) -> list[str]:
    return [sys.executable, "-m", "django", *words]


def environment_with(changes: Mapping[str, str]) -> dict[str, str]:
    """The environment of this process with these changes, completed so that `python -m django` finds Clubscore."""
    path = os.pathsep.join(
        filter(None, (str(settings.BASE_DIR), os.environ.get("PYTHONPATH")))
    )
    return {**os.environ, "PYTHONPATH": path, **changes}


def manage(*words: str, **environment: str) -> CommandResult:
    """Run a command of `manage.py` to its end and capture its output. `environment` may name another database."""
    done = subprocess.run(
        command_of(*words),
        env=environment_with(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    return CommandResult(done.returncode, done.stdout.strip(), done.stderr.strip())
