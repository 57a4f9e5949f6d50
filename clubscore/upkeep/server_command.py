"""The command that serves the club, for `manage.py serve` and for the tests."""

import sys

OPTIONS = (
    *("--http", "clubscore.server.protocol:PatientProtocol", "--no-proxy-headers", "--backlog", "4096"),
    # uvicorn kills a process that does not answer it in that time, also while it starts: a busy machine is no reason.
    *("--timeout-worker-healthcheck", "30"),
    *("--timeout-graceful-shutdown", "3", "--no-server-header", "--no-access-log"),
)


def server_command(
    *, port: int, host: str = "127.0.0.1", processes: int = 1, application: str = "clubscore.asgi:application"
) -> list[str]:
    """The program and its arguments. `processes` serve the application at that host and port."""
    where = ("--host", host, "--port", str(port), "--workers", str(processes))
    return [sys.executable, "-m", "uvicorn", application, *where, *OPTIONS]
