"""A terminal with a shell, as readers of the docs have it: what is typed goes through a pseudo-terminal."""

import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

PATIENCE = 900.0  # seconds: a busy machine is no failure
AT_A_TERMINAL = (
    "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
)
SHELL = ("bash", "--norc", "--noprofile", "--noediting", "-i")
PROMPT = re.compile(r"<it ended with (\d+)> \Z")
CTRL_C = "\x03"


class Terminal:
    """A context manager that runs a shell in this folder with this environment.

    `answers` are the answers to type, by the beginning of the question.
    """

    def __init__(
        self,
        *,
        folder: Path,
        environment: Mapping[str, str],
        answers: Mapping[str, str],
    ) -> None:
        self._folder, self._answers = folder, answers
        self._environment = {
            **environment,
            "PS1": "<it ended with $?> ",
            "TERM": "dumb",
        }
        self.said = ""

    def __enter__(self) -> Self:
        command = [sys.executable, "-c", AT_A_TERMINAL, *SHELL]
        self._process = subprocess.Popen(
            command,
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self.ended()
        return self

    def __exit__(self, *_: object) -> None:
        """End the shell, which also ends what still runs at the terminal."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def type(self, line: str) -> tuple[int, str]:
        """Type the line and wait for its end. Returns its exit code and what the terminal has shown of it."""
        self.start(line)
        return self.ended()

    def start(self, line: str) -> None:
        self.said = ""
        self._send(f"{line}\n")

    def press_ctrl_c(self) -> None:
        self._send(CTRL_C)

    def ended(self) -> tuple[int, str]:
        """Wait for the end of the command that was started. Returns its exit code and what the terminal has shown."""
        give_up = time.monotonic() + PATIENCE
        while not (prompt := self.prompt()):
            assert time.monotonic() < give_up, (
                f"No end, and no question that is known:\n{self.said}"
            )
        return int(prompt[1]), self.said[: prompt.start()]

    def prompt(self) -> re.Match[str] | None:
        """Return the shell's prompt if it waits for a line; else read for a moment, answer a question, return None."""
        if found := PROMPT.search(self.said):
            return found
        output = self._process.stdout
        assert output
        if select.select([output], [], [], 0.1)[0]:
            read = output.read(65536)
            assert read, f"The terminal is gone:\n{self.said}"
            self.said += read.decode(errors="replace").replace("\r\n", "\n")
            self._answer()
        return None

    def _answer(self) -> None:
        line = self.said.rpartition("\n")[2]
        for question, answer in self._answers.items():
            if line.startswith(question) and line.endswith((": ", "] ")):
                self.said += "\n"  # so that it is answered once
                self._send(f"{answer}\n")

    def _send(self, text: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(text.encode())
