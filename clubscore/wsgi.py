"""The pages as a WSGI application, and the threads in which `clubscore.asgi` runs it beside the event stream."""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import WSGIResponder
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
application = get_wsgi_application()

PAGE_THREADS = 8
HELD_BYTES = 64 * 1024


class PageThreads(WSGIMiddleware):
    """The application in a fixed pool of threads, so that each keeps its database connection."""

    def __init__(self) -> None:
        super().__init__(application, workers=PAGE_THREADS)  # type: ignore[arg-type]  # its own names for WSGI types

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await _PageResponder(self.app, self.executor, self.send_queue_size)(scope, receive, send)


class _PageResponder(WSGIResponder):
    """Hands a short response to the event loop in one piece.

    a2wsgi hands over status and body in three messages and waits each time. Beside busy threads every wait takes as
    long as they hold the interpreter. A response above 64 KiB is still sent in parts, as the browser takes them.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._held: list[Any] = []
        self._held_bytes = 0
        self._is_long = False

    def send(self, message: Any) -> None:
        self._held.append(message)
        self._held_bytes += len(message.get("body", b""))
        is_last = message["type"] == "http.response.body" and not message.get("more_body")
        if is_last and not self._is_long:
            self.loop.call_soon_threadsafe(self._put, self._held)
        elif is_last or self._held_bytes >= HELD_BYTES:
            self._send_long()

    def _put(self, messages: list[Any]) -> None:
        start, *parts = messages
        body = b"".join(part["body"] for part in parts)
        self.send_queue.put_nowait(start)
        self.send_queue.put_nowait({"type": "http.response.body", "body": body})

    def _send_long(self) -> None:
        messages, self._held, self._held_bytes, self._is_long = self._held, [], 0, True
        for message in messages:
            super().send(message)
