"""The arguments with which uvicorn serves the club, for `manage.py serve` and for the tests."""

import errno
import socket
import sys
from importlib.util import find_spec

from uvicorn.main import main as uvicorn_command

from clubscore.configuration.places import ROOT
from clubscore.refusals import Refused

OPTIONS = (
    *(
        "--http",
        "clubscore.server.protocol:PatientProtocol",
        "--no-proxy-headers",
        "--backlog",
        "4096",
    ),
    # uvicorn kills a process that does not answer it in that time, also while it starts: a busy machine is no reason.
    *("--timeout-worker-healthcheck", "30"),
    # Whatever keeps what runs beside the pages from starting ends the start: uvicorn would serve without it.
    *("--lifespan", "on"),
    *("--timeout-graceful-shutdown", "3", "--no-server-header", "--no-access-log"),
)

# For `make dev`: a change of the Python starts the server anew. Open event streams are cut after one second, and their
# pages connect again by themselves.
RELOADING = (
    *(
        "--reload",
        "--reload-dir",
        str(ROOT / "clubscore"),
        "--reload-dir",
        str(ROOT / "scoring"),
    ),
    *("--reload-delay", "0.5", "--timeout-graceful-shutdown", "1"),  # seconds
)

# Of the two loops of Windows the one with which PostgreSQL's driver can listen; elsewhere it is the usual one.
WITHOUT_UVLOOP = ("--loop", "asyncio:SelectorEventLoop")


def server_arguments(
    *,
    port: int,
    host: str,
    processes: int,
    application: str = "clubscore.asgi:application",
    reloads: bool = False,
) -> list[str]:
    """The arguments of uvicorn. With `reloads`, one process serves and restarts when a Python file changes."""
    where = ("--host", host, "--port", str(port), "--workers", str(processes))
    loop = () if find_spec("uvloop") else WITHOUT_UVLOOP
    found = ("--app-dir", str(ROOT))  # from any folder
    return [
        *found,
        application,
        *where,
        *loop,
        *OPTIONS,
        *(RELOADING if reloads else ()),
    ]


def run_server(arguments: list[str]) -> None:
    """Run uvicorn in this process until it is stopped. Raises SystemExit if it could not start."""
    uvicorn_command.main(arguments, prog_name="uvicorn", standalone_mode=False)


class NoPort(Refused):
    """The error that the server cannot use this HOST and PORT. The message says why, and what to do."""


def require_free_port(host: str, port: int) -> None:
    """Require that the port is free and that this program may use it. Raises NoPort."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as tried:
            # There it would share the port with whoever has it.
            if sys.platform != "win32":
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        raise NoPort(_explained(error, host, port)) from error


def _explained(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Another program has the port {port}, perhaps a Clubscore that runs already: stop it, or name another "
                f"port, such as PORT={port + 1}."
            )
        case errno.EACCES:
            return f"This user may not open the port {port}: name one from 1024 on, such as PORT=8000."
    return f"Nothing can be served at HOST={host}, PORT={port}: {error.strerror}."
