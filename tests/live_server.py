"""The real server for tests: uvicorn with the whole application, in a thread, on a free port of 127.0.0.1."""

import socket
import threading
import time
from pathlib import Path
from typing import Self

import uvicorn
from django.test import override_settings

from clubscore.server.protocol import PatientProtocol
from tests.server_process import PATIENCE


class AsgiServer:
    """Pages and event streams as members get them. `start` and `stop` may follow each other; the port stays.

    A context manager, too: what fails in its block leaves no server behind, whose threads would go on asking for a
    database that is no longer there. The server sees what is committed, so a test that uses it needs pytest-django's
    `transactional_db`.
    """

    def __init__(self, *, certificate: Path | None = None) -> None:
        """`certificate` is a file with it and its key, for a server that speaks HTTPS by itself."""
        self.port = 0  # any free one, until the first start
        self._certificate = certificate

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        with override_settings(WHITENOISE_AUTOREFRESH=False):
            # The static files, too, as members get them.
            from clubscore.asgi import application  # noqa: PLC0415 - Django must be set up first, and not at import

        listener = _bound_socket(self.port)
        self.port = listener.getsockname()[1]
        config = uvicorn.Config(
            application,
            http=PatientProtocol,
            proxy_headers=False,
            lifespan="on",
            ssl_certfile=self._certificate,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listener]}, daemon=True
        )
        self._thread.start()
        give_up = time.monotonic() + PATIENCE
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > give_up:
                raise RuntimeError("The server under test did not start.")
            time.sleep(0.01)

    def stop(self) -> None:
        """Returns when every stream is closed and no connection to the database is left."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            raise RuntimeError("The server under test did not stop.")

    def connections(self) -> int:
        """The number of connections that clients have open."""
        return len(self._server.server_state.connections)

    def unsent_bytes(self) -> int:
        """What the server has written and its clients have not yet read, the kernel's own buffers apart."""
        return sum(
            protocol.transport.get_write_buffer_size()
            for protocol in self._server.server_state.connections
        )


def _bound_socket(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    return bound
