"""Runs other programs: as a child, or in place of this process."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress


class ProgramFailed(Exception):
    """The failure of a program, with its exit code. The reason has been printed already."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def run_program(
    command: Sequence[str],
    *,
    more: Mapping[str, str] | None = None,
    shown: bool = False,
) -> None:
    """Run a program to its end, with the variables of `more` added to the environment.

    With `shown`, print the command first, as make does. Raises ProgramFailed if the exit code is not 0.
    """
    if shown:
        print(" ".join(command), flush=True)
    code = _wait_for(command, os.environ | (more or {}))
    if code:
        raise ProgramFailed(code)


def become(command: Sequence[str], *, more: Mapping[str, str] | None = None) -> int:
    """Replace this process by a program, so that signals reach the program directly.

    On Windows, which cannot replace a process, the program is run as a child. Returns its exit code.
    """
    os.environ.update(more or {})
    sys.stdout.flush()
    if os.name != "posix":
        return _wait_for(command, os.environ)
    os.execv(command[0], list(command))
    return 0


def _wait_for(command: Sequence[str], environment: Mapping[str, str]) -> int:
    process = subprocess.Popen(command, env=environment)
    while True:
        # Ctrl-C reaches the program, too, and it ends when it is ready to.
        with suppress(KeyboardInterrupt):
            return process.wait()
