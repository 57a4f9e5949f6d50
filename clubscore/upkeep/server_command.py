"""The command that serves the club, for `manage.py serve` and for the tests."""

import sys
from importlib.util import find_spec

from clubscore.configuration.places import ROOT

OPTIONS = (
    *("--http", "clubscore.server.protocol:PatientProtocol", "--no-proxy-headers", "--backlog", "4096"),
    # uvicorn kills a process that does not answer it in that time, also while it starts: a busy machine is no reason.
    *("--timeout-worker-healthcheck", "30"),
    *("--timeout-graceful-shutdown", "3", "--no-server-header", "--no-access-log"),
)

# Of the two loops of Windows the one with which PostgreSQL's driver can listen; elsewhere it is the usual one.
WITHOUT_UVLOOP = ("--loop", "asyncio:SelectorEventLoop")


def server_command(
    *, port: int, host: str = "127.0.0.1", processes: int = 1, application: str = "clubscore.asgi:application"
) -> list[str]:
    """The program and its arguments. `processes` serve the application at that host and port."""
    where = ("--host", host, "--port", str(port), "--workers", str(processes))
    # Found from any folder, and nothing that lies in the folder of the start is taken for a library (-P).
    loop = () if find_spec("uvloop") else WITHOUT_UVLOOP
    found = (sys.executable, "-P", "-m", "uvicorn", "--app-dir", str(ROOT))
    return [*found, application, *where, *loop, *OPTIONS]
