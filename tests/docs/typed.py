"""Commands of the docs at a terminal: typed to their end, or served until Ctrl-C."""

import json
import re
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any

from tests.docs.commands import Command
from tests.docs.terminal import PATIENCE, Terminal

SERVES = re.compile(r"(make|python -m clubscore) run\b")


def type_it(terminal: Terminal, command: Command, *, port: int) -> None:
    """Type the command, and see it succeed; a server is stopped once it is well."""
    if SERVES.match(command.text):
        with served(terminal, command, port=port):
            return
    code, said = terminal.type(command.text)
    assert code == 0, f"{command}\n{said}"


@contextmanager
def served(terminal: Terminal, command: Command, *, port: int) -> Iterator[str]:
    """The address of the club that the command serves, until Ctrl-C at the end of the block."""
    terminal.start(command.text)
    address = f"http://127.0.0.1:{port}"
    give_up = time.monotonic() + PATIENCE
    while (health := health_at(address)) is None:
        assert not terminal.prompt(), f"{command} has ended:\n{terminal.said}"
        assert time.monotonic() < give_up, f"{command} does not serve:\n{terminal.said}"
    assert health["status"] == "ok", f"{command}\n{health}"
    yield address
    terminal.press_ctrl_c()
    _, said = terminal.ended()
    assert "Traceback" not in said, f"{command}\n{said}"


def health_at(address: str) -> dict[str, Any] | None:
    """The answer of /healthz; None where nobody answers."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:
            return json.load(answer)
    except (OSError, HTTPException):
        return None
