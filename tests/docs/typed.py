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
    """Type the command and check that it succeeds; if it starts a server, stop it as soon as it is healthy."""
    if SERVES.match(command.text):
        with served(terminal, command, port=port):
            return
    code, said = terminal.type(command.text)
    assert code == 0, f"{command}\n{said}"


@contextmanager
def served(terminal: Terminal, command: Command, *, port: int) -> Iterator[str]:
    """Start the command, wait until it serves a healthy club, and yield its address; press Ctrl-C after the block."""
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
    """Return the answer of /healthz at this address, or None if nothing answers."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:
            return json.load(answer)
    except (OSError, HTTPException):
        return None
