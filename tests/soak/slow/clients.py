"""Clients that misuse a server: they send slowly, read slowly, or open streams by the thousand."""

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

import uvloop

from tests.server_process import PATIENCE

FORM = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\nContent-Type: text/plain\r\n\r\n"
PIECE = (
    b"GET /static/vendor/htmx-2.0.11/htmx.min.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
)
PIECES = 4  # 200 kB
# Bytes of a packet, as on a bad line; the kernel takes 50 times that much on itself, or on loopback megabytes.
SEGMENT = 536
EVERY = 1.0  # seconds, a byte
AT_ONCE = 500  # streams that wait for their answer: the kernel drops connections that are too many to queue

T = TypeVar("T")


class Clients:
    """A context manager that runs the clients on one event loop in a thread.

    `cut` counts how often slow senders were cut off.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._loop = uvloop.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._tasks: set[asyncio.Task[None]] = set()
        self._streams: list[asyncio.StreamWriter] = []
        self.cut = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE * 5)

    async def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._drop()

    # --- slow ones ---

    def send_slowly(self, number: int) -> None:
        """Start `number` clients that send a form of 1,000 bytes at one byte a second, and reconnect when
        they are cut off.
        """
        self._run(self._begin(number, self._send_slowly))

    def read_slowly(self, number: int) -> None:
        """Start `number` clients that ask for 200 kB and read one byte a second.

        The kernel still has bytes for them long after the server has cut them off.
        """
        self._run(self._begin(number, self._read_slowly))

    async def _begin(self, number: int, client: Any) -> None:
        self._tasks |= {self._loop.create_task(client()) for _ in range(number)}

    async def _send_slowly(self) -> None:
        while True:
            with self._connected() as client:
                await self._loop.sock_connect(client, ("127.0.0.1", self._port))
                await self._loop.sock_sendall(client, FORM)
                answered = self._loop.create_task(self._answer(client))
                with suppress(OSError):
                    while not answered.done():
                        await self._loop.sock_sendall(client, b"a")
                        await asyncio.wait([answered], timeout=EVERY)
                answered.cancel()
                self.cut += 1

    async def _answer(self, client: socket.socket) -> None:
        with suppress(OSError):
            await self._loop.sock_recv(client, 1000)

    async def _read_slowly(self) -> None:
        with self._connected() as client, suppress(OSError):
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
            await self._loop.sock_connect(client, ("127.0.0.1", self._port))
            await self._loop.sock_sendall(client, PIECE * PIECES)
            while await self._loop.sock_recv(client, 1):
                await asyncio.sleep(EVERY)

    def _connected(self) -> socket.socket:
        client = socket.socket()
        client.setblocking(False)
        return client

    # --- streams ---

    def open_streams(self, targets: Sequence[tuple[str, str]]) -> Counter[int]:
        """Try to open a stream for each (path, cookie), and keep it open. Returns the number of answers by status."""
        return self._run(self._open_streams(targets))

    async def _open_streams(self, targets: Sequence[tuple[str, str]]) -> Counter[int]:
        places = asyncio.Semaphore(AT_ONCE)
        return Counter(
            await asyncio.gather(
                *(self._open_stream(places, *target) for target in targets)
            )
        )

    async def _open_stream(
        self, places: asyncio.Semaphore, path: str, cookie: str
    ) -> int:
        async with places:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.write(
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()
            )
            status = int((await reader.readline()).split()[1])
        if status == 200:
            self._streams.append(writer)
            self._tasks.add(self._loop.create_task(self._read_all(reader)))
        else:
            writer.transport.abort()
        return status

    async def _read_all(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while await reader.read(65536):
                pass

    def drop_streams(self) -> None:
        """Close all streams at once, as when the club's network fails for a moment."""

        async def drop() -> None:
            self._drop()

        self._run(drop())

    def _drop(self) -> None:
        for writer in self._streams:
            writer.transport.abort()
        self._streams.clear()
