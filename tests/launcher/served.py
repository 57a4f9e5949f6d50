"""Runs a command that serves a club on a free port, from any folder, until the block ends."""

import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path

PATIENCE = 900.0  # seconds: a busy machine is no failure, and the demonstration is made within them


@contextmanager
def served(
    command: Sequence[str], *, folder: Path, environment: Mapping[str, str]
) -> Iterator[str]:
    """Run `command` with a free PORT in its environment, and yield the address of the club that it serves."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment, "PORT": str(port)},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        give_up = time.monotonic() + PATIENCE
        while (healthy := _answer_of(f"http://127.0.0.1:{port}/healthz")) is None:
            assert process.poll() is None and time.monotonic() < give_up, (
                log.read_text()
            )
            time.sleep(0.1)
        assert b'"status": "ok"' in healthy, log.read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answer_of(address: str) -> bytes | None:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.read()
    except (OSError, HTTPException):
        return None
