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
    """A server of the pages and event streams that members get. It keeps its port when `start` follows `stop`.

    It is a context manager, too: if its block fails, it still stops, and leaves no thread that would ask for a database
    which is gone. The server sees committed rows only, so a test that uses it needs pytest-django's `transactional_db`.
    """

    def __init__(self, *, certificate: Path | None = None) -> None:
        """`certificate` is a file with a certificate and its key, for a server that speaks HTTPS itself."""
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
        """Stop the server, and return when its streams and database connections are closed.

        Raises RuntimeError if that takes longer than PATIENCE.
        """
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            raise RuntimeError("The server under test did not stop.")

    def connections(self) -> int:
        """The number of connections that clients have open."""
        return len(self._server.server_state.connections)

    def unsent_bytes(self) -> int:
        """Return the number of bytes that the server has written and no client has read, without kernel buffers."""
        return sum(
            protocol.transport.get_write_buffer_size()
            for protocol in self._server.server_state.connections
        )


def _bound_socket(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    return bound
