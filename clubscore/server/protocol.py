"""uvicorn's HTTP protocol with time limits for clients: to finish their headers, and to read the response."""

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    HttpToolsProtocol,
    RequestResponseCycle,
)

HEADERS_WITHIN = (
    10.0  # seconds from the connection, or from the first byte of a further request
)
PROGRESS_WITHIN = 30.0  # seconds in which a client takes something of what waits for it


class PatientProtocol(HttpToolsProtocol):
    """A connection that is closed if its client does not finish the headers, or stops reading.

    `clubscore.server.bodies` limits the time of bodies. If a client that has sent several requests at once goes away,
    uvicorn tells only the last of these requests. This class also ends the request in progress, and does not begin the
    requests that wait.
    """

    _headers: TimerHandle | None = None
    _reading: TimerHandle | None = None
    _in_progress: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base class
        super().connection_made(transport)
        self._headers = self._later(HEADERS_WITHIN, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._headers = _cancel(self._headers)
        self._reading = _cancel(self._reading)
        self.pipeline.clear()
        if self._in_progress and not self._in_progress.response_complete:
            self._in_progress.disconnected = True
            self._in_progress.message_event.set()
        super().connection_lost(exc)

    # --- what the client sends ---

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._headers is None:
            self._headers = self._later(HEADERS_WITHIN, self.transport.abort)

    def on_headers_complete(self) -> None:
        self._headers = _cancel(self._headers)
        super().on_headers_complete()

    def _start_asgi_task(
        self, cycle: RequestResponseCycle, app: ASGI3Application
    ) -> None:
        self._in_progress = cycle
        super()._start_asgi_task(cycle, app)

    # --- what is sent to the client ---

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        self._reading = _cancel(self._reading)
        super().resume_writing()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch_reading()

    def _watch_reading(self) -> None:
        _cancel(self._reading)
        self._reading = self._later(
            PROGRESS_WITHIN, self._look, self.transport.get_write_buffer_size()
        )

    def _look(self, waited: int) -> None:
        waits = self.transport.get_write_buffer_size()
        if waits >= waited > 0:
            self.transport.abort()
        elif waits:
            self._watch_reading()

    def _later(
        self, seconds: float, act: Callable[..., Any], *arguments: object
    ) -> TimerHandle:
        return self.loop.call_later(seconds, act, *arguments)


def _cancel(timer: TimerHandle | None) -> TimerHandle | None:
    """Cancel the timer, if there is one. Returns None, to be stored in its place."""
    if timer:
        timer.cancel()
    return None
