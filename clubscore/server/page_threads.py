"""Pages in a fixed pool of threads. A thread works only from the complete request to the complete response.

So a client that sends or reads slowly keeps no thread. Each thread keeps its connection to the database. If a client
goes while its request waits for a thread, the request is dropped: otherwise clients that give up and ask again would
lengthen the line.
"""

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from io import BytesIO
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ

from clubscore.server.bodies import (
    Allowance,
    BodyRefused,
    Receive,
    Scope,
    Send,
    answer,
    whole_body,
)
from clubscore.server.line import WaitingLine

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

PART = 64 * 1024  # bytes handed to the event loop at once
WAITS = 1.0  # seconds without an answer after which the server looks whether the client is still there
# Bytes of a response; what is more waits in a file until the client has taken it.
IN_MEMORY = 1024 * 1024


class PageThreads:
    """An ASGI application for HTTP that runs a WSGI application in a pool of threads."""

    def __init__(
        self, application: Application, *, threads: int, allowance: Allowance
    ) -> None:
        self.application = application
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._line = WaitingLine(self.executor)
        self._allowance = allowance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await whole_body(scope, receive, self._allowance)
        except BodyRefused as refusal:
            await answer(refusal, send)
            return
        response = _Response(asyncio.get_running_loop())
        environ: dict[str, Any] = build_environ(scope, BytesIO(body))  # type: ignore[arg-type,assignment]  # any file
        # What the page finds out about its request.
        environ["clubscore.state"] = scope.setdefault("state", {})
        turn = self._line.join(
            partial(copy_context().run, self._make, environ, response)
        )
        try:
            await response.pass_on(receive, send)
        finally:
            response.is_wanted = False
            self._line.leave(turn)
            try:
                await asyncio.wrap_future(turn.done)
            finally:
                response.close()

    def _make(self, environ: dict[str, Any], response: "_Response") -> None:
        if not response.is_wanted:
            return
        try:
            parts = self.application(environ, response.start)
            try:
                for part in parts:
                    if not response.is_wanted:
                        break
                    response.write(part)
            finally:
                getattr(parts, "close", lambda: None)()
            response.end()
        except BaseException:
            response.break_off()
            raise


class _Stored(NamedTuple):
    """A part of a long response that waits in a temporary file. `more` is true if another part follows."""

    begins: int
    length: int
    more: bool


_Message = dict[str, Any] | _Stored | None  # None: the response breaks off


class _Response:
    """One response on its way from the thread that makes it to the event loop that sends it. The thread never waits."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.is_wanted = True
        """False once the client has gone."""
        self._loop = loop
        # Of the thread:
        self._start: dict[str, Any] = {}
        self._held = bytearray()
        self._made = 0
        # Of the event loop:
        self._messages: deque[_Message] = deque()
        self._arrived = asyncio.Event()
        # Written by the one, read by the other:
        self._file: Any = None

    # --- in the thread ---

    def start(
        self, status: str, headers: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], None]:
        """WSGI's `start_response`: it stores status and headers, and returns the function that writes the body."""
        self._start = {
            "type": "http.response.start",
            "status": int(status.partition(" ")[0]),
            "headers": [
                (name.lower().encode("latin-1"), value.encode("latin-1"))
                for name, value in headers
            ],
        }
        return self.write

    def write(self, part: bytes) -> None:
        self._held += part
        if len(self._held) >= PART:
            self._hand_over(more=True)

    def end(self) -> None:
        self._hand_over(more=False)

    def break_off(self) -> None:
        nothing: list[_Message] = [None]
        self._loop.call_soon_threadsafe(self._arrive, nothing)

    def _hand_over(self, *, more: bool) -> None:
        """Pass the bytes written so far to the event loop.

        It makes one call to the loop, because each further call would wait for the threads that are busy.
        """
        part, self._held = bytes(self._held), bytearray()
        messages: list[_Message] = [self._start] if self._made == 0 else []
        if part and self._made + len(part) > IN_MEMORY:
            messages.append(self._store(part, more=more))
        else:
            messages.append(_body(part, more=more))
        self._made += len(part) or 1
        self._loop.call_soon_threadsafe(self._arrive, messages)

    def _store(self, part: bytes, *, more: bool) -> _Stored:
        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115 - `pass_on` closes it
        begins = self._file.tell()
        self._file.write(part)
        self._file.flush()
        return _Stored(begins, len(part), more)

    # --- on the event loop ---

    def _arrive(self, messages: list[_Message]) -> None:
        self._messages += messages
        self._arrived.set()

    async def pass_on(self, receive: Receive, send: Send) -> None:
        """Send the response as fast as the client takes it, to its end or until the client has gone."""
        leaving = None
        try:
            try:
                async with asyncio.timeout(WAITS):
                    await self._arrived.wait()
            except TimeoutError:
                leaving = asyncio.create_task(self._wait_for_leaving(receive))
                await self._arrived.wait()
            if leaving is None and self._is_long():
                leaving = asyncio.create_task(self._wait_for_leaving(receive))
            async for message in self._to_send():
                await send(message)
        finally:
            if leaving:
                leaving.cancel()

    async def _to_send(self) -> AsyncIterator[dict[str, Any]]:
        while self.is_wanted:
            if not self._messages:
                self._arrived.clear()
                await self._arrived.wait()
                continue
            message = self._messages.popleft()
            if message is None:
                return
            for part in self._loaded(message):
                yield part
                if not self.is_wanted or part.get("more_body") is False:
                    return

    def _is_long(self) -> bool:
        last = self._messages[-1]
        return last is not None and (
            last.more if isinstance(last, _Stored) else last["more_body"]
        )

    def _loaded(self, message: dict[str, Any] | _Stored) -> Iterator[dict[str, Any]]:
        if not isinstance(message, _Stored):
            yield message
            return
        for offset in range(0, message.length, PART):
            size = min(PART, message.length - offset)
            part = os.pread(self._file.fileno(), size, message.begins + offset)
            yield _body(part, more=message.more or offset + size < message.length)

    async def _wait_for_leaving(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.is_wanted = False
        self._arrived.set()

    def close(self) -> None:
        if self._file:
            self._file.close()


def _body(part: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.response.body", "body": part, "more_body": more}
